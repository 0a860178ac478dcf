// How commands to the registry look on the wire: for the owner of the domain in the report of a bulk run, and for operators.
import {
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { type BulkRun, bulkRunFields, bulkRunView } from '../../domains/index.ts'
import { COMMAND_KINDS, COMMAND_STATES, PROGRESS, STEP_NAMES, STEP_OUTCOMES, toProgress } from '../rules/commands.ts'
import type { Command, CommandStep } from '../store/commands.ts'

const BulkReportRowView = Named('BulkReportRow', {
  domain: Type.String(),
  progress: OneOf(PROGRESS),
  error: Nullable(Type.String({ description: 'Why the change failed, or why it is tried again.' })),
  updated_at: Timestamp(),
})

export const BulkReportView = Named('BulkReport', {
  ...bulkRunFields,
  pending: Type.Integer({ description: 'Domains that the registry has not changed yet.' }),
  results: Type.Array(BulkReportRowView, {
    description: 'Domains whose change goes to the registry. Empty if no connector is configured.',
  }),
})

export function bulkReportView(run: BulkRun, commands: readonly Command[]): Static<typeof BulkReportView> {
  const results = commands.map(({ domain, state, lastError, updatedAt }) => ({
    domain,
    progress: toProgress(state),
    error: lastError,
    updated_at: isoTime(updatedAt),
  }))
  const count = (progress: string): number => results.filter((row) => row.progress === progress).length
  const failed = count('failed')
  const view = bulkRunView(run)
  return {
    ...view,
    succeeded: view.succeeded - failed,
    failed: view.failed + failed,
    pending: count('pending') + count('awaiting_payment'),
    results,
  }
}

export const CommandView = Named('RegistryCommand', {
  command_id: IdText('cmd_'),
  domain: Type.String(),
  kind: OneOf(COMMAND_KINDS),
  state: OneOf(COMMAND_STATES),
  user_id: IdText('usr_'),
  bulk_id: Nullable(IdText('blk_')),
  attempts: Type.Integer({ description: 'Commands that were sent.' }),
  last_error: Nullable(Type.String()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

export const commandView = (command: Command): Static<typeof CommandView> => ({
  command_id: command.id,
  domain: command.domain,
  kind: command.kind,
  state: command.state,
  user_id: command.ownerId,
  bulk_id: command.bulkId,
  attempts: command.attempts,
  last_error: command.lastError,
  created_at: isoTime(command.createdAt),
  updated_at: isoTime(command.updatedAt),
})

const StepView = Strict({
  line: Type.Integer(),
  step: OneOf(STEP_NAMES),
  transaction: Type.String({ description: 'Name of the attempt at the registry (clTRID).' }),
  outcome: OneOf(STEP_OUTCOMES),
  message: Nullable(Type.String()),
  server_transaction: Nullable(Type.String()),
  sent_at: Timestamp(),
  finished_at: Nullable(Timestamp()),
})

export const CommandDetailView = Named('RegistryCommandDetail', {
  command: CommandView,
  steps: Type.Array(StepView),
})

export const commandDetailView = (
  command: Command,
  steps: readonly CommandStep[],
): Static<typeof CommandDetailView> => ({
  command: commandView(command),
  steps: steps.map((step) => ({
    line: step.line,
    step: step.step,
    transaction: step.transaction,
    outcome: step.outcome,
    message: step.message,
    server_transaction: step.serverTransaction,
    sent_at: isoTime(step.sentAt),
    finished_at: isoTimeOrNull(step.finishedAt),
  })),
})
