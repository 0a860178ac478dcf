// The operator console: its menu with queue counts, search and pages.
import { Route, Switch } from 'wouter'
import { send } from '../../api/client.ts'
import { type Transport, TransportContext, useRead } from '../../api/hooks.ts'
import { RoleContext } from '../../api/may.tsx'
import { useChanges } from '../../api/use-changes.ts'
import type { Person } from '../../context.ts'
import { Finder } from '../../features/operator/finder.tsx'
import { type Queue, waitingAt } from '../../features/operator/queue-groups.ts'
import { type Way, WorkFrame } from '../../frames/work-frame.tsx'
import { Announcer } from '../../ui/announce.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { Audit } from './audit.tsx'
import { Brokerage } from './brokerage.tsx'
import { BrokerageCase } from './brokerage-case.tsx'
import { Endpoints } from './endpoints.tsx'
import { Ledger } from './ledger.tsx'
import { Listing } from './listing.tsx'
import { Listings } from './listings.tsx'
import { ListingsImport } from './listings-import.tsx'
import { Mail } from './mail.tsx'
import { MailMessage } from './mail-message.tsx'
import { Operators } from './operators.tsx'
import { Order } from './order.tsx'
import { Orders } from './orders.tsx'
import { Overview } from './overview.tsx'
import { Partner } from './partner.tsx'
import { Partners } from './partners.tsx'
import { Payouts } from './payouts.tsx'
import { ReviewRules } from './review-rules.tsx'
import { Search } from './search.tsx'
import { Statement } from './statement.tsx'
import { Statements } from './statements.tsx'
import { TldPage } from './tld.tsx'
import { TldsPage } from './tlds.tsx'
import { Tokens } from './tokens.tsx'
import { Unclaimed } from './unclaimed.tsx'
import { Webhooks } from './webhooks.tsx'

/** Every read is audited, so open pages refresh only once a minute. */
const TRANSPORT: Transport = { key: 'console', send, every: 60 }

const listLinks = (queue: Queue | undefined): readonly Way[] => [
  { href: '/console', text: 'Overview' },
  { href: '/console/orders', text: 'Orders', count: waitingAt(queue, 'orders') },
  { href: '/console/unclaimed', text: 'Unclaimed purchases' },
  { href: '/console/brokerage', text: 'Brokerage', count: waitingAt(queue, 'brokerage') },
  { href: '/console/partners', text: 'Partners', count: waitingAt(queue, 'partners') },
  { href: '/console/listings', text: 'Listings' },
  { href: '/console/tlds', text: 'TLDs' },
  { href: '/console/review-rules', text: 'Review rules' },
  { href: '/console/statements', text: 'Statements', count: waitingAt(queue, 'statements') },
  { href: '/console/payouts', text: 'Payouts', count: waitingAt(queue, 'payouts') },
  { href: '/console/ledger', text: 'Ledger check' },
  { href: '/console/webhooks', text: 'Webhooks', count: waitingAt(queue, 'webhooks') },
  { href: '/console/mail', text: 'Mail' },
  { href: '/console/operators', text: 'Operators' },
  { href: '/console/tokens', text: 'API tokens' },
  { href: '/console/audit', text: 'Audit log' },
]

export default function Console({ person }: { person: Person }) {
  return (
    <TransportContext value={TRANSPORT}>
      <RoleContext value={person.operatorRole}>
        <Announcer>
          <Frame person={person} />
        </Announcer>
      </RoleContext>
    </TransportContext>
  )
}

function Frame({ person }: { person: Person }) {
  const queue = useRead('GET /api/operator/v1/queue', {})
  useChanges('GET /api/operator/v1/changes')
  return (
    <WorkFrame label="Console" person={person} ways={listLinks(queue.data)} choice={<Finder />}>
      <Pages />
    </WorkFrame>
  )
}

const Pages = () => (
  <Switch>
    <Route path="/console" component={Overview} />
    <Route path="/console/orders" component={Orders} />
    <Route path="/console/orders/:id">{({ id }) => <Order key={id} id={id} />}</Route>
    <Route path="/console/unclaimed" component={Unclaimed} />
    <Route path="/console/brokerage" component={Brokerage} />
    <Route path="/console/brokerage/:id">{({ id }) => <BrokerageCase key={id} id={id} />}</Route>
    <Route path="/console/partners" component={Partners} />
    <Route path="/console/partners/:id">{({ id }) => <Partner key={id} id={id} />}</Route>
    <Route path="/console/listings" component={Listings} />
    <Route path="/console/listings/import" component={ListingsImport} />
    <Route path="/console/listings/:id">{({ id }) => <Listing key={id} id={id} />}</Route>
    <Route path="/console/tlds" component={TldsPage} />
    <Route path="/console/tlds/:tld">{({ tld }) => <TldPage key={tld} name={decodeURIComponent(tld)} />}</Route>
    <Route path="/console/review-rules" component={ReviewRules} />
    <Route path="/console/statements" component={Statements} />
    <Route path="/console/statements/:id">{({ id }) => <Statement key={id} id={id} />}</Route>
    <Route path="/console/payouts" component={Payouts} />
    <Route path="/console/ledger" component={Ledger} />
    <Route path="/console/webhooks" component={Webhooks} />
    <Route path="/console/webhooks/endpoints" component={Endpoints} />
    <Route path="/console/mail" component={Mail} />
    <Route path="/console/mail/:id">{({ id }) => <MailMessage key={id} id={id} />}</Route>
    <Route path="/console/operators" component={Operators} />
    <Route path="/console/tokens" component={Tokens} />
    <Route path="/console/audit" component={Audit} />
    <Route path="/console/search" component={Search} />
    <Route>
      <PageHead title="Page not found" />
      <Empty title="This page does not exist">Choose a page from the menu.</Empty>
    </Route>
  </Switch>
)
