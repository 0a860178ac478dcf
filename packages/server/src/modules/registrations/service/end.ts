// How a command ends: the domain gets what the registry did.
import type { Tx } from '../../../db/sql.ts'
import { changeDomain, type DomainState } from '../../domains/index.ts'
import type { Command } from '../store/commands.ts'
import { saveCommand } from '../store/commands.ts'

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

/** The caller has locked the command. */
export async function endCommand(tx: Tx, command: Command, end: End, now: Date): Promise<void> {
  const lastError = end.state === 'failed' ? end.message : null
  // Who registers a domain is the registry's to keep.
  const { registrant: _, ...params } = command.params
  await saveCommand(tx, command, { state: end.state, lastError, params }, now)
  if (end.state === 'done') await changeDomain(tx, command.domain, readState(command, end.expiresAt), now)
}
