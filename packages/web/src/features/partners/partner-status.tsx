// The status of a partner as a badge, and its actions.
import type { Partner, PartnerAction } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { describeStanding, PARTNER_ACTIONS } from './partner-words.ts'

export function PartnerStatus({ partner }: { partner: Parameters<typeof describeStanding>[0] }) {
  const { text, tone } = describeStanding(partner)
  return <Badge tone={tone}>{text}</Badge>
}

type Props = {
  partner: Pick<Partner, 'name'>
  /** What the partner accepts now, or some of it. */
  actions: readonly PartnerAction[]
  act: (action: PartnerAction) => Promise<unknown>
  small?: boolean
}

export const PartnerActions = ({ partner, actions, act, small }: Props) => (
  <Actions>
    {actions.map((action) => {
      const { label, text, done, kind } = PARTNER_ACTIONS[action]
      return (
        <ActionButton
          key={action}
          label={label}
          of={partner.name}
          title={`${label}: ${partner.name}`}
          confirm={label}
          text={text}
          kind={kind}
          small={small}
          send={async () => {
            await act(action)
            return done
          }}
        />
      )
    })}
  </Actions>
)
