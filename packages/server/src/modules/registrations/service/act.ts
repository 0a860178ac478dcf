// What operators do with a command: take it over, ask the registry again, record that it is done, or end it.
import type { Tx } from '../../../db/sql.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import { addYears } from '../../domains/index.ts'
import { OPERATOR_MACHINE, type OperatorAction } from '../rules/commands.ts'
import { type Command, isUnderWay, lockCommand, saveCommand } from '../store/commands.ts'
import { endCommand } from './end.ts'
import type { Mailing } from './notify-buyer.ts'
import { wakeEngine } from './wake.ts'

export type Acting = { action: OperatorAction; expiresAt: Date | null; note: string | null }

const ENDED = 'The operator ended this change.'

/** The new expiry date, where the operator does not say. */
const guessExpiry = ({ kind, baseExpiresAt, params, createdAt }: Command): Date | null => {
  if (kind === 'renew' && baseExpiresAt) return addYears(baseExpiresAt, params.years ?? 1)
  return kind === 'register' ? addYears(createdAt, params.years ?? 1) : null
}

const UNDER_WAY = 'A command is on its way to the registry. Try again in a minute.'

const conflict = (message: string): ApiError => new ApiError('conflict', { message, reason: 'illegal_transition' })

export async function actOnCommand(deps: Mailing, tx: Tx, id: string, acting: Acting, now: Date): Promise<void> {
  const command = isId('registryCommand', id) ? await lockCommand(tx, id) : undefined
  if (!command) throw notFound('Registry command not found.')
  const { action } = acting
  if (nextState(OPERATOR_MACHINE, command.state, action) === null)
    throw conflict(
      `Cannot apply ${action} to a registry command in state ${command.state}. Its field actions lists what it accepts now.`,
    )
  // The registry may be doing it right now: what the operator saw there says nothing yet.
  const ends = action === 'confirm' || action === 'fail'
  if (ends && (await isUnderWay(tx, command.id, now))) throw conflict(UNDER_WAY)
  switch (action) {
    case 'retry':
      await saveCommand(tx, command, { state: 'queued', failures: 0 }, now)
      break
    case 'take_over':
      await saveCommand(tx, command, { state: 'needs_operator' }, now)
      break
    case 'confirm':
      await endCommand(deps, tx, command, { state: 'done', expiresAt: acting.expiresAt ?? guessExpiry(command) }, now)
      break
    case 'fail':
      await endCommand(deps, tx, command, { state: 'failed', message: acting.note ?? ENDED }, now)
  }
  // Later commands of the domain may go on.
  tx.afterCommit(wakeEngine)
}
