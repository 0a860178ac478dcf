// An outbound client that cannot leave the machine: names resolve only as a test says, and only loopback is ever dialled.
import { isIP } from 'node:net'
import { type Dial, systemDial } from '../src/integrations/outbound/connect.ts'
import { createOutbound, type Outbound } from '../src/integrations/outbound/http.ts'

export type TestOutbound = Outbound & {
  /** Every address that a connection was tried to. */
  dialled: string[]
  resolved: string[]
}

export type TestOutboundOptions = {
  allowLoopback: boolean
  /** What a name resolves to; a list of lists answers in turn. Names that are not here do not resolve. */
  names?: Record<string, string[] | string[][]>
  /** Public addresses that lead to a local port; the socket then claims to have reached `claims`. */
  reach?: Record<string, { port: number; claims?: string }>
}

const isLoopback = (host: string): boolean => /^127\./.test(host) || host === '::1'

export function createTestOutbound({ allowLoopback, names = {}, reach = {} }: TestOutboundOptions): TestOutbound {
  const dialled: string[] = []
  const resolved: string[] = []
  const real = systemDial(5000)

  const connect: Dial = (options, callback) => {
    dialled.push(options.hostname)
    const target = reach[options.hostname]
    if (!target && !isLoopback(options.hostname))
      return callback(new Error(`a test tried to reach ${options.hostname}`), null)
    if (!target) return real(options, callback)
    return real(
      { ...options, hostname: '127.0.0.1', port: String(target.port), protocol: 'http:' },
      (...[error, socket]) => {
        if (!socket) return callback(error ?? new Error('no connection'), null)
        Object.defineProperty(socket, 'remoteAddress', { value: target.claims ?? options.hostname })
        return callback(null, socket)
      },
    )
  }

  const resolver = async (name: string) => {
    resolved.push(name)
    const known = name === 'localhost' ? ['127.0.0.1'] : (names[name] ?? [])
    const inTurn = Array.isArray(known[0])
    const addresses = (inTurn ? (known.length > 1 ? known.shift() : known[0]) : known) as string[]
    return addresses.map((address) => ({ address, family: isIP(address) === 6 ? (6 as const) : (4 as const) }))
  }

  return { ...createOutbound({ allowLoopback, resolver, connect }), dialled, resolved }
}
