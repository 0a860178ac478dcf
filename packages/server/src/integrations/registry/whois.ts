// Asks WHOIS servers on port 43 (RFC 3912), for TLDs without RDAP. Like the HTTP client it reaches public machines only, ends at
// a total deadline and reads no more than it was told to.
import net, { type Socket } from 'node:net'
import type { Clock } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/errors.ts'
import { isAllowedAddress } from '../outbound/addresses.ts'
import { AddressRefused, NameUnknown, type Resolve, resolveAddresses } from '../outbound/connect.ts'
import { type Finding, unknown } from './finding.ts'
import type { Gate } from './gate.ts'
import { createMemory } from './memory.ts'
import { judgeText, readReferral } from './whois-text.ts'

/** Opens a connection to an address; the promise rejects when it cannot, and gives up at the signal. */
export type WhoisDial = (address: string, port: number, signal: AbortSignal) => Promise<Socket>
export type WhoisClient = { ask(domain: string): Promise<Finding> }

const IANA = 'whois.iana.org'
const PORT = 43
const TIMEOUT_MS = 4000
const TEXT_BYTES_MAX = 64 * 1024
const DIALLED_MAX = 3
const REFERRAL_SECONDS = 24 * 3600
const NO_REFERRAL_SECONDS = 600
const TLDS_MAX = 2000

/** Some servers take more than a name: DENIC wants the kind of record, JPRS its language. */
const QUERIES: Record<string, (domain: string) => string> = {
  'whois.denic.de': (domain) => `-T dn,ace ${domain}`,
  'whois.jprs.jp': (domain) => `${domain}/e`,
}

export const systemWhoisDial: WhoisDial = (address, port, signal) =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port, signal })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })

/** One question and everything that is said until the server hangs up. A text that was cut off is no text. */
function exchange(socket: Socket, query: string, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    if (signal.aborted) return fail(new Error('the request timed out'))
    signal.addEventListener('abort', () => fail(new Error('the request timed out')), { once: true })
    socket.on('error', fail)
    socket.on('close', () => reject(new Error('the connection was lost')))
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > TEXT_BYTES_MAX) fail(new Error('the response is too large'))
      else chunks.push(chunk)
    })
    socket.on('end', () => {
      resolve(Buffer.concat(chunks))
      socket.destroy()
    })
    socket.write(`${query}\r\n`)
  })
}

/** What the outside may read of a failure: our own words, never the addresses in an error of the system. */
function toReason(error: Error & { code?: unknown }): string {
  if (error instanceof AddressRefused || error instanceof NameUnknown || error.code !== undefined)
    return 'the WHOIS server is unavailable'
  return error.message
}

/** UTF-8 where it is; the rest is old enough to be Latin-1, which reads anything. */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

export function createWhois(options: {
  resolve: Resolve
  gate: Gate
  clock: Clock
  dial?: WhoisDial
  timeoutMs?: number
}): WhoisClient {
  const { resolve, gate, clock, dial = systemWhoisDial, timeoutMs = TIMEOUT_MS } = options
  const referrals = createMemory<string | null | undefined>({
    clock,
    max: TLDS_MAX,
    getSeconds: (host) => (host ? REFERRAL_SECONDS : host === null ? NO_REFERRAL_SECONDS : 0),
  })

  async function connect(host: string, signal: AbortSignal): Promise<Socket> {
    const addresses = await resolveAddresses(host, { allowLoopback: false, resolve })
    let last: unknown
    for (const address of addresses.slice(0, DIALLED_MAX)) {
      try {
        const socket = await dial(address, PORT, signal)
        if (isAllowedAddress(socket.remoteAddress ?? '', false)) return socket
        socket.destroy()
        throw new AddressRefused(`${host} led to ${socket.remoteAddress}`)
      } catch (error) {
        if (error instanceof AddressRefused || signal.aborted) throw error
        last = error
      }
    }
    throw last
  }

  /** Throws with the reason when there is no whole text. */
  async function query(host: string, text: string): Promise<string> {
    invariant(/^[a-z0-9.,/ A-Z-]+$/.test(text), 'a WHOIS query is one line of plain characters')
    const reply = await gate.pass(host, async () => {
      const signal = AbortSignal.timeout(timeoutMs)
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the request timed out')), { once: true })
      })
      const socket = connect(host, signal)
      // A connection that is made after the deadline is nobody's.
      void socket.then((made) => signal.aborted && made.destroy()).catch(() => {})
      return Promise.race([exchange(await Promise.race([socket, late]), text, signal), late])
    })
    if (reply === undefined) throw new Error('the registry is rate limiting requests')
    return decodeText(reply)
  }

  const findServer = async (tld: string): Promise<string | null | undefined> =>
    (await referrals.recall(tld, async () => readReferral(await query(IANA, tld), tld))).value

  return {
    async ask(domain) {
      try {
        const server = await findServer(domain.slice(domain.lastIndexOf('.') + 1))
        if (server === undefined) return unknown('IANA lists no WHOIS server for this TLD')
        if (server === null) return unknown('the registry of this TLD has no public lookup service')
        const text = await query(server, QUERIES[server]?.(domain) ?? domain)
        return judgeText(text, domain)
      } catch (error) {
        return unknown(toReason(error as Error))
      }
    },
  }
}
