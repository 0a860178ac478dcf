// The account: its menu and pages.
import { Redirect, Route, Switch } from 'wouter'
import type { Person } from '../../context.ts'
import { UnconfirmedNotice } from '../../features/accounts/unconfirmed.tsx'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { Announcer } from '../../ui/announce.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { ChangesPage } from './changes.tsx'
import { DomainsPage } from './domains.tsx'
import { OrderPage, OrdersPage } from './orders.tsx'
import { SecurityPage } from './security.tsx'

const WAYS = [
  { href: '/account', text: 'My domains' },
  { href: '/account/orders', text: 'My orders' },
  { href: '/account/changes', text: 'Bulk changes' },
  { href: '/account/security', text: 'Security' },
]

/** What is filed under an address is shown once the address is confirmed. */
const NothingYet = ({ title }: { title: string }) => (
  <>
    <PageHead title={title} />
    <Empty title="Nothing to show yet">Confirm your email address to see your domains and purchases.</Empty>
  </>
)

export default function Account({ person }: { person: Person }) {
  return (
    <Announcer>
      <WorkFrame label="Account" person={person} ways={WAYS}>
        {person.isConfirmed ? null : <UnconfirmedNotice email={person.email} />}
        <Switch>
          <Route path="/account">{person.isConfirmed ? <DomainsPage /> : <NothingYet title="My domains" />}</Route>
          <Route path="/account/orders">{person.isConfirmed ? <OrdersPage /> : <NothingYet title="My orders" />}</Route>
          <Route path="/account/orders/:id">{({ id }) => <OrderPage publicId={id} />}</Route>
          <Route path="/account/changes">
            {person.isConfirmed ? <ChangesPage /> : <NothingYet title="Bulk changes" />}
          </Route>
          <Route path="/account/security">
            <SecurityPage person={person} />
          </Route>
          <Route path="/account/settings">
            <Redirect to="/account/security" replace />
          </Route>
          <Route>
            <Empty title="Page not found">Choose a page from the menu.</Empty>
          </Route>
        </Switch>
      </WorkFrame>
    </Announcer>
  )
}
