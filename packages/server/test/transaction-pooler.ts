// A pooler in front of PostgreSQL in transaction mode, as strict as PgBouncer: each transaction gets the server connection that
// has waited longest, so that consecutive transactions of a client meet different sessions.
import { randomInt } from 'node:crypto'
import net from 'node:net'

/** What PgBouncer accepts at log-in without configuration. */
const ACCEPTED = new Set([
  ...['user', 'database', 'client_encoding', 'datestyle', 'timezone'],
  ...['standard_conforming_strings', 'application_name', 'intervalstyle'],
])
const PROTOCOL_3 = 196_608
const [QUERY, SYNC, TERMINATE, READY, AUTHENTICATION, ERROR] = 'QSXZRE'.split('').map((letter) => letter.charCodeAt(0))
const IDLE = 'I'.charCodeAt(0)

export type TransactionPooler = {
  url: string
  /** Settings that clients were refused for. */
  refused: string[]
  /** How many transactions each server connection served. */
  served(): number[]
  cut(): void
  close(): Promise<void>
}

function message(type: string, ...parts: (string | number | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (Buffer.isBuffer(part)) return part
      if (typeof part === 'string') return Buffer.from(`${part}\0`)
      const number = Buffer.alloc(4)
      number.writeInt32BE(part)
      return number
    }),
  )
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Splits a stream into messages; the first of a client has no type. */
function onMessages(socket: net.Socket, untyped: number, handle: (whole: Buffer, type: number) => void): void {
  let pending = Buffer.alloc(0)
  let bare = untyped
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const at = bare > 0 ? 0 : 1
      if (pending.length < at + 4) return
      const end = at + pending.readInt32BE(at)
      if (pending.length < end) return
      const whole = pending.subarray(0, end)
      pending = pending.subarray(end)
      const type = bare > 0 ? 0 : (whole[0] as number)
      if (bare > 0) bare--
      handle(whole, type)
    }
  })
  socket.on('error', () => {})
}

function startup(values: Record<string, string>): Buffer {
  const pairs = Object.entries(values).flatMap(([name, value]) => [`${name}\0`, `${value}\0`])
  const body = Buffer.from(`${pairs.join('')}\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8)
  head.writeInt32BE(PROTOCOL_3, 4)
  return Buffer.concat([head, body])
}

type Backend = { socket: net.Socket; served: number; onMessage: (whole: Buffer, type: number) => void; dead: boolean }
type Client = { socket: net.Socket; queue: Buffer[]; backend: Backend | null; waiting: boolean }

/** `ownPort` lets a pooler that was ended be started again where its clients look for it. */
export async function startTransactionPooler(target: string, ownPort = 0, size = 4): Promise<TransactionPooler> {
  const { hostname, port, username, pathname } = new URL(target)
  const refused: string[] = []
  const backends: Backend[] = []
  let idle: Backend[] = []
  const waiting: Client[] = []
  const clients = new Set<Client>()

  function openBackend(): Promise<Backend> {
    const socket = net.connect(Number(port), hostname)
    const backend: Backend = { socket, served: 0, onMessage: () => {}, dead: false }
    backends.push(backend)
    socket.write(startup({ user: username, database: pathname.slice(1) }))
    socket.on('close', () => {
      backend.dead = true
      idle = idle.filter((one) => one !== backend)
    })
    return new Promise((resolve, reject) => {
      socket.once('error', reject)
      onMessages(socket, 0, (whole, type) => {
        if (type === READY && backend.served === 0) {
          backend.served = 1
          resolve(backend)
        } else if (type === ERROR && backend.served === 0) reject(new Error(whole.toString('latin1')))
        else if (type !== AUTHENTICATION) backend.onMessage(whole, type)
      })
    })
  }

  /** Gives a waiting client the server connection that was idle longest. */
  function assign(): void {
    while (waiting.length > 0 && idle.length > 0) {
      const client = waiting.shift() as Client
      client.waiting = false
      if (!clients.has(client)) continue
      const backend = idle.shift() as Backend
      client.backend = backend
      backend.served++
      backend.onMessage = (whole, type) => {
        client.socket.write(whole)
        if (type !== READY || whole[5] !== IDLE) return
        client.backend = null
        backend.onMessage = () => {}
        idle.push(backend)
        if (client.queue.length > 0) wait(client)
        assign()
      }
      for (const group of client.queue.splice(0)) backend.socket.write(group)
    }
  }

  function wait(client: Client): void {
    if (client.waiting) return
    client.waiting = true
    waiting.push(client)
  }

  function logIn(client: Client, first: Buffer): boolean {
    const words = first.subarray(8).toString('utf8').split('\0')
    for (let index = 0; index + 1 < words.length && words[index] !== ''; index += 2) {
      const name = words[index] as string
      if (ACCEPTED.has(name.toLowerCase())) continue
      refused.push(name)
      const text = `unsupported startup parameter: ${name}`
      client.socket.end(message('E', Buffer.from('S'), 'FATAL', Buffer.from('C'), '08P01', Buffer.from('M'), text, ''))
      return false
    }
    client.socket.write(
      Buffer.concat([
        message('R', 0),
        message('S', 'server_version', '15.0'),
        message('S', 'client_encoding', 'UTF8'),
        message('K', randomInt(2 ** 31), randomInt(2 ** 31)),
        message('Z', Buffer.from('I')),
      ]),
    )
    return true
  }

  const server = net.createServer((socket) => {
    const client: Client = { socket, queue: [], backend: null, waiting: false }
    clients.add(client)
    let group: Buffer[] = []
    let isIn = false
    onMessages(socket, 1, (whole, type) => {
      if (!isIn) {
        isIn = logIn(client, whole)
        return
      }
      if (type === TERMINATE) return void socket.end()
      group.push(whole)
      if (type !== QUERY && type !== SYNC) return
      const complete = Buffer.concat(group)
      group = []
      if (client.backend) return void client.backend.socket.write(complete)
      client.queue.push(complete)
      wait(client)
      assign()
    })
    socket.on('close', () => {
      clients.delete(client)
      // As PgBouncer does with a client that leaves in the middle of a transaction.
      if (client.backend) {
        client.backend.socket.destroy()
        void openBackend().then((next) => {
          idle.push(next)
          assign()
        })
      }
    })
  })

  idle = await Promise.all(Array.from({ length: size }, openBackend))
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as net.AddressInfo).port)
  const cut = () => {
    for (const { socket } of clients) socket.destroy()
  }
  return {
    url: url.href,
    refused,
    served: () => backends.filter(({ dead }) => !dead).map(({ served }) => served),
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
      for (const { socket } of backends) socket.destroy()
    },
  }
}
