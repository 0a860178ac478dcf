// The setting DELIVERY: what moves the domains of live orders. The sandbox always has the simulated registrar.
import { type EppSettings, readEppSettings } from './epp-settings.ts'
import { ConfigError, type Env, readChoice } from './settings.ts'

export type DeliverySettings = { kind: 'manual' | 'simulated' } | { kind: 'epp'; registry: EppSettings }

/** Files that it names start at `root`. */
export function readDelivery(env: Env, production: boolean, root: string): DeliverySettings {
  const kind = readChoice(env, 'DELIVERY', ['manual', 'simulated', 'epp'], 'manual')
  const registry = readEppSettings(env, root)
  if (kind === 'simulated' && production)
    throw new ConfigError('DELIVERY=simulated moves no domains and is not allowed in production. Use manual or epp.')
  if (kind !== 'epp') return { kind }
  if (!registry) throw new ConfigError('DELIVERY=epp needs EPP_URL, EPP_USER and EPP_PASSWORD.')
  return { kind, registry }
}
