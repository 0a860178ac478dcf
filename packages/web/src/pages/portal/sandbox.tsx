// Sandbox tools: the clock, settlement, simulated sales and payments, test domains.
import { Link } from 'wouter'
import { useCall, useList, useRead } from '../../api/hooks.ts'
import { linkName } from '../../features/links/link-words.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { AdvanceClock, ClockFacts } from '../../features/sandbox/clock.tsx'
import { MadeUpSale } from '../../features/sandbox/made-up-sale.tsx'
import { MagicNames } from '../../features/sandbox/magic-names.tsx'
import { PaySession } from '../../features/sandbox/pay-session.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { SandboxMail } from './sandbox-mail.tsx'

export function Sandbox() {
  const { isOwner, isSandbox, partner } = useWorkplace()
  if (!isSandbox)
    return (
      <>
        <PageHead title="Sandbox tools" />
        <Notice>These tools work only in the sandbox. Switch to the sandbox above the menu.</Notice>
      </>
    )
  return (
    <>
      <PageHead title="Sandbox tools" text="Trigger events that take time or manual work in live mode." />
      <div className="halves">
        <Clock />
        {isOwner ? <Settlement /> : null}
        {isOwner && partner.affiliate ? <ReferredSale /> : null}
        {isOwner ? <Payment /> : null}
      </div>
      <SandboxMail />
      {isOwner ? <Reset /> : null}
      <Panel title="Test domains">
        <p className="soft">
          These sandbox domains trigger special behavior. They are never reserved and can be sold any number of times.
        </p>
        <MagicNames />
      </Panel>
    </>
  )
}

function Clock() {
  const { isOwner } = useWorkplace()
  const call = useCall()
  const clock = useRead('GET /api/partner/v1/sandbox/clock', {})
  return (
    <Panel title="Clock">
      <Reading of={clock}>{(data) => <ClockFacts clock={data} />}</Reading>
      {isOwner ? (
        <AdvanceClock
          advance={(seconds) => call('POST /api/partner/v1/sandbox/clock/advance', { body: { seconds } })}
        />
      ) : null}
    </Panel>
  )
}

function Settlement() {
  const call = useCall()
  return (
    <Panel title="Settlement">
      <p>
        Closes your settlement periods up to the current time on your sandbox clock. Delivered orders are settled, and
        the statements appear under <Link href="/portal/money">Money</Link>.
      </p>
      <ActionButton
        label="Run settlement"
        kind="primary"
        confirm="Run settlement"
        text="Closes the periods that are due. A closed statement does not change."
        send={async () => {
          const { settlements } = await call('POST /api/partner/v1/sandbox/settlements/run', {})
          return settlements.length === 0
            ? 'No delivered orders to settle.'
            : `Statements closed: ${settlements.length}.`
        }}
      />
    </Panel>
  )
}

function Reset() {
  const call = useCall()
  return (
    <Panel title="Reset">
      <p>Empties your sandbox and sets its clock to the real time. API keys and team stay.</p>
      <ActionButton
        label="Reset sandbox"
        kind="danger"
        title="Reset your sandbox"
        confirm="Reset sandbox"
        text="Deletes the orders, quotes, checkout sessions, refunds, statements, payouts, links, brokerage cases, events, webhook endpoints and messages of your sandbox. Domains you bought are for sale again. Live mode and other partners are not affected. This cannot be undone."
        send={async () => {
          await call('POST /api/partner/v1/sandbox/reset', {})
          return 'Your sandbox is reset.'
        }}
      />
    </Panel>
  )
}

function ReferredSale() {
  const call = useCall()
  const links = useList('GET /api/partner/v1/links', { query: { limit: 100 } }, (page) => page.links)
  return (
    <Panel title="Referral sale">
      {links.isSuccess && links.rows.length === 0 ? (
        <p>
          Create a link under <Link href="/portal/referral">Referrals</Link> first.
        </p>
      ) : (
        <MadeUpSale
          links={links.rows.map((link) => ({ id: link.link_id, name: linkName(link) }))}
          sell={(link_id, domain) =>
            call('POST /api/partner/v1/sandbox/links/{link_id}/sale', { params: { link_id }, body: { domain } })
          }
        />
      )}
    </Panel>
  )
}

function Payment() {
  const call = useCall()
  return (
    <Panel title="Checkout payment">
      <PaySession
        pay={(session_id, outcome) =>
          call('POST /api/partner/v1/sandbox/checkout-session/{session_id}/pay', {
            params: { session_id },
            body: { outcome },
          })
        }
      />
    </Panel>
  )
}
