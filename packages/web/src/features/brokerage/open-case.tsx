// Opening a brokerage case: first whether the name can be brokered, then for whom and up to which price.
import type { BrokerageCase, BrokerageEligibility } from '@freehold/sdk/types'
import { useState } from 'react'
import { MoneyField, moneyOf } from '../../ui/amount-field.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

type Tier = BrokerageCase['tier']
export type NewCase = { domain: string; tier: Tier; buyer_email: string; budget: number; notes?: string }

type Props = {
  check: (domain: string) => Promise<BrokerageEligibility>
  open: (input: NewCase) => Promise<unknown>
}

const REASONS: Record<NonNullable<BrokerageEligibility['reason']>, string> = {
  active_site: 'A site is in use under this name; its owner is unlikely to sell.',
  already_in_case: 'A case for this name is open already.',
  listed_for_sale: 'This name is for sale on the marketplace: buy it there.',
  unregistered: 'Nobody owns this name: register it instead.',
}

const TIERS: Record<Tier, string> = {
  managed: 'Managed: we talk to the owner',
  self_serve: 'Self-serve: we pass on offers',
}

const CURRENCY = 'USD'

function newCase(form: FormData, domain: string): NewCase {
  const notes = textOf(form, 'notes')
  return {
    domain,
    tier: form.get('tier') as Tier,
    buyer_email: String(form.get('buyer_email')),
    budget: moneyOf(form, 'budget', CURRENCY) ?? 0,
    ...(notes && { notes }),
  }
}

export function OpenCase({ check, open }: Props) {
  const [checked, setChecked] = useState<BrokerageEligibility | null>(null)
  return (
    <Panel title="Open a case">
      <Form
        submit="Check"
        kind={checked?.eligible ? 'plain' : 'primary'}
        send={async (form) => {
          setChecked(await check(String(form.get('domain')).trim()))
          return undefined
        }}
      >
        {(problemOf) => (
          <TextField
            label="Name that your customer wants"
            name="domain"
            required
            placeholder="example.com"
            error={problemOf('domain')}
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
        {checked.reason ? REASONS[checked.reason] : 'Try another name.'}
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
          return `The case for ${checked.domain} is open.`
        }}
      >
        {(problemOf) => (
          <>
            <FieldRow>
              <TextField
                label="Buyer's e-mail address"
                name="buyer_email"
                type="email"
                required
                error={problemOf('buyer_email')}
              />
              <MoneyField label="Budget" name="budget" currency={CURRENCY} required error={problemOf('budget')} />
              <SelectField
                label="Tier"
                name="tier"
                options={checked.tiers.map((value) => ({ value, label: TIERS[value] }))}
              />
            </FieldRow>
            <TextAreaField
              label="Notes"
              name="notes"
              hint="Optional, for whoever works on it."
              error={problemOf('notes')}
            />
          </>
        )}
      </Form>
    </>
  )
}
