// A domain that is reserved for the visitor at the price of their accepted offer, and where they pay it.
import { Actions, LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Price } from '../../ui/price.tsx'

export type Reservation = { cents: number; currency: string; until: string; checkoutUrl: string }

type Props = { unicode: string; of: Reservation; notice: string | null }

export const ReservedBox = ({ unicode, of: { cents, currency, until, checkoutUrl }, notice }: Props) => (
  <Panel raised>
    {notice ? <Notice tone="bad">{notice}</Notice> : null}
    <p className="buy__price">
      <Price cents={cents} currency={currency} />
    </p>
    <Notice tone="good" title="Your offer is accepted">
      <p>
        {unicode} is reserved for you at this price until <DateTime at={until} />.
      </p>
    </Notice>
    <Actions>
      <LinkButton wide href={checkoutUrl}>
        <span>
          Pay <Price cents={cents} currency={currency} exact />
        </span>
      </LinkButton>
    </Actions>
  </Panel>
)
