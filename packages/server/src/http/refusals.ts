// Limits clients whose signatures are refused, by network, so that they cost neither a signature check nor a database query.
import type { RateLimit } from '../config.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import { toNetwork } from '../kernel/text/client-network.ts'
import { rateHeaders } from './admission/admission.ts'

/** Networks this process remembers, blocked or with refusals that are not charged yet. The oldest entry makes room. */
const NETWORKS_MAX = 10_000
/** Writes under way at a time. Further refusals are counted in memory until one of them ends. */
const CHARGES_MAX = 20

/**
 * Refused before the rate limit of a partner counted the request. Anyone can cause a refused signature, timestamp or nonce; the
 * holder of a revoked key, or of a suspended partner's, can go on sending too.
 */
export const isRefusedUncounted = (error: ApiError): boolean =>
  error.status === 401 || error.reason === 'partner_suspended' || error.reason === 'partner_not_approved'

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= NETWORKS_MAX && !map.has(key)) map.delete(map.keys().next().value as string)
  map.set(key, value)
}

type Blocked = { untilMs: number; limit: RateLimit }

/**
 * All processes share the bucket; each remembers on its own which networks emptied it. A request that is not refused costs one
 * lookup in memory.
 */
export function createRefusalLimit({ config, admission, log }: Pick<Deps, 'config' | 'admission' | 'log'>) {
  const blocked = new Map<string, Blocked>()
  const uncharged = new Map<string, number>()
  const charging = new Set<string>()

  async function charge(network: string, limit: RateLimit): Promise<void> {
    charging.add(network)
    try {
      const amount = Math.min(uncharged.get(network) ?? 0, limit.capacity)
      uncharged.delete(network)
      const bucket = { key: `${limit.name}:${network}`, limit, amount }
      const verdict = await admission.admit({ nonce: null, bucket, partnerId: null, durable: false })
      if (!verdict.granted)
        remember(blocked, network, { untilMs: performance.now() + verdict.retryAfter * 1000, limit })
    } catch (error) {
      log.warn({ err: error }, 'could not count rejected requests')
    } finally {
      charging.delete(network)
    }
    for (const next of uncharged.keys()) {
      if (charging.has(next)) continue
      void charge(next, limit)
      return
    }
  }

  return {
    /** Throws 429 while the network is blocked. */
    assertOpen(address: string): void {
      if (blocked.size === 0) return
      const network = toNetwork(address)
      const found = blocked.get(network)
      if (!found) return
      const seconds = Math.ceil((found.untilMs - performance.now()) / 1000)
      if (seconds <= 0) {
        blocked.delete(network)
        return
      }
      const bucket = { key: network, limit: found.limit }
      const verdict = { fresh: true, granted: false, sandboxOffsetSeconds: 0, remaining: 0, retryAfter: seconds }
      throw new ApiError('rate_limited', {
        message:
          'Too many requests from your network failed authentication. Retry after the number of seconds in Retry-After.',
        headers: { ...rateHeaders(bucket, verdict), 'retry-after': String(seconds) },
      })
    },
    /** Counts one refusal. The write happens in the background, at most one at a time for each network. */
    note(address: string): void {
      if (config.rateLimits === 'off') return
      const network = toNetwork(address)
      remember(uncharged, network, (uncharged.get(network) ?? 0) + 1)
      if (!charging.has(network) && charging.size < CHARGES_MAX)
        void charge(network, config.rateLimits.refused_signatures)
    },
  }
}
