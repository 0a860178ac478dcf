// Live or sandbox: which one the console shows. Lists, the queue and its counts are of one environment.
import { createContext, useContext } from 'react'
import { type Operation, send } from '../../api/client.ts'
import type { Transport } from '../../api/hooks.ts'
import type { ChangeEnvironment, Environment } from '../../api/shown-environment.ts'

/** Every read is audited, so open pages refresh only once a minute. */
const PACE_SECONDS = 60

/** The lists that have both environments. Everything else, such as operators and TLDs, is the same in both. */
export const IN_ENVIRONMENT: ReadonlySet<string> = new Set<Operation>([
  'GET /api/operator/v1/queue',
  'GET /api/operator/v1/queue/{group}',
  'GET /api/operator/v1/orders',
  'GET /api/operator/v1/listings',
  'GET /api/operator/v1/brokerage',
  'GET /api/operator/v1/settlements',
  'GET /api/operator/v1/settlements/preview',
  'GET /api/operator/v1/payouts',
  'GET /api/operator/v1/payouts/due',
  'GET /api/operator/v1/disputes',
  'GET /api/operator/v1/documents',
  'GET /api/operator/v1/webhooks/deliveries',
  'GET /api/operator/v1/webhooks/endpoints',
  'GET /api/operator/v1/mail',
])

/** Sends lists with the environment that the console shows. */
export const consoleTransport = (environment: Environment): Transport => ({
  key: `console ${environment}`,
  every: PACE_SECONDS,
  send: (operation, input) =>
    send(operation, IN_ENVIRONMENT.has(operation) ? { ...input, query: { environment, ...input?.query } } : input),
})

type Shared = { environment: Environment; setEnvironment: ChangeEnvironment }

export const EnvironmentContext = createContext<Shared>({ environment: 'live', setEnvironment: () => undefined })
export const useShownEnvironment = (): Shared => useContext(EnvironmentContext)
