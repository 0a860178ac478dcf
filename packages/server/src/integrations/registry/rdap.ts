// Asks RDAP servers about names (RFC 7480). A name is only ever called available when the server says so in RDAP's own words.
import type { Clock } from '../../kernel/clock.ts'
import { parseUrl } from '../../kernel/text/url.ts'
import type { Outbound, OutboundResponse } from '../outbound/http.ts'
import { type Finding, type Registration, unknown } from './finding.ts'
import type { Gate } from './gate.ts'
import { isAbout, isObject, knowsHolder, readRecord, registrarLink, withRegistrar } from './rdap-record.ts'

export type RdapDepth = 'registry' | 'registrar'
export type RdapClient = {
  /** `registrar`: where the registry does not know the holder, the registrar is asked too. */
  ask(service: string, domain: string, depth: RdapDepth): Promise<Finding>
}

const REDIRECTS_MAX = 3
const TIMEOUT_MS = 4000
const REGISTRAR_TIMEOUT_MS = 2500
const BODY_BYTES_MAX = 512 * 1024
const QUIET_SECONDS = 30
const QUIET_SECONDS_MAX = 600
const HEADERS = [
  'accept',
  'application/rdap+json, application/json;q=0.9',
  'accept-encoding',
  'identity',
  'user-agent',
  'Freehold',
]

const readHeader = (response: OutboundResponse, name: string): string => {
  const value = response.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

const readMediaType = (response: OutboundResponse): string =>
  (readHeader(response, 'content-type').split(';')[0] ?? '').trim().toLowerCase()

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Seconds or a date (RFC 9110); never so long that one bad header silences a registry for good. */
export function quietSeconds(header: string, now: Date): number {
  const text = header.trim()
  const asked = /^\d+$/.test(text) ? Number(text) : (new Date(text).getTime() - now.getTime()) / 1000
  return Number.isFinite(asked) && asked > 0 ? Math.min(Math.ceil(asked), QUIET_SECONDS_MAX) : QUIET_SECONDS
}

/** Words in an error that mean "not to be had" or "not now" rather than "no such name". */
const HELD_BACK =
  /reserv|auction|pending|redemption|quarantine|dispute|delet|block|restrict|premium|prohibit|forbid|denied|not available|unavailable|limit|quota|too many|suspend|not authoritative|not supported|invalid/i

/** A 404 counts when it is RDAP's: typed as such, or with RDAP's error in it. Any web server can say "404". */
export function judgeMissing(mediaType: string, body: string): Exclude<Finding, { state: 'registered' }> {
  const typed = mediaType === 'application/rdap+json'
  if (body.trim() === '') return typed ? { state: 'available' } : unknown('a 404 without a body')
  const error = parseObject(body)
  if (error === null) return unknown('a 404 that is not JSON')
  if (error.errorCode !== undefined && Number(error.errorCode) !== 404)
    return unknown('a 404 that reports another error')
  if (error.errorCode === undefined && !typed) return unknown('a 404 that is not RDAP')
  if (error.objectClassName === 'domain') return unknown('a 404 with a record in it')
  if (HELD_BACK.test(JSON.stringify([error.title, error.description])))
    return unknown('a 404 that says the domain is reserved')
  return { state: 'available' }
}

/** With where the registrar's own record is. */
type Found =
  | Exclude<Finding, { state: 'registered' }>
  | { state: 'registered'; registration: Registration; related: string | null }
type Reply = { response: OutboundResponse; body: string } | { reason: string }

export function createRdap(options: { outbound: Outbound; gate: Gate; clock: Clock; timeoutMs?: number }): RdapClient {
  const { outbound, gate, clock, timeoutMs = TIMEOUT_MS } = options

  /** One server, one question; what it says about being asked too much is heeded here. */
  async function askOnce(url: string, timeoutMs: number): Promise<Reply> {
    const { host } = new URL(url)
    const response = await gate.pass(host, () =>
      outbound.request({ url, method: 'GET', headers: HEADERS, timeoutMs, maxBytes: BODY_BYTES_MAX }),
    )
    if (response === undefined) return { reason: 'the registry is rate limiting requests' }
    const { statusCode, failure, truncated } = response
    if (statusCode === 429 || (statusCode === 503 && readHeader(response, 'retry-after') !== ''))
      gate.pause(host, quietSeconds(readHeader(response, 'retry-after'), clock.now()))
    if (failure) return { reason: failure.message }
    if (truncated) return { reason: 'the response is too large' }
    const encoding = readHeader(response, 'content-encoding').trim().toLowerCase()
    if (encoding !== '' && encoding !== 'identity') return { reason: 'the response is compressed' }
    return { response, body: response.body.toString('utf8') }
  }

  /** Redirects are followed by hand: the client checks every address anew, and the time is one for all. */
  async function follow(url: string, timeoutMs: number): Promise<Reply> {
    const end = performance.now() + timeoutMs
    let next = url
    for (let redirects = 0; ; redirects++) {
      const left = end - performance.now()
      if (left <= 0) return { reason: 'the request timed out' }
      const reply = await askOnce(next, left)
      if ('reason' in reply) return reply
      const status = reply.response.statusCode ?? 0
      if (![301, 302, 303, 307, 308].includes(status)) return reply
      if (redirects === REDIRECTS_MAX) return { reason: 'too many redirects' }
      const location = readHeader(reply.response, 'location')
      const target = location === '' ? null : parseUrl(location, next)
      if (target === null) return { reason: 'a redirect without a valid location' }
      next = target.href
      if (!next.startsWith('https://')) return { reason: 'a redirect to plain http' }
    }
  }

  async function readDomain(url: string, domain: string, timeoutMs: number): Promise<Found> {
    const reply = await follow(url, timeoutMs)
    if ('reason' in reply) return unknown(reply.reason)
    const status = reply.response.statusCode ?? 0
    if (status === 404) return judgeMissing(readMediaType(reply.response), reply.body)
    if (status !== 200) return unknown(`the server responded with ${status}`)
    const record = parseObject(reply.body)
    if (record === null) return unknown('the response is not JSON')
    if (record.errorCode !== undefined || !isAbout(record, domain))
      return unknown('the response is for a different domain')
    return { state: 'registered', registration: readRecord(record), related: registrarLink(record) }
  }

  return {
    async ask(service, domain, depth) {
      const found = await readDomain(`${service}domain/${domain}`, domain, timeoutMs)
      if (found.state !== 'registered') return found
      const { state, registration, related } = found
      if (depth === 'registry' || related === null || knowsHolder(registration)) return { state, registration }
      const more = await readDomain(related, domain, Math.min(timeoutMs, REGISTRAR_TIMEOUT_MS))
      return {
        state,
        registration: more.state === 'registered' ? withRegistrar(registration, more.registration) : registration,
      }
    },
  }
}
