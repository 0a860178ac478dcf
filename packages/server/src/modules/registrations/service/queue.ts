// Queues changes of people's domains for the registry.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { Registrars } from '../../../integrations/registrar/registrar.ts'
import type { DomainCommands } from '../../../kernel/contracts/domain-commands.ts'
import { invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { findUser } from '../../accounts/index.ts'
import { insertCommands } from '../store/commands.ts'
import { openPurchase, type PurchaseDeps } from './purchase.ts'
import { wakeEngine } from './wake.ts'

type QueueDeps = PurchaseDeps & Pick<Deps, 'registrars'>

/** Something is only sold where it can be carried out and paid. */
export const canCharge = ({ registrars, payments }: Pick<Deps, 'registrars' | 'payments'>): boolean =>
  isConnected(registrars) && payments.live !== null

export const isConnected = ({ live }: Registrars<Db>): boolean => live !== null

export const createDomainCommands = (getDeps: () => QueueDeps): DomainCommands<Tx> => ({
  // Read each time: tests exchange the connector.
  isConnected: () => isConnected(getDeps().registrars),
  canCharge: () => canCharge(getDeps()),
  async openRenewal(tx, { userId, bulkId, years, items }) {
    const user = await findUser(tx, userId)
    const [first, ...others] = items.map((item) => ({ ...item, kind: 'renew' as const, params: { years } }))
    invariant(first, 'a renewal has a domain')
    const page = `/account/changes/${bulkId}`
    return openPurchase(getDeps(), tx, {
      userId,
      buyer: { email: user.email, name: null, country: null },
      product: 'renewal',
      bulkId,
      items: [first, ...others],
      returnPath: page,
      cancelPath: page,
    })
  },
  async queue(tx, { kind, params, userId: ownerId, bulkId, domains }, now) {
    const commands = domains.map((domain) => ({
      id: newId('registryCommand', now),
      ownerId,
      domain,
      kind,
      params,
      state: 'queued' as const,
      bulkId,
      purchaseId: null,
      priceCents: null,
    }))
    await insertCommands(tx, commands, now)
    tx.afterCommit(wakeEngine)
  },
})
