// /console/review-rules: which sales are held for review.
import type { ReviewRule } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { REVIEW_KINDS, ruleText } from '../../features/orders/review-words.ts'
import { ActionButton } from '../../ui/action.tsx'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, readText } from '../../ui/form.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Kind = ReviewRule['kind']

/** Amounts are entered with two decimal places. */
const AMOUNT_CURRENCY = 'USD'

function AddRule() {
  const call = useCall()
  const [kind, setKind] = useState<Kind>('min_amount')
  const [made, setMade] = useState(0)
  const { hint, placeholder, inputMode } = REVIEW_KINDS[kind]
  const isAmount = kind === 'min_amount'
  return (
    <Form
      key={made}
      submit="Add rule"
      onDone={() => setMade((count) => count + 1)}
      send={async (form) => {
        const value = isAmount
          ? String(readMoney(form, 'value', AMOUNT_CURRENCY) ?? '')
          : (readText(form, 'value') ?? '')
        await call('POST /api/operator/v1/review-rules', { body: { kind, value } })
        return 'Rule added. It applies to new sales.'
      }}
    >
      {(getFieldError) => (
        <>
          <SelectField
            label="Hold orders by"
            value={kind}
            options={Object.entries(REVIEW_KINDS).map(([value, { label }]) => ({ value, label }))}
            onChange={(event) => setKind(event.target.value as Kind)}
          />
          {isAmount ? (
            <MoneyField
              label="Amount"
              name="value"
              currency={AMOUNT_CURRENCY}
              hint={hint}
              placeholder={placeholder}
              error={getFieldError('value')}
              required
            />
          ) : (
            <TextField
              label="Value"
              name="value"
              hint={hint}
              placeholder={placeholder}
              inputMode={inputMode}
              error={getFieldError('value')}
              required
              maxLength={254}
            />
          )}
        </>
      )}
    </Form>
  )
}

export function ReviewRules() {
  const rules = useRead('GET /api/operator/v1/review-rules', {})
  const call = useCall()
  const may = useMay()
  const remove: Column<ReviewRule> = {
    title: 'Actions',
    end: true,
    cell: (rule) => (
      <ActionButton
        small
        kind="danger"
        label="Remove rule"
        of={ruleText(rule)}
        title="Remove rule"
        confirm="Remove rule"
        text={`${ruleText(rule)}. Orders already on hold stay on hold.`}
        send={async () => {
          await call('DELETE /api/operator/v1/review-rules/{rule_id}', { params: { rule_id: rule.rule_id } })
          return 'Rule removed.'
        }}
      />
    ),
  }
  const columns: readonly Column<ReviewRule>[] = [
    { title: 'Rule', cell: ruleText },
    { title: 'Added', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
    ...(may('DELETE /api/operator/v1/review-rules/{rule_id}') ? [remove] : []),
  ]
  return (
    <>
      <PageHead title="Review rules" text="Orders that match a rule are held until an operator clears them." />
      <div className="two">
        <Panel title="Rules">
          <Reading of={rules}>
            {({ review_rules }) => (
              <Table
                caption="Review rules"
                columns={columns}
                rows={review_rules}
                rowKey={({ rule_id }) => rule_id}
                empty={
                  <Empty title="No rules yet">No orders are held. Add a rule to hold matching orders for review.</Empty>
                }
              />
            )}
          </Reading>
        </Panel>
        {may('POST /api/operator/v1/review-rules') ? (
          <Panel title="Add rule">
            <AddRule />
          </Panel>
        ) : null}
      </div>
    </>
  )
}
