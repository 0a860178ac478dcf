// The real registries while the network can be reached, the simulated one while it cannot. Nobody waits to find that out twice.
import type { Clock } from '../../kernel/clock.ts'
import type { Registry } from './finding.ts'

const UNREACHABLE_SECONDS = 60
const REACHABLE_SECONDS = 600
/** A registry that is silent may be the network's fault; looked into at most this often. */
const DOUBT_SECONDS = 30

export function createAutoRegistry(parts: {
  clock: Clock
  live: Registry
  simulated: Registry
  /** A short look whether there is a network. */
  probe(): Promise<boolean>
}): Registry {
  const { clock, live, simulated, probe } = parts
  let reachable: boolean | null = null
  let probedAt = 0
  let probing: Promise<void> | null = null
  const now = () => clock.now().getTime()

  function look(): Promise<void> {
    probing ??= probe()
      .catch(() => false)
      .then((reached) => {
        reachable = reached
        probedAt = now()
        probing = null
      })
    return probing
  }

  const lookIfOlderThan = (seconds: number): void => {
    if (now() - probedAt >= seconds * 1000) void look()
  }

  /** Only the very first question waits for the look; later ones go by what is known while a new look is under way. */
  async function chosen(): Promise<Registry> {
    if (reachable === null) await look()
    else lookIfOlderThan(reachable ? REACHABLE_SECONDS : UNREACHABLE_SECONDS)
    return reachable ? live : simulated
  }

  async function asked<T extends { state: string }>(question: (registry: Registry) => Promise<T>): Promise<T> {
    const registry = await chosen()
    const finding = await question(registry)
    if (registry === live && finding.state === 'unknown') lookIfOlderThan(DOUBT_SECONDS)
    return finding
  }

  return {
    check: (domain) => asked((registry) => registry.check(domain)),
    lookup: (domain) => asked((registry) => registry.lookup(domain)),
    readRecord: (domain) => asked((registry) => registry.readRecord(domain)),
    warm: look,
    close: () => live.close(),
  }
}
