// Eligibility for brokerage, and the form that opens a case. It works without JavaScript.
import type { BrokerageEligibility } from '@freehold/sdk/types'
import { amountPattern } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { FieldRow, TextAreaField, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export type Draft = { tier: string; email: string; budget: string; notes: string; problem: string | null }

const WHY_NOT: Record<NonNullable<BrokerageEligibility['reason']>, string> = {
  active_site: 'The owner runs a website on this domain. We do not contact owners who use their domain.',
  already_in_case: 'We are already talking to the owner for another buyer.',
  listed_for_sale: 'This domain is for sale here. You can buy it directly.',
  unregistered: 'This domain is not registered. You can register it with a registrar.',
}

const TIERS = {
  managed: ['Managed', 'We negotiate with the owner for you.'],
  self_serve: ['Self-serve', 'You set each offer. We pass it on to the owner.'],
} as const

const TierChoice = ({ tiers, chosen }: { tiers: BrokerageEligibility['tiers']; chosen: string }) => (
  <fieldset>
    <legend>Service level</legend>
    {tiers.map((tier, index) => (
      <label key={tier} className="check">
        <input
          type="radio"
          name="tier"
          value={tier}
          defaultChecked={chosen === '' ? index === 0 : chosen === tier}
          required
        />
        <span>
          {TIERS[tier][0]}
          <span className="soft small choice__text">{TIERS[tier][1]}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

type Props = { domain: string; eligibility: BrokerageEligibility; draft: Draft }

export function AskOwner({ domain, eligibility, draft }: Props) {
  if (eligibility.reason !== null)
    return (
      <Panel title="We cannot broker this domain">
        <p>{WHY_NOT[eligibility.reason]}</p>
      </Panel>
    )
  return (
    <Panel title="Make an offer to the owner" raised>
      <p className="soft">
        Tell us your budget. We contact the owner, and you follow each step on a private page. Opening a case is free.
      </p>
      {draft.problem ? <Notice tone="bad">{draft.problem}</Notice> : null}
      <form method="post" action={`/domains/${domain}/broker`}>
        <TierChoice tiers={eligibility.tiers} chosen={draft.tier} />
        <FieldRow>
          <TextField
            label="Your email address"
            type="email"
            name="email"
            autoComplete="email"
            defaultValue={draft.email}
            maxLength={254}
            required
          />
          <TextField
            label="Your budget (USD)"
            name="budget"
            inputMode="decimal"
            placeholder="2500"
            defaultValue={draft.budget}
            pattern={amountPattern(2, false)}
            title="Enter an amount, for example 2500"
            required
          />
        </FieldRow>
        <TextAreaField
          label="Notes for our broker (optional)"
          name="notes"
          defaultValue={draft.notes}
          maxLength={1000}
        />
        <Button type="submit">Open brokerage case</Button>
      </form>
    </Panel>
  )
}
