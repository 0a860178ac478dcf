// The registries as the service asks them: the real ones, a simulated one, or whichever can be reached.
import type { Clock } from '../../kernel/clock.ts'
import { type Resolve, systemResolve } from '../outbound/connect.ts'
import { createOutbound, type Outbound } from '../outbound/http.ts'
import { createDns, type Dns } from '../site-probe/dns.ts'
import { createAutoRegistry } from './auto.ts'
import { createBootstrap } from './bootstrap.ts'
import { createTakenHint } from './dns.ts'
import type { Registry } from './finding.ts'
import { createGate } from './gate.ts'
import { createLiveRegistry } from './live.ts'
import { createRdap } from './rdap.ts'
import { createSimulatedRegistry, type IsListed } from './simulated.ts'
import { createWhois, type WhoisDial } from './whois.ts'

export type { Availability, Lookup, Registration, Registry, RegistrySource, RegistryState } from './finding.ts'

/** What a test puts in place of the network. */
export type RegistryNetwork = {
  outbound?: Outbound
  resolve?: Resolve
  dns?: Dns
  whoisDial?: WhoisDial
  /** For each question to a registry. */
  timeoutMs?: number
  /** The RDAP services to start with, by TLD. */
  services?: Map<string, string>
}

const PROBE_TIMEOUT_MS = 1500
const RDAP_MANNERS = { atOnce: 6, waiting: 24, burst: 40, perSecond: 10 }
const WHOIS_MANNERS = { atOnce: 2, waiting: 8, burst: 10, perSecond: 2 }

/** Registries are public machines in development too, so loopback is refused here always. */
function createReal(clock: Clock, network: RegistryNetwork) {
  const { outbound = createOutbound({ allowLoopback: false }), resolve = systemResolve(), dns = createDns() } = network
  const { services, whoisDial } = network
  const patience = network.timeoutMs ? { timeoutMs: network.timeoutMs } : {}
  const bootstrap = createBootstrap({ outbound, clock, ...(services ? { services } : {}) })
  const live = createLiveRegistry({
    clock,
    bootstrap,
    rdap: createRdap({ outbound, gate: createGate(clock, RDAP_MANNERS), clock, ...patience }),
    whois: createWhois({
      resolve,
      gate: createGate(clock, WHOIS_MANNERS),
      clock,
      ...(whoisDial ? { dial: whoisDial } : {}),
      ...patience,
    }),
    isTaken: createTakenHint(dns),
    close: () => outbound.close(),
  })
  return { live, probe: () => bootstrap.refresh(PROBE_TIMEOUT_MS) }
}

export function createRegistry(
  mode: 'auto' | 'live' | 'simulated',
  clock: Clock,
  network: RegistryNetwork = {},
  isListed?: IsListed,
): Registry {
  const simulated = createSimulatedRegistry(clock, isListed)
  if (mode === 'simulated') return simulated
  const { live, probe } = createReal(clock, network)
  return mode === 'live' ? live : createAutoRegistry({ clock, live, simulated, probe })
}
