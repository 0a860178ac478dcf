// Selling domains on the marketplace: the steps, the fee and the payouts.
import type { PageContext } from '../../context.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Share } from '../../ui/money.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'

export type SellProps = {
  /** The marketplace's share of the price. */
  feeBps: number
  /** From the delivery until the proceeds are payable. */
  holdDays: number
}

export const title = (): string => 'Sell your domains · Freehold'
export const description = (): string =>
  'List a domain that you own. You set the price, receive offers, and pay a fee only when it is sold.'

const Steps = ({ isMailOff }: { isMailOff: boolean }) => (
  <ol className="steps">
    <li>
      <strong>List the domain.</strong> You need an account with a confirmed email address. You set the price. You can
      let buyers make offers, and set a lowest price that they do not see.
    </li>
    <li>
      <strong>Prove that you control it.</strong> You publish a TXT record at your DNS provider, and we look it up. You
      can delete it once the domain is listed. A domain that you own on this marketplace needs no record.
    </li>
    <li>
      <strong>Find a buyer.</strong> The domain is in our market and in the shops of our partners. You accept, decline
      or counter each offer.{isMailOff ? null : ' We email you when you get an offer and when the domain is sold.'}
    </li>
    <li>
      <strong>Transfer it.</strong> The operator of this marketplace contacts you about the transfer. Keep the domain
      until the transfer starts.
    </li>
    <li>
      <strong>Get paid.</strong> You see each sale, what you earn of it, and your payouts in your account.
    </li>
  </ol>
)

const Fee = ({ feeBps }: Pick<SellProps, 'feeBps'>) =>
  feeBps === 0 ? (
    'There is no fee.'
  ) : (
    <>
      <Share bps={feeBps} /> of the price. You pay it only when the domain is sold.
    </>
  )

export const Page = ({ props, context }: { props: SellProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <PageHead
      title="Sell your domains"
      text="List a domain that you own. You set the price, and a buyer pays it or makes you an offer."
      aside={<LinkButton href="/account/selling">List a domain</LinkButton>}
    />
    <div className="two">
      <div>
        <h2>How it works</h2>
        <Steps isMailOff={context.isMailOff} />
      </div>
      <Panel title="Fee and payouts" raised>
        <Facts
          facts={[
            ['Listing', 'Free'],
            ['Fee', <Fee key="fee" feeBps={props.feeBps} />],
            ['Sale by a partner', 'The partner also gets a commission from the price.'],
            ['Payable', `${props.holdDays} days after the domain was delivered to the buyer.`],
            ['Payouts', 'To your bank account, once a month. You can also request a payout earlier.'],
          ]}
        />
      </Panel>
    </div>
  </SiteFrame>
)
