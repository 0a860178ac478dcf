// How much one client network may hold at a time: connections, or behind a trusted proxy requests under way.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { toNetwork } from '../kernel/text/client-network.ts'
import { sendFailure } from './failures.ts'
import { isFromPage } from './page-reads.ts'
import { isProbe } from './probes.ts'
import { respondAndClose } from './wire.ts'

const RETRY_AFTER = { 'retry-after': '1' }

/** Counts by network and forgets a network that holds nothing. */
export function createCounter(max: number) {
  const held = new Map<string, number>()
  return {
    /** False: this network holds as much as it may. */
    take(network: string): boolean {
      const count = held.get(network) ?? 0
      if (count >= max) return false
      held.set(network, count + 1)
      return true
    },
    giveBack(network: string): void {
      const count = held.get(network) ?? 0
      if (count > 1) held.set(network, count - 1)
      else held.delete(network)
    },
    get size(): number {
      return held.size
    },
  }
}

type Needs = Pick<Deps, 'config' | 'log' | 'metrics' | 'clock'>

/** The client is at the other end of the socket. Idle connections count as well. */
function capConnections(app: FastifyInstance, deps: Needs, max: number): void {
  const counter = createCounter(max)
  app.server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) return
    const network = toNetwork(socket.remoteAddress)
    if (counter.take(network)) {
      socket.once('close', () => counter.giveBack(network))
      return
    }
    deps.metrics.errors.inc({ code: 'rate_limited' })
    const message = 'Too many open connections from your IP address. Close some, or reuse the open ones.'
    const refusal = new ApiError('rate_limited', { message, headers: RETRY_AFTER })
    respondAndClose(socket, refusal, { requestId: newId('request', deps.clock.now()) })
  })
}

/** At the other end of the socket is the proxy, which names the client. A request counts before its body has arrived. */
function capRequests(app: FastifyInstance, deps: Needs, max: number): void {
  const counter = createCounter(max)
  app.addHook('onRequest', (request, reply, done) => {
    // The reads of a page belong to its own request, which was counted.
    if (isProbe(request.routeOptions.config.routeId) || isFromPage(request)) return done()
    const network = toNetwork(request.ip)
    if (counter.take(network)) {
      reply.raw.once('close', () => counter.giveBack(network))
      return done()
    }
    const message =
      'Too many concurrent requests from your IP address. Wait for a response before you send another request.'
    const refusal = new ApiError('rate_limited', { message, headers: RETRY_AFTER })
    sendFailure(deps, request, reply, refusal, { expected: true })
  })
}

export function capClients(app: FastifyInstance, deps: Needs): void {
  const { connectionsPerAddress: max, trustProxy } = deps.config
  if (max === 0) return
  if (trustProxy === 0) capConnections(app, deps, max)
  else capRequests(app, deps, max)
}
