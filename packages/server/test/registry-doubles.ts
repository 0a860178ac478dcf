// Registries on this machine for tests: an RDAP server and WHOIS servers that misbehave as they are told, and a network in which
// the names of the real ones lead only to them.
import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { createRegistry } from '../src/integrations/registry/registry.ts'
import type { WhoisDial } from '../src/integrations/registry/whois.ts'
import type { Dns } from '../src/integrations/site-probe/dns.ts'
import { manualClock } from '../src/kernel/clock.ts'
import { createTestOutbound } from './outbound.ts'

export type RdapBehaviour = (request: http.IncomingMessage, response: http.ServerResponse) => void
export type WhoisBehaviour = (query: string, socket: Socket) => void

export const RDAP_TYPE = 'application/rdap+json'

/** An answer with a body. */
export const says =
  (status: number, type: string | null, body: unknown, headers: Record<string, string> = {}): RdapBehaviour =>
  (_, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { ...(type === null ? {} : { 'content-type': type }), ...headers }).end(text)
  }

export const NOT_FOUND = says(404, RDAP_TYPE, { errorCode: 404, title: 'Not Found' })
export const makeRecord = (domain: string, more: object = {}) => ({
  objectClassName: 'domain',
  ldhName: domain,
  ...more,
})

/** Every TLD that a test asks for: RDAP under com, io and app, WHOIS under de and jp, nothing public under aw. */
const RDAP_HOST = 'rdap.registry.example'
const SERVICES = new Map(['com', 'io', 'app', 'xn--p1ai'].map((tld) => [tld, `https://${RDAP_HOST}/v1/`]))
const ADDRESSES = { rdap: '93.184.216.34', registrar: '93.184.216.35', iana: '192.0.43.59', whois: '81.91.164.7' }
const NAMES: Record<string, string[]> = {
  [RDAP_HOST]: [ADDRESSES.rdap],
  'rdap.registrar.example': [ADDRESSES.registrar],
  'data.iana.org': [ADDRESSES.rdap],
  'private.registrar.example': ['10.0.0.7'],
  'whois.iana.org': [ADDRESSES.iana],
  'whois.denic.de': [ADDRESSES.whois],
  'whois.jprs.jp': [ADDRESSES.whois],
  'whois.nic.example': [ADDRESSES.whois],
  'whois.private.example': ['10.0.0.8'],
}

const listen = (server: net.Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

async function startWhois(behave: () => WhoisBehaviour) {
  const asked: string[] = []
  const open = new Set<Socket>()
  const server = net.createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!text.endsWith('\r\n')) return
      asked.push(text)
      behave()(text.trim(), socket)
    })
  })
  const port = await listen(server)
  const close = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  return { asked, port, close }
}

const REFERRALS: Record<string, string> = {
  de: 'whois.denic.de',
  jp: 'whois.jprs.jp',
  gg: 'whois.nic.example',
  ws: 'whois.private.example',
  cm: '127.0.0.1',
}
export const IANA: WhoisBehaviour = (tld, socket) =>
  void socket.end(
    `% IANA WHOIS server\n\ndomain:       ${tld.toUpperCase()}\n\n${REFERRALS[tld] ? `whois:        ${REFERRALS[tld]}\n` : ''}status:       ACTIVE\n`,
  )

export async function startRegistryDoubles() {
  const behaviour = {
    rdap: NOT_FOUND as RdapBehaviour,
    /** IANA's list of RDAP services. */
    list: says(503, null, '') as RdapBehaviour,
    iana: IANA as WhoisBehaviour,
    whois: ((_, socket) => void socket.end('Status: free\r\n')) as WhoisBehaviour,
  }
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    if (request.headers.host === 'data.iana.org') return behaviour.list(request, response)
    asked.push(`${request.headers.host}${request.url}`)
    return behaviour.rdap(request, response)
  })
  const port = await listen(server)
  const iana = await startWhois(() => behaviour.iana)
  const whois = await startWhois(() => behaviour.whois)
  const whoisPorts: Record<string, number> = { [ADDRESSES.iana]: iana.port, [ADDRESSES.whois]: whois.port }
  const dialled: string[] = []

  const whoisDial: WhoisDial = (address, wanted, signal) =>
    new Promise((resolve, reject) => {
      dialled.push(`${address}:${wanted}`)
      const local = whoisPorts[address]
      if (local === undefined) return reject(new Error(`a test tried to reach ${address}`))
      const socket = net.connect({ host: '127.0.0.1', port: local, signal })
      Object.defineProperty(socket, 'remoteAddress', { value: address })
      return void socket.once('connect', () => resolve(socket)).once('error', reject)
    })

  /** A registry that sees only these servers; the DNS knows no name unless a test says otherwise. */
  function registry(
    mode: 'live' | 'auto' = 'live',
    options: { dns?: Dns; timeoutMs?: number; services?: Map<string, string> } = {},
  ) {
    const clock = manualClock(new Date('2026-05-01T12:00:00.000Z'))
    const reach = { [ADDRESSES.rdap]: { port }, [ADDRESSES.registrar]: { port } }
    const outbound = createTestOutbound({ allowLoopback: false, names: NAMES, reach })
    const dns: Dns = options.dns ?? (async () => ({ state: 'missing', values: [] }))
    const resolve = async (name: string) => (NAMES[name] ?? []).map((address) => ({ address, family: 4 as const }))
    const { timeoutMs = 10_000, services = SERVICES } = options
    return {
      clock,
      outbound,
      ...createRegistry(mode, clock, { outbound, resolve, dns, whoisDial, services, timeoutMs }),
    }
  }

  return {
    behaviour,
    /** Host and path of every question over HTTP, the list aside. */
    asked,
    iana,
    whois,
    /** Addresses and ports that WHOIS connections were opened to. */
    dialled,
    registry,
    close: () => {
      server.closeAllConnections()
      server.close()
      iana.close()
      whois.close()
    },
  }
}
