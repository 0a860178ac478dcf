// Asking us to approach the owner of a name: whether we can, and the form that does it. It works without a script.
import type { BrokerageEligibility } from '@freehold/sdk/types'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { FieldRow, TextAreaField, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export type Draft = { tier: string; email: string; budget: string; notes: string; problem: string | null }

const WHY_NOT: Record<NonNullable<BrokerageEligibility['reason']>, string> = {
  active_site: 'Its owner runs a site on it. We do not approach owners who use their name.',
  already_in_case: 'Somebody asked us already, and we are talking to the owner.',
  listed_for_sale: 'It is for sale here: buy it directly.',
  unregistered: 'Nobody has registered it, so there is no owner to ask.',
}

const TIERS = {
  managed: ['Managed', 'We talk to the owner for you.'],
  self_serve: ['Self-serve', 'We pass on your offers.'],
} as const

const TierChoice = ({ tiers, chosen }: { tiers: BrokerageEligibility['tiers']; chosen: string }) => (
  <fieldset>
    <legend>How</legend>
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
      <Panel title="We cannot approach the owner">
        <p>{WHY_NOT[eligibility.reason]}</p>
      </Panel>
    )
  return (
    <Panel title="Ask the owner to sell" raised>
      <p className="soft">
        Tell us what you would pay. We approach the owner, and you follow each step on a page of your own. Opening a
        case costs nothing.
      </p>
      {draft.problem ? <Notice tone="bad">{draft.problem}</Notice> : null}
      <form method="post" action={`/domains/${domain}/broker`}>
        <TierChoice tiers={eligibility.tiers} chosen={draft.tier} />
        <FieldRow>
          <TextField
            label="Your e-mail address"
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
            pattern="[0-9 ']{1,12}([.,][0-9]{1,2})?"
            title="An amount such as 2500"
            required
          />
        </FieldRow>
        <TextAreaField
          label="Anything we should know (optional)"
          name="notes"
          defaultValue={draft.notes}
          maxLength={1000}
        />
        <Button type="submit">Approach the owner</Button>
      </form>
    </Panel>
  )
}
