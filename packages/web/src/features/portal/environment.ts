// Sandbox or live: which one a person works in, and where its calls go.
import type { Environment } from '@freehold/sdk/types'
import { send } from '../../api/client.ts'
import type { Transport } from '../../api/hooks.ts'

export type { Environment }

/** The partner's routes stand a second time in the portal, below the environment. */
export const portalOperation = (operation: string, environment: Environment): string =>
  operation.replace(/ \/api\/partner\/(v1\/)?/, ` /api/portal/v1/${environment}/`)

/** What is on a page is read again at this pace: a person's reads are counted, too. */
const PACE_SECONDS = 20

export const portalTransport = (partnerId: string, environment: Environment): Transport => ({
  key: `${partnerId} ${environment}`,
  every: PACE_SECONDS,
  send: (operation, input) =>
    send(portalOperation(operation, environment), {
      ...input,
      headers: { 'x-partner-id': partnerId, ...input?.headers },
    }),
})
