// How commands to the registry look on the wire: for the owner of the domain in the report of a bulk run, and for operators.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  Cents,
  CurrencyCode,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { toUnicodeDomain } from '../../../kernel/text/domain-name.ts'
import { type BulkRun, bulkRunFields, bulkRunView } from '../../domains/index.ts'
import {
  COMMAND_KINDS,
  COMMAND_STATES,
  OPERATOR_ACTIONS,
  operatorActions,
  PROGRESS,
  STEP_NAMES,
  STEP_OUTCOMES,
  toProgress,
} from '../rules/commands.ts'
import { PURCHASE_CURRENCY } from '../rules/purchases.ts'
import type { Command, CommandStep } from '../store/commands.ts'

const BulkReportRowView = Named('BulkReportRow', {
  domain: Type.String(),
  domain_unicode: Type.String(),
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
    domain_unicode: toUnicodeDomain(domain),
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

export const STATES = { values: COMMAND_STATES, title: 'RegistryCommandState' }

export const CommandView = Named('RegistryCommand', {
  command_id: IdText('cmd_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  kind: OneOf(COMMAND_KINDS, { title: 'RegistryCommandKind', description: 'What the command changes.' }),
  state: OneOf(STATES.values, { title: STATES.title }),
  user_id: IdText('usr_'),
  bulk_id: Nullable(IdText('blk_')),
  purchase_id: Nullable(IdText('pur_')),
  price_cents: Nullable(Cents('What the owner paid for it, in minor units. Null for changes that are free.')),
  currency: Nullable(CurrencyCode()),
  attempts: Type.Integer({ description: 'Commands that were sent.' }),
  last_error: Nullable(Type.String()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  actions: ActionsView('RegistryCommandAction', OPERATOR_ACTIONS, STATES),
})

export const commandView = (command: Command): Static<typeof CommandView> => ({
  command_id: command.id,
  domain: command.domain,
  domain_unicode: toUnicodeDomain(command.domain),
  kind: command.kind,
  state: command.state,
  user_id: command.ownerId,
  bulk_id: command.bulkId,
  purchase_id: command.purchaseId,
  price_cents: command.priceCents,
  currency: command.priceCents === null ? null : PURCHASE_CURRENCY,
  attempts: command.attempts,
  last_error: command.lastError,
  created_at: isoTime(command.createdAt),
  updated_at: isoTime(command.updatedAt),
  actions: actionViews(operatorActions(command.state)),
})

const StepView = Named('RegistryCommandStep', {
  line: Type.Integer(),
  step: OneOf(STEP_NAMES, { title: 'RegistryCommandStepName', description: 'What was asked of the registry.' }),
  transaction: Type.String({ description: 'Name of the attempt at the registry (clTRID).' }),
  outcome: OneOf(STEP_OUTCOMES, {
    title: 'RegistryCommandStepOutcome',
    description:
      '`sent`: no response yet. `failed`: retried later. `unknown`: the response was lost; the service asks the registry ' +
      'before it sends another command.',
  }),
  message: Nullable(Type.String()),
  server_transaction: Nullable(Type.String()),
  sent_at: Timestamp(),
  finished_at: Nullable(Timestamp()),
})

/** What the registry is asked for. A field that the kind does not change is null. */
const RequestedView = Named('RequestedChange', {
  years: Nullable(Type.Integer({ description: 'Term in years.' })),
  nameservers: Nullable(Type.Array(Type.String(), { description: 'Nameservers.' })),
  locked: Nullable(Type.Boolean({ description: 'Whether the domain is locked against transfers.' })),
  privacy: Nullable(Type.Boolean({ description: 'Whether contact data is hidden.' })),
})

export const CommandDetailView = Named('RegistryCommandDetail', {
  command: CommandView,
  user_email: Nullable(Type.String({ description: 'Email address of the owner. Null if the account was deleted.' })),
  requested: RequestedView,
  steps: Type.Array(StepView),
})

export const commandDetailView = (
  command: Command,
  userEmail: string | null,
  steps: readonly CommandStep[],
): Static<typeof CommandDetailView> => ({
  command: commandView(command),
  user_email: userEmail,
  requested: {
    years: command.params.years ?? null,
    nameservers: command.params.nameservers ?? null,
    locked: command.params.locked ?? null,
    privacy: command.params.enabled ?? null,
  },
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
