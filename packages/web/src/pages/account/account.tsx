// The account: its menu and pages.
import { Route, Switch } from 'wouter'
import type { Person } from '../../context.ts'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ChangesPage } from './changes.tsx'
import { DomainsPage } from './domains.tsx'
import { OrderPage, OrdersPage } from './orders.tsx'
import { SettingsPage } from './settings.tsx'

const WAYS = [
  { href: '/account', text: 'My domains' },
  { href: '/account/orders', text: 'My orders' },
  { href: '/account/changes', text: 'Bulk changes' },
  { href: '/account/settings', text: 'Settings' },
]

export default function Account({ person }: { person: Person }) {
  const elsewhere = [
    ...(person.role === 'operator' ? [{ href: '/console', text: 'Console' }] : []),
    ...(person.isPartner ? [{ href: '/portal', text: 'Portal' }] : []),
  ]
  return (
    <WorkFrame label="Account" person={person} ways={[...WAYS, ...elsewhere]}>
      <Switch>
        <Route path="/account">
          <DomainsPage />
        </Route>
        <Route path="/account/orders">
          <OrdersPage />
        </Route>
        <Route path="/account/orders/:id">{({ id }) => <OrderPage publicId={id} />}</Route>
        <Route path="/account/changes">
          <ChangesPage />
        </Route>
        <Route path="/account/settings">
          <SettingsPage person={person} />
        </Route>
        <Route>
          <Empty title="Page not found">Choose a page from the menu.</Empty>
        </Route>
      </Switch>
    </WorkFrame>
  )
}
