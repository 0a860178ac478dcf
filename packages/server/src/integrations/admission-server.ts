// The connection to the Redis or Valkey server that keeps nonces and rate limits. A connection belongs to one server process for
// its whole life: after each new one this process joins again, so nothing is ever sent to a server it does not know.
import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { AdmissionServerError, JOIN } from '../kernel/admission-scripts.ts'

const RECONNECT_MS = 200
const CONNECT_MS = 2000
const COMMAND_MS = 2000

type Connection = { client: Redis; run: string }

export type AdmissionServerOptions = {
  url: string
  /** Begins each key, so that installations can share a server. */
  prefix: string
  log: Logger
  /** Whether nonces were ever kept on a server like this, and up to when they were kept elsewhere. */
  readArrival: () => Promise<{ isFirst: boolean; lostAt: number }>
  /** From now on they are kept here. */
  noteArrival: () => Promise<void>
}

export type AdmissionServer = ReturnType<typeof openAdmissionServer>

const digests = new Map<string, string>()
function digest(script: string): string {
  const known = digests.get(script) ?? createHash('sha1').update(script).digest('hex')
  digests.set(script, known)
  return known
}

const readField = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

/** A server that forgets or does not write is refused: a forgotten nonce could be used again. */
function findFault(info: string): string | null {
  const role = readField(info, 'role')
  if (role !== 'master') return `the server is a ${role ?? 'replica'}; ADMISSION_URL must name the primary`
  const policy = readField(info, 'maxmemory_policy')
  if (policy !== 'noeviction')
    return `its maxmemory-policy is ${policy}; set it to noeviction, so that it forgets no nonce`
  return null
}

export function openAdmissionServer({ url, prefix, log, readArrival, noteArrival }: AdmissionServerOptions) {
  let connection: Connection | undefined
  let connecting: Promise<void> | undefined
  let isClosed = false
  let reported = ''
  /** The last nonce that a server confirmed to this process, and which run of it. */
  let seen = { run: '', seq: 0 }
  const stateKey = `${prefix}state`

  async function evaluate(client: Redis, script: string, keys: string[], args: string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await client.call('EVALSHA', digest(script), ...rest)
    } catch (error) {
      if (!(error as Error).message?.startsWith('NOSCRIPT')) throw error
      return client.call('EVAL', script, ...rest)
    }
  }

  async function join({ client, run }: Connection): Promise<void> {
    const { isFirst, lostAt } = await readArrival()
    const args = [run, seen.run, String(seen.seq), isFirst ? '1' : '0', String(lostAt)]
    await evaluate(client, JOIN, [stateKey], args)
    if (isFirst) await noteArrival()
    if (seen.run !== run) seen = { run, seq: 0 }
  }

  function drop(lost: Redis): void {
    if (connection?.client === lost) connection = undefined
    if (lost.status !== 'end') lost.disconnect()
    plan()
  }

  async function open(): Promise<void> {
    const client = new Redis(url, {
      connectionName: 'freehold',
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      commandTimeout: COMMAND_MS,
      // A connection is never opened again, and nothing waits for one: the next belongs to a server that may have lost nonces.
      retryStrategy: () => null,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      enableReadyCheck: false,
    })
    client.on('error', () => drop(client))
    client.on('end', () => drop(client))
    try {
      await client.connect()
      const sections = await Promise.all(
        ['server', 'replication', 'memory'].map((section) => client.call('INFO', section) as Promise<string>),
      )
      const info = sections.join('\n')
      const fault = findFault(info)
      if (fault) throw new AdmissionServerError(fault)
      const next = { client, run: readField(info, 'run_id') ?? '' }
      await join(next)
      connection = next
      if (reported !== '') log.info('the admission server is available again')
      reported = ''
    } catch (error) {
      const { message } = error as Error
      if (message !== reported) log.error({ err: error }, 'the admission server (ADMISSION_URL) cannot be used')
      reported = message
      drop(client)
    }
  }

  function plan(): void {
    if (isClosed || connection || connecting) return
    connecting = new Promise<void>((resolve) => void setTimeout(resolve, RECONNECT_MS).unref())
      .then(() => (isClosed ? undefined : open()))
      .finally(() => {
        connecting = undefined
        if (!connection) plan()
      })
  }

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const used = connection
    if (!used) throw new AdmissionServerError(reported || 'not connected')
    try {
      return await work(used)
    } catch (error) {
      // Whatever failed, what this server remembers is checked again before the next request.
      drop(used.client)
      throw new AdmissionServerError((error as Error).message, { cause: error })
    }
  }

  return {
    /** The first attempt to connect; later ones follow in the background. */
    start: () => open(),
    evaluate: (script: string, keys: string[], args: string[]): Promise<unknown> =>
      withConnection(({ client }) =>
        evaluate(
          client,
          script,
          keys.map((key) => prefix + key),
          args,
        ),
      ),
    /** For signed requests: the program gets the state as first key and the run of the server as first argument. */
    evaluateSigned: (script: string, keys: string[], args: string[]): Promise<unknown> =>
      withConnection(({ client, run }) =>
        evaluate(client, script, [stateKey, ...keys.map((key) => prefix + key)], [run, ...args]),
      ),
    /** The server does not know this process any more: its memory was cleared. */
    rejoin: (): Promise<void> => withConnection(join),
    noteSeen(seq: number): void {
      if (seq > seen.seq) seen.seq = seq
    },
    async close(): Promise<void> {
      isClosed = true
      await connecting
      const open = connection
      connection = undefined
      open?.client.disconnect()
    },
  }
}
