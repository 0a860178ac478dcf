// Asks search processes (SEARCH_URL) over HTTP. A process that fails is left alone until it responds to a probe again; one that only
// rejects a query is not. A search that no process answers in time is refused, and the caller searches in the database.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchQuery, SearchResponse } from '@freehold/search'
import type { Logger } from 'pino'
import { Pool } from 'undici'
import {
  decodeResponse,
  decodeState,
  LOADING,
  SEARCH_PATH,
  SearchUnavailable,
  STATE_HEADER,
  STATE_PATH,
  type UnavailableReason,
} from '../../kernel/contracts/search-protocol.ts'
import { SEARCH_RESPONSE_SECONDS_MAX } from '../../kernel/limits.ts'
import { ENVIRONMENTS, type Environment } from '../../kernel/owner.ts'
import { readSocketPath } from '../../kernel/settings/search.ts'

const CONNECTIONS = 32
/** How often a process that responds is asked for its state. */
const PROBE_MS = 1000
/** A process that does not is asked after this long, then twice as long, and so on. */
const RETRY_MS_MIN = 200
const RETRY_MS_MAX = 2000
/** Searches in a row that take too long before a process gets no more of them. */
const TIMEOUTS_MAX = 3
/**
 * How long such a process rests, and twice as long each time that a single search then takes too long as well. Probes do not show
 * this: they get a response while the thread of the engine hangs.
 */
const REST_MS_MIN = 1000
const REST_MS_MAX = 30_000
/** On a connection that broke, a search is asked again: it changes nothing. */
const ATTEMPTS_MAX = 3
const DEADLINE_MS = SEARCH_RESPONSE_SECONDS_MAX * 1000

type Server = {
  url: string
  pool: Pool
  /** Null: it did not respond to the last probe, or failed since. */
  ready: ReadonlySet<Environment> | null
  timeouts: number
  restMs: number
  restsUntil: number
  underWay: number
}

export type SearchClientOptions = {
  urls: readonly string[]
  token: string
  log: Logger
  /** Called when the servers that can be asked change. */
  onChange(ready: ReadonlySet<Environment>, servers: number): void
}

export type SearchClient = ReturnType<typeof openSearchClient>

class Failed extends Error {
  readonly reason: UnavailableReason
  /** The process may be fine: a connection that it had closed was used once more. */
  readonly isBroken: boolean

  constructor(reason: UnavailableReason, isBroken = false) {
    super(reason)
    this.reason = reason
    this.isBroken = isBroken
  }
}

/** The process responds, and would say the same again. */
const RESPONDS: ReadonlySet<UnavailableReason> = new Set(['overloaded', 'loading', 'rejected'])

const BROKEN = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

function openPool(url: string): Pool {
  const path = readSocketPath(url)
  // The deadline of each request rules; undici's own timers are off.
  const options = {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
  }
  const connect = { timeout: DEADLINE_MS }
  return path === null
    ? new Pool(new URL(url).origin, { ...options, connect })
    : new Pool('http://search.internal', { ...options, connect: { ...connect, socketPath: path } })
}

export function openSearchClient({ urls, token, log, onChange }: SearchClientOptions) {
  const ended = new AbortController()
  const servers = urls.map(
    (url): Server => ({ url, pool: openPool(url), ready: null, timeouts: 0, restMs: 0, restsUntil: 0, underWay: 0 }),
  )
  let probing: Promise<unknown> = Promise.resolve()

  function note(): void {
    const ready = ENVIRONMENTS.filter((environment) => servers.some((server) => server.ready?.has(environment)))
    onChange(new Set(ready), servers.filter((server) => (server.ready?.size ?? 0) > 0).length)
  }

  function setReady(server: Server, ready: ReadonlySet<Environment> | null): void {
    if ((server.ready === null) !== (ready === null))
      log[ready ? 'info' : 'warn'](
        { url: server.url },
        ready ? 'search process available' : 'search process unavailable',
      )
    server.ready = ready
    note()
  }

  function forgetTimeouts(server: Server): void {
    server.timeouts = 0
    server.restMs = 0
    server.restsUntil = 0
  }

  async function ask(server: Server, path: string, body: string | null, timeoutMs: number): Promise<unknown> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ended.signal])
    let response: Awaited<ReturnType<Pool['request']>>
    let text: string
    try {
      response = await server.pool.request({
        path,
        method: body === null ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, ...(body === null ? {} : { 'content-type': 'application/json' }) },
        body,
        signal,
      })
      text = await response.body.text()
    } catch (error) {
      if (signal.aborted) throw new Failed('timeout')
      throw new Failed('unavailable', BROKEN.includes((error as NodeJS.ErrnoException).code ?? ''))
    }
    const { statusCode: status } = response
    if (status === 503) throw new Failed(response.headers[STATE_HEADER] === LOADING ? 'loading' : 'overloaded')
    if (status === 429) throw new Failed('overloaded')
    try {
      if (status === 200) return JSON.parse(text)
    } catch {
      // Treated as any other response that is not one of a search process.
    }
    // The process lives and refuses this one request: for others it may be fine. Whether it is ours is for probes to find out.
    if (body !== null && status >= 400 && status <= 500) {
      log.error({ url: server.url, status }, 'a search process rejected a query')
      throw new Failed('rejected')
    }
    log.error({ url: server.url, status }, 'the response is not one of a search process of this service')
    throw new Failed('unavailable')
  }

  async function probe(server: Server): Promise<void> {
    for (let retryMs = RETRY_MS_MIN; !ended.signal.aborted; ) {
      try {
        const state = decodeState(await ask(server, STATE_PATH, null, DEADLINE_MS))
        if (!state) throw new Failed('unavailable')
        setReady(server, performance.now() < server.restsUntil ? null : new Set(state.ready))
      } catch (error) {
        const reason = error instanceof Failed ? error.reason : 'unavailable'
        // The next process at this URL is another one.
        if (reason === 'unavailable') forgetTimeouts(server)
        // A process that has too much to do responds, after all.
        if (reason !== 'overloaded') setReady(server, null)
      }
      const isUp = server.ready !== null
      const waitMs = isUp ? PROBE_MS : retryMs * (0.75 + Math.random() / 2)
      retryMs = isUp ? RETRY_MS_MIN : Math.min(retryMs * 2, RETRY_MS_MAX)
      await sleep(waitMs, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    }
  }

  /** After a rest, one search at a time tries whether the process responds. */
  const canAsk = (server: Server, environment: Environment): boolean =>
    (server.ready?.has(environment) ?? false) && (server.timeouts < TIMEOUTS_MAX || server.underWay === 0)

  /** The one with the fewest searches under way, of those that were asked least often for this one. */
  function pick(environment: Environment, asked: readonly Server[]): Server | undefined {
    const count = (server: Server) => asked.filter((one) => one === server).length
    return servers
      .filter((server) => canAsk(server, environment))
      .sort((a, b) => count(a) - count(b) || a.underWay - b.underWay)[0]
  }

  function noteFailure(server: Server, reason: UnavailableReason): void {
    if (reason === 'unavailable') setReady(server, null)
    if (reason !== 'timeout' || ++server.timeouts < TIMEOUTS_MAX) return
    // Searches that were under way together are one failure.
    if (server.ready === null) return
    server.restMs = Math.min(Math.max(2 * server.restMs, REST_MS_MIN), REST_MS_MAX)
    server.restsUntil = performance.now() + server.restMs
    setReady(server, null)
  }

  async function askOne(server: Server, body: string, timeoutMs: number): Promise<SearchResponse> {
    server.underWay++
    try {
      const response = decodeResponse(await ask(server, SEARCH_PATH, body, timeoutMs))
      if (!response) throw new Failed('unavailable')
      forgetTimeouts(server)
      return response as SearchResponse
    } finally {
      server.underWay--
    }
  }

  return {
    /** Begins to look which processes respond, and keeps looking. */
    start(): void {
      probing = Promise.all(servers.map(probe))
    },
    async search(query: SearchQuery): Promise<SearchResponse> {
      const environment = query.collection as Environment
      const body = JSON.stringify(query)
      const until = performance.now() + DEADLINE_MS
      const asked: Server[] = []
      let reason: UnavailableReason = 'unavailable'
      while (asked.length < ATTEMPTS_MAX) {
        const leftMs = Math.floor(until - performance.now())
        const server = pick(environment, asked)
        if (!server || leftMs <= 0) break
        const others = servers.some((one) => one !== server && !asked.includes(one) && canAsk(one, environment))
        asked.push(server)
        try {
          // Another process still has time to respond when this one does not.
          return await askOne(server, body, others ? Math.ceil(leftMs / 2) : leftMs)
        } catch (error) {
          if (!(error instanceof Failed)) throw error
          reason = error.reason
          const isFirst = asked.filter((one) => one === server).length === 1
          if (!(error.isBroken && isFirst)) noteFailure(server, reason)
          if (RESPONDS.has(reason) && !others) break
        }
      }
      throw new SearchUnavailable(reason)
    },
    async close(): Promise<void> {
      ended.abort()
      await probing
      await Promise.all(servers.map(({ pool }) => pool.destroy()))
    },
  }
}
