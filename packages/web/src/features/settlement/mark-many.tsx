// What an operator records for many payouts or statements together: they were sent, have arrived, or are paid.
import type { OperatorPayout, OperatorSettlement } from '@freehold/sdk/types'
import type { EachAction } from '../../ui/each-bar.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import type { Amount } from '../../ui/sum-amounts.ts'
import { Sums } from '../../ui/sums.tsx'
import { countText, listFirst } from '../../ui/text.ts'

type MarkInput = { reference?: string }

type QuestionProps = { noun: string; amounts: readonly Amount[]; partners: readonly string[]; text: string }

const Question = ({ noun, amounts, partners, text }: QuestionProps) => (
  <>
    <p>
      <strong>{countText(amounts.length, noun)}</strong>, in total{' '}
      <strong>
        <Sums amounts={amounts} />
      </strong>
      : {listFirst([...new Set(partners)])}.
    </p>
    <p>{text}</p>
  </>
)

const ReferenceField = ({ noun }: { noun: string }) => (
  <TextField
    label="Bank reference (optional)"
    name="reference"
    maxLength={255}
    hint={`Stored with each ${noun}, for example the reference of a batch transfer.`}
  />
)

const readReference = (form: FormData): MarkInput => {
  const reference = readText(form, 'reference')
  return reference ? { reference } : {}
}

const PAYOUT_TEXTS = {
  sent: { as: 'sent', text: 'You have sent the money to the partners.' },
  paid: { as: 'arrived', text: 'The partners have received the money. This cannot be undone.' },
} as const
type Mark = keyof typeof PAYOUT_TEXTS

export const markPayouts = (
  mark: Mark,
  send: (payout: OperatorPayout, input: MarkInput) => Promise<unknown>,
): EachAction<OperatorPayout> => ({
  label: (count) => `Mark ${countText(count, 'payout')} as ${PAYOUT_TEXTS[mark].as}`,
  accepts: ({ actions }) => actions.some(({ action }) => action === mark),
  kind: 'primary',
  confirm: (rows) => (
    <Question
      noun="payout"
      amounts={rows.map(({ amount_cents: cents, currency }) => ({ cents, currency }))}
      partners={rows.map(({ partner_name }) => partner_name)}
      text={PAYOUT_TEXTS[mark].text}
    />
  ),
  fields: <ReferenceField noun="payout" />,
  send: (payout, form) => send(payout, readReference(form)),
})

export const markStatementsPaid = (
  send: (statement: OperatorSettlement, input: MarkInput) => Promise<unknown>,
): EachAction<OperatorSettlement> => ({
  label: (count) => `Mark ${countText(count, 'statement')} as paid`,
  // A statement on which the marketplace owes is settled on its own page.
  accepts: ({ actions, amount_owed_cents: owed }) => owed > 0 && actions.some(({ action }) => action === 'paid'),
  kind: 'primary',
  confirm: (rows) => (
    <Question
      noun="statement"
      amounts={rows.map(({ amount_owed_cents: cents, currency }) => ({ cents, currency }))}
      partners={rows.map(({ partner_name }) => partner_name)}
      text="The partners have paid the amounts owed on these statements. This cannot be undone."
    />
  ),
  fields: <ReferenceField noun="statement" />,
  send: (statement, form) => send(statement, readReference(form)),
})
