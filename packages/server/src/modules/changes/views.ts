// Changes as the API shows them.
import { EnvironmentName, IdText, Named, Nullable, OneOf, Type } from '../../http/schema.ts'
import { CHANGE_KINDS, type ChangeBatch } from '../../kernel/contracts/changes.ts'
import { CHANGES_BATCH_MAX, CHANGES_CURSOR_LENGTH_MAX, CHANGES_RESUME_SECONDS } from '../../kernel/limits.ts'
import { changeView, formatCursor } from './rules.ts'

export const ChangeView = Named(
  'Change',
  {
    kind: OneOf(CHANGE_KINDS, { title: 'ChangeKind', description: 'The kind of record, and whether it is new.' }),
    id: Nullable(Type.String({ description: 'ID of the record. Null if several records changed together.' })),
    partner_id: IdText('ptn_'),
    environment: EnvironmentName(),
  },
  'A record that changed.',
)

export const ChangesView = Named('ChangeBatch', {
  changes: Type.Array(ChangeView, { description: `Changed records, at most ${CHANGES_BATCH_MAX}.` }),
  reset: Type.Boolean({
    description: `True if changes were left out: there were more than ${CHANGES_BATCH_MAX}, or the cursor is older than ${CHANGES_RESUME_SECONDS / 60} minutes. Read all records again.`,
  }),
  cursor: Type.String({ description: 'Send it as `after` to get the changes that follow.' }),
})

export const changesView = ({ changes, isReset, cursor }: ChangeBatch) => ({
  changes: changes.map(changeView),
  reset: isReset,
  cursor: formatCursor(cursor),
})

export const afterQuery = {
  after: Type.Optional(
    Type.String({
      maxLength: CHANGES_CURSOR_LENGTH_MAX,
      description:
        'The `cursor` of an earlier response. Without it, the response has no changes and the current cursor.',
    }),
  ),
}
