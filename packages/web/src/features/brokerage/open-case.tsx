// Opening a brokerage case: check eligibility, then enter the buyer and the budget.
import type { BrokerageCase, BrokerageEligibility } from '@freehold/sdk/types'
import { useState } from 'react'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form, readText } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

type Tier = BrokerageCase['tier']
export type NewCase = { domain: string; tier: Tier; buyer_email: string; budget: number; notes?: string }

type Props = {
  check: (domain: string) => Promise<BrokerageEligibility>
  open: (input: NewCase) => Promise<unknown>
}

const REASONS: Record<NonNullable<BrokerageEligibility['reason']>, string> = {
  active_site: 'The owner runs a website on this domain. We do not contact owners who use their domain.',
  already_in_case: 'A brokerage case for this domain is already open.',
  listed_for_sale: 'This domain is for sale on the marketplace. Sell it to your customer directly.',
  unregistered: 'This domain is not registered. Register it instead.',
}

const TIERS: Record<Tier, string> = {
  managed: 'Managed: we negotiate with the owner',
  self_serve: 'Self-serve: we pass on your offers',
}

const CURRENCY = 'USD'

function newCase(form: FormData, domain: string): NewCase {
  const notes = readText(form, 'notes')
  return {
    domain,
    tier: form.get('tier') as Tier,
    buyer_email: String(form.get('buyer_email')),
    budget: readMoney(form, 'budget', CURRENCY) ?? 0,
    ...(notes && { notes }),
  }
}

export function OpenCase({ check, open }: Props) {
  const [checked, setChecked] = useState<BrokerageEligibility | null>(null)
  return (
    <Panel title="Open a brokerage case">
      <Form
        submit="Check domain"
        kind={checked?.eligible ? 'plain' : 'primary'}
        send={async (form) => {
          setChecked(await check(String(form.get('domain')).trim()))
          return undefined
        }}
      >
        {(getFieldError) => (
          <TextField
            label="Domain your customer wants"
            name="domain"
            required
            placeholder="example.com"
            error={getFieldError('domain')}
          />
        )}
      </Form>
      {checked ? <Eligibility checked={checked} open={open} onOpened={() => setChecked(null)} /> : null}
    </Panel>
  )
}

type EligibilityProps = { checked: BrokerageEligibility; open: Props['open']; onOpened: () => void }

function Eligibility({ checked, open, onOpened }: EligibilityProps) {
  if (!checked.eligible)
    return (
      <Notice tone="warn" title={`${checked.domain} cannot be brokered`}>
        {checked.reason ? REASONS[checked.reason] : 'Try another domain.'}
      </Notice>
    )
  return (
    <>
      <Notice tone="good">{`${checked.domain} can be brokered.`}</Notice>
      <Form
        submit="Open case"
        onDone={onOpened}
        send={async (form) => {
          await open(newCase(form, checked.domain))
          return `Brokerage case for ${checked.domain} opened.`
        }}
      >
        {(getFieldError) => (
          <>
            <FieldRow>
              <TextField
                label="Buyer's email address"
                name="buyer_email"
                type="email"
                required
                error={getFieldError('buyer_email')}
              />
              <MoneyField label="Budget" name="budget" currency={CURRENCY} required error={getFieldError('budget')} />
              <SelectField
                label="Service level"
                name="tier"
                options={checked.tiers.map((value) => ({ value, label: TIERS[value] }))}
              />
            </FieldRow>
            <TextAreaField
              label="Notes (optional)"
              name="notes"
              hint="For our broker."
              error={getFieldError('notes')}
            />
          </>
        )}
      </Form>
    </>
  )
}
