// Queues changes of people's domains for the registry.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Registrars } from '../../../integrations/registrar.ts'
import type { DomainCommands } from '../../../kernel/domain-commands.ts'
import { newId } from '../../../kernel/ids.ts'
import { insertCommands } from '../store/commands.ts'
import { wakeEngine } from './wake.ts'

export const isConnected = ({ live }: Registrars<Db>): boolean => live !== null

export const createDomainCommands = (registrars: Registrars<Db>): DomainCommands<Tx> => ({
  // Read each time: tests and operators' tools exchange the connector.
  isConnected: () => isConnected(registrars),
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
