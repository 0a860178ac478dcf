// The registry simulator as a TLS server: who may log in, how many sessions each client has, and the log of commands.
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { systemTimers, type Timers } from '../timers.ts'
import { type Certificate, createCertificate } from './certificate.ts'
import { createLabelFaults, type FaultSource } from './faults.ts'
import { createRegistry, type Registry, type RegistryOptions } from './registry.ts'
import { type CommandRecord, type SessionHost, SimulatorSession } from './session.ts'

export type SimulatorOptions = Omit<RegistryOptions, 'now'> & {
  host?: string
  port?: number
  /** Passwords by client. */
  clients: Record<string, string>
  certificate?: Certificate
  /** The certificate that signed those of clients; without it, clients need none. */
  clientCa?: string
  sessionsPerClient?: number
  /** Faults of the caller. Domains with a `fault-…` label have theirs in any case. */
  faults?: FaultSource
  /** How late `slow` and `slow-greeting` are. */
  slowMs?: number
  now?: () => Date
  timers?: Timers
  onCommand?: (entry: CommandRecord) => void
}
export type Simulator = {
  url: string
  port: number
  /** The certificate to trust. */
  ca: string
  registry: Registry
  countSessions(client: string): number
  /** Closes every connection without a word, as a registry does that restarts. */
  dropConnections(): void
  close(): Promise<void>
}

const CONNECTIONS_MAX = 500

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, clients, sessionsPerClient = 20, slowMs = 2000 } = options
  const { now = () => new Date(), timers = systemTimers, onCommand, faults } = options
  const certificate = options.certificate ?? createCertificate(now(), 365)
  const registry = createRegistry({ ...options, now })
  const passwords = new Map(Object.entries(clients))
  const sessions = new Map<string, number>()
  const sockets = new Set<TLSSocket>()
  const countSessions = (client: string): number => sessions.get(client) ?? 0
  const session: SessionHost = {
    registry,
    now,
    timers,
    slowMs,
    faults: [...(faults ? [faults] : []), createLabelFaults()],
    findPassword: (client) => passwords.get(client),
    changePassword: (client, password) => passwords.set(client, password),
    enter(client) {
      if (countSessions(client) >= sessionsPerClient) return false
      sessions.set(client, countSessions(client) + 1)
      return true
    },
    leave: (client) => sessions.set(client, countSessions(client) - 1),
    record: (entry) => onCommand?.(entry),
  }
  const server = createServer({
    ...certificate,
    minVersion: 'TLSv1.2',
    ...(options.clientCa ? { ca: options.clientCa, requestCert: true, rejectUnauthorized: true } : {}),
  })
  server.maxConnections = CONNECTIONS_MAX
  server.on('secureConnection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    new SimulatorSession(socket, session)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actualPort } = server.address() as AddressInfo
  const dropConnections = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `epps://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    port: actualPort,
    ca: certificate.cert,
    registry,
    countSessions,
    dropConnections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        dropConnections()
      }),
  }
}
