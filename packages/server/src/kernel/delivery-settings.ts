// The setting DELIVERY: what moves the domains of live orders. The sandbox always has the simulated registrar.
import { ConfigError, type Env, readChoice } from './settings.ts'

export type DeliveryKind = 'manual' | 'simulated' | 'epp'

export function readDelivery(env: Env, production: boolean): DeliveryKind {
  const kind = readChoice(env, 'DELIVERY', ['manual', 'simulated', 'epp'], 'manual')
  if (kind === 'simulated' && production)
    throw new ConfigError('DELIVERY=simulated moves no domains and is not allowed in production. Use manual or epp.')
  return kind
}
