// Speaks HTTP to addresses that others chose. It reaches public machines only, follows no redirect, ends at a total deadline
// and reads no more than it was told to.
import { Agent, type Dispatcher } from 'undici'
import { invalidField } from '../../kernel/errors.ts'
import { parseUrl } from '../../kernel/text/url.ts'
import { bareHost, checkHost } from './addresses.ts'
import {
  AddressRefused,
  type Dial,
  type Guarded,
  guardedConnector,
  NameUnknown,
  type Resolve,
  resolveAddresses,
  systemDial,
  systemResolve,
} from './connect.ts'

export type OutboundOptions = {
  /** Development: loopback targets and plain http are allowed. */
  allowLoopback: boolean
  resolver?: Resolve
  connect?: Dial
}

export type OutboundRequest = {
  url: string
  method: 'GET' | 'HEAD' | 'POST'
  /** Names and values in turn, as they go out. */
  headers: readonly string[]
  body?: string | Buffer
  /** From the first look-up to the last byte of the answer. */
  timeoutMs: number
  /** The answer's body is cut off beyond this. */
  maxBytes: number
}

export type FailureKind = 'refused' | 'dns' | 'timeout' | 'tls' | 'connection' | 'protocol'
export type OutboundResponse = {
  /** Also set when the answer began well and then failed. */
  statusCode: number | null
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  truncated: boolean
  failure: { kind: FailureKind; message: string } | null
}

export type Outbound = {
  /** Never throws: a failure is an answer too. */
  request(request: OutboundRequest): Promise<OutboundResponse>
  /** 400 for what may not be called. A host that does not resolve yet passes; every connection checks again. */
  assertPublicUrl(url: string, field?: string): Promise<void>
  close(): Promise<void>
}

const URL_LENGTH_MAX = 2048
const CONNECT_TIMEOUT_MS = 5000
/** A partner who registers a URL does not wait longer for nameservers that do not respond. */
const RESOLVE_TIMEOUT_MS = 2500
const TARGETS_MAX = 1000
const NOTHING = Buffer.alloc(0)

type Target = { origin: string; path: string; refusal: string | null }

function parseTarget(text: string, allowLoopback: boolean): Target {
  const url = parseUrl(text)
  if (url === null) return { origin: '', path: '', refusal: 'must be an absolute URL' }
  const refuse = (refusal: string | null): Target => ({ origin: url.origin, path: url.pathname + url.search, refusal })
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:'))
    return refuse('must start with https://')
  if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or password')
  if (text.includes('#')) return refuse('must not have a fragment')
  if (text.length > URL_LENGTH_MAX) return refuse(`must have at most ${URL_LENGTH_MAX} characters`)
  if (url.port === '0') return refuse('must have a port')
  return refuse(checkHost(bareHost(url.hostname), allowLoopback))
}

const TLS_ERROR = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

function toFailure(error: Error & { code?: string }): NonNullable<OutboundResponse['failure']> {
  const code = error.code ?? ''
  if (error instanceof AddressRefused)
    return { kind: 'refused', message: 'the URL must resolve to a public IP address' }
  if (error instanceof NameUnknown) return { kind: 'dns', message: 'the hostname of the URL does not resolve' }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return { kind: 'timeout', message: `no connection within ${CONNECT_TIMEOUT_MS / 1000} seconds` }
  if (TLS_ERROR.test(code)) return { kind: 'tls', message: `TLS: ${code}` }
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return { kind: 'protocol', message: 'the server did not send a valid HTTP response' }
  return {
    kind: 'connection',
    message: code === 'UND_ERR_SOCKET' || code === '' ? 'the connection was lost' : `connection: ${code}`,
  }
}

/** One exchange: settles once, whatever comes first of answer, cut, error and deadline. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: (response: OutboundResponse) => void
  readonly #timer: NodeJS.Timeout
  readonly #maxBytes: number
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #statusCode: number | null = null
  #headers: OutboundResponse['headers'] = {}
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(request: OutboundRequest, settle: (response: OutboundResponse) => void) {
    this.#settle = settle
    this.#maxBytes = request.maxBytes
    this.#timer = setTimeout(() => {
      this.#end(false, { kind: 'timeout', message: `no complete response within ${request.timeoutMs / 1000} seconds` })
      this.#controller?.abort(new Error('deadline'))
    }, request.timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The deadline passed while the connection was being made: nothing must go out any more.
    if (this.#settled) controller.abort(new Error('deadline'))
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: OutboundResponse['headers']): void {
    if (statusCode < 200) return
    this.#statusCode = statusCode
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return
    const room = this.#maxBytes - this.#bytes
    this.#bytes += chunk.length
    if (room > 0) this.#chunks.push(chunk.subarray(0, room))
    if (this.#bytes <= this.#maxBytes) return
    this.#end(true, null)
    controller.abort(new Error('the connection was closed early'))
  }

  onResponseEnd(): void {
    this.#end(false, null)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(false, toFailure(error))
  }

  #end(truncated: boolean, failure: OutboundResponse['failure']): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    const body = this.#chunks.length === 0 ? NOTHING : Buffer.concat(this.#chunks)
    this.#settle({ statusCode: this.#statusCode, headers: this.#headers, body, truncated, failure })
  }
}

export function createOutbound(options: OutboundOptions): Outbound {
  const { allowLoopback, resolver = systemResolve(), connect = systemDial(CONNECT_TIMEOUT_MS) } = options
  const guarded: Guarded = { allowLoopback, resolve: resolver, dial: connect }
  // The deadline of the exchange rules; undici's own timers are off.
  const agent = new Agent({ connect: guardedConnector(guarded), headersTimeout: 0, bodyTimeout: 0, pipelining: 1 })
  const targets = new Map<string, Target>()

  function getTarget(url: string): Target {
    let target = targets.get(url)
    if (!target) {
      if (targets.size >= TARGETS_MAX) targets.delete(targets.keys().next().value as string)
      target = parseTarget(url, allowLoopback)
      targets.set(url, target)
    }
    return target
  }

  const refused = (message: string): OutboundResponse => ({
    statusCode: null,
    headers: {},
    body: NOTHING,
    truncated: false,
    failure: { kind: 'refused', message },
  })

  return {
    request: (request) =>
      new Promise((settle) => {
        const { origin, path, refusal } = getTarget(request.url)
        if (refusal) return settle(refused(`the URL ${refusal}`))
        const { method, headers, body = null } = request
        const exchange = new Exchange(request, settle)
        try {
          agent.dispatch({ origin, path, method, headers: headers as string[], body }, exchange)
        } catch (error) {
          exchange.onResponseError(undefined as never, error as Error)
        }
        return undefined
      }),

    async assertPublicUrl(url, field = 'url') {
      const { refusal, origin } = getTarget(url)
      if (refusal) throw invalidField(field, refusal)
      try {
        const known = resolveAddresses(bareHost(new URL(origin).hostname), guarded)
        await Promise.race([known, new Promise((resolve) => setTimeout(resolve, RESOLVE_TIMEOUT_MS).unref())])
      } catch (error) {
        if (error instanceof AddressRefused) throw invalidField(field, 'must resolve to a public IP address')
        // Not known yet, or its nameservers do not answer now.
      }
    },

    close: () => agent.destroy(),
  }
}
