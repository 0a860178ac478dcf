// Opens connections to public addresses only: the name is resolved here, every answer is checked, an address is dialled, and
// what the socket says it reached is checked once more. So a name cannot change its meaning between check and use.
import { Resolver } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { bareHost, checkHost, checkResolved, isAllowedAddress, isLocalhost, type Resolved } from './addresses.ts'

export type Resolve = (hostname: string) => Promise<Resolved[]>
/** Dials `hostname`, which is always an address; `servername` is the name that a certificate must bear. */
export type Dial = buildConnector.connector

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}
export class NameUnknown extends Error {
  override readonly name = 'NameUnknown'
}

const DNS_TIMEOUT_MS = 1500
const DNS_TRIES = 2
const DIALLED_MAX = 3

/** Not `getaddrinfo`: that one waits in a pool of four threads, where a few dead nameservers would hold up everybody. */
export function systemResolve(): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  return async (hostname) => {
    if (isLocalhost(hostname))
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address): Resolved => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    )
  }
}

export const systemDial = (timeoutMs: number): Dial => buildConnector({ timeout: timeoutMs, allowH2: false })

export type Guarded = { allowLoopback: boolean; resolve: Resolve; dial: Dial }

/** The addresses that may be dialled for a host; throws when it is refused or means nothing. */
export async function resolveAddresses(
  host: string,
  { allowLoopback, resolve }: Omit<Guarded, 'dial'>,
): Promise<string[]> {
  const refusal = checkHost(host, allowLoopback)
  if (refusal) throw new AddressRefused(`${host} ${refusal}`)
  if (isIP(host)) return [host]
  const resolved = await resolve(host)
  if (resolved.length === 0) throw new NameUnknown(`${host} does not resolve`)
  const wrong = checkResolved(resolved, allowLoopback)
  if (wrong) throw new AddressRefused(`${host} ${wrong}`)
  return resolved.map(({ address }) => address)
}

const dialOne = (dial: Dial, options: buildConnector.Options): Promise<Socket> =>
  new Promise((resolve, reject) => {
    dial(options, (...[error, socket]) => (socket ? resolve(socket) : reject(error ?? new Error('could not connect'))))
  })

async function connect(guarded: Guarded, options: buildConnector.Options): Promise<Socket> {
  const host = bareHost(options.hostname)
  const addresses = await resolveAddresses(host, guarded)
  let last: unknown
  for (const address of addresses.slice(0, DIALLED_MAX)) {
    try {
      const named = isIP(host) ? {} : { servername: options.servername || host }
      const socket = await dialOne(guarded.dial, { ...options, ...named, hostname: address })
      if (isAllowedAddress(socket.remoteAddress ?? '', guarded.allowLoopback)) return socket
      socket.destroy()
      throw new AddressRefused(`${host} led to ${socket.remoteAddress}`)
    } catch (error) {
      if (error instanceof AddressRefused) throw error
      last = error
    }
  }
  throw last
}

export function guardedConnector(guarded: Guarded): buildConnector.connector {
  return (options, callback) => {
    connect(guarded, options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}
