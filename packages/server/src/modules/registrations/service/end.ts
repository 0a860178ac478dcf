// How a command ends: the domain gets what the registry did, and its purchase is settled.
import type { Tx } from '../../../db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { addYears, changeDomain, type DomainState, giveDomains } from '../../domains/index.ts'
import { type Command, insertCommands, saveCommand } from '../store/commands.ts'
import type { Mailing } from './notify-buyer.ts'
import { settlePurchase } from './purchase.ts'
import { wakeEngine } from './wake.ts'

export type End = { state: 'done'; expiresAt: Date | null } | { state: 'failed'; message: string }

/** What the registry has now, in the words of owned domains. */
function readState({ kind, params }: Command, expiresAt: Date | null): DomainState {
  switch (kind) {
    case 'set_nameservers':
      return { nameservers: params.nameservers ?? [] }
    case 'set_lock':
      return { locked: params.locked ?? true }
    case 'set_privacy':
      return { privacy: params.enabled ?? true }
    default:
      return expiresAt === null ? {} : { expiresAt }
  }
}

/** A new domain comes to the account as the registry has it, and is then locked against transfers. */
async function recordDone(tx: Tx, command: Command, expiresAt: Date | null, now: Date): Promise<void> {
  if (command.kind !== 'register') return changeDomain(tx, command.domain, readState(command, expiresAt), now)
  const { ownerId, domain, params } = command
  await giveDomains(tx, { accountId: ownerId, email: null }, [domain], now)
  const registered = {
    expiresAt: expiresAt ?? addYears(now, params.years ?? 1),
    nameservers: params.nameservers ?? [],
    locked: false,
  }
  await changeDomain(tx, domain, registered, now)
  const lock = {
    id: newId('registryCommand', now),
    ownerId,
    domain,
    kind: 'set_lock' as const,
    params: { locked: true },
  }
  await insertCommands(tx, [{ ...lock, state: 'queued', bulkId: null, purchaseId: null, priceCents: null }], now)
  tx.afterCommit(wakeEngine)
}

/** The caller has locked the command. */
export async function endCommand(deps: Mailing, tx: Tx, command: Command, end: End, now: Date): Promise<void> {
  const lastError = end.state === 'failed' ? end.message : null
  // Who registers a domain is the registry's to keep.
  const { registrant: _, ...params } = command.params
  await saveCommand(tx, command, { state: end.state, lastError, params }, now)
  if (end.state === 'done') await recordDone(tx, command, end.expiresAt, now)
  if (command.purchaseId !== null) await settlePurchase(deps, tx, command.purchaseId, now)
}
