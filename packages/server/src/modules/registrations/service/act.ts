// What operators do with a command that the service cannot end: ask the registry again, record that it is done, or end it.
import type { Tx } from '../../../db/sql.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import { addYears } from '../../domains/index.ts'
import { OPERATOR_MACHINE, type OperatorAction } from '../rules/commands.ts'
import { type Command, lockCommand, saveCommand } from '../store/commands.ts'
import { endCommand } from './end.ts'
import { wakeEngine } from './wake.ts'

export type Acting = { action: OperatorAction; expiresAt: Date | null; note: string | null }

const ENDED = 'The operator ended this change.'

/** The new expiry date, where the operator does not say. */
const guessExpiry = ({ kind, baseExpiresAt, params, createdAt }: Command): Date | null => {
  if (kind === 'renew' && baseExpiresAt) return addYears(baseExpiresAt, params.years ?? 1)
  return kind === 'register' ? addYears(createdAt, params.years ?? 1) : null
}

export async function actOnCommand(tx: Tx, id: string, acting: Acting, now: Date): Promise<void> {
  const command = isId('registryCommand', id) ? await lockCommand(tx, id) : undefined
  if (!command) throw notFound('Registry command not found.')
  if (nextState(OPERATOR_MACHINE, command.state, acting.action) === null)
    throw new ApiError('conflict', {
      message: `Cannot ${acting.action} a registry command in state ${command.state}.`,
      reason: 'illegal_transition',
    })
  if (acting.action === 'retry') {
    await saveCommand(tx, command, { state: 'queued', failures: 0 }, now)
    tx.afterCommit(wakeEngine)
  } else if (acting.action === 'confirm') {
    await endCommand(tx, command, { state: 'done', expiresAt: acting.expiresAt ?? guessExpiry(command) }, now)
    tx.afterCommit(wakeEngine)
  } else {
    await endCommand(tx, command, { state: 'failed', message: acting.note ?? ENDED }, now)
    tx.afterCommit(wakeEngine)
  }
}
