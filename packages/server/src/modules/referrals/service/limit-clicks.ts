// A small allowance for each client network, kept in memory: a click must not wait for the database to be limited.
import type { RateLimit } from '../../../config.ts'

/** Networks remembered at a time. The one that began first makes room and starts again with a full allowance. */
const NETWORKS_MAX = 50_000

type Left = { tokens: number; at: number }

/** Without a limit every click is within it. */
export function createNetworkBudget(limit: RateLimit | null, now: () => number = () => performance.now()) {
  const networks = new Map<string, Left>()
  const perMs = limit === null ? 0 : limit.capacity / (limit.perSeconds * 1000)

  function refillTokens(network: string, capacity: number): Left {
    const known = networks.get(network)
    const at = now()
    if (known !== undefined) {
      known.tokens = Math.min(capacity, known.tokens + (at - known.at) * perMs)
      known.at = at
      return known
    }
    if (networks.size >= NETWORKS_MAX) networks.delete(networks.keys().next().value as string)
    const fresh = { tokens: capacity, at }
    networks.set(network, fresh)
    return fresh
  }

  return {
    /** Takes one if there is one. */
    take(network: string): boolean {
      if (limit === null) return true
      const left = refillTokens(network, limit.capacity)
      if (left.tokens < 1) return false
      left.tokens -= 1
      return true
    },
    giveBack(network: string): void {
      const known = limit === null ? undefined : networks.get(network)
      if (known !== undefined) known.tokens += 1
    },
  }
}
