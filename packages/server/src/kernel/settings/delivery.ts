// The settings DELIVERY and DELIVERY_CONFIRM: what moves the domains of live orders, and who confirms that they arrived. The sandbox always has the simulated registrar.

import { DELIVERY_CONCURRENCY } from '../limits.ts'
import { type EppSettings, readEppSettings } from './epp.ts'
import { ConfigError, type Env, readChoice } from './values.ts'

/** Who confirms a delivery when RDAP names the expected registrar: an operator, or the service. */
type Confirming = { confirm: 'propose' | 'auto' /** Of the registry. */; readsMessages: boolean }
export type DeliverySettings = Confirming & ({ kind: 'manual' | 'simulated' } | { kind: 'epp'; registry: EppSettings })

/** Files that it names start at `root`. */
export function readDelivery(env: Env, production: boolean, root: string): DeliverySettings {
  const kind = readChoice(env, 'DELIVERY', ['manual', 'simulated', 'epp'], 'manual')
  const confirm = readChoice(env, 'DELIVERY_CONFIRM', ['propose', 'auto'], 'propose')
  const readsMessages = readChoice(env, 'EPP_MESSAGES', ['on', 'off'], 'on') === 'on'
  const registry = readEppSettings(env, root)
  if (kind === 'simulated' && production)
    throw new ConfigError('DELIVERY=simulated moves no domains and is not allowed in production. Use manual or epp.')
  if (kind !== 'epp') return { kind, confirm, readsMessages }
  if (!registry) throw new ConfigError('DELIVERY=epp needs EPP_URL, EPP_USER and EPP_PASSWORD.')
  return { kind, confirm, readsMessages, registry }
}

/** While some of the domains wait for the database, others keep the sessions with the registry busy. */
export const countLanes = (delivery: DeliverySettings, perSession: number): number =>
  Math.max(DELIVERY_CONCURRENCY, delivery.kind === 'epp' ? perSession * delivery.registry.sessions : 0)
