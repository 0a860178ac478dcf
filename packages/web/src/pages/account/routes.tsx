// The account's pages by URL.
import { Redirect, Route, Switch } from 'wouter'
import type { Person } from '../../context.ts'
import { UnconfirmedNotice } from '../../features/accounts/unconfirmed.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { ChangePage } from './change.tsx'
import { ChangesPage } from './changes.tsx'
import { DomainsPage } from './domains.tsx'
import { OfferPage, OffersPage } from './offers.tsx'
import { OrderPage, OrdersPage } from './orders.tsx'
import { RegistrationsPage } from './registrations.tsx'
import { SecurityPage } from './security.tsx'
import { SellingPage } from './selling.tsx'
import { SellingMoneyPage } from './selling-money.tsx'
import { SellingOfferPage, SellingOffersPage } from './selling-offers.tsx'
import { WatchlistPage } from './watchlist.tsx'

/** What is filed under an address is shown once the address is confirmed. */
const NothingYet = ({ title }: { title: string }) => (
  <>
    <PageHead title={title} />
    <Empty title="Nothing to show yet">Confirm your email address to see your domains and purchases.</Empty>
  </>
)

export default function AccountRoutes({ person }: { person: Person }) {
  return (
    <>
      {person.isConfirmed ? null : <UnconfirmedNotice email={person.email} />}
      <Switch>
        <Route path="/account">{person.isConfirmed ? <DomainsPage /> : <NothingYet title="My domains" />}</Route>
        <Route path="/account/orders">{person.isConfirmed ? <OrdersPage /> : <NothingYet title="My orders" />}</Route>
        <Route path="/account/orders/:id">{({ id }) => <OrderPage publicId={id} />}</Route>
        <Route path="/account/offers">{person.isConfirmed ? <OffersPage /> : <NothingYet title="My offers" />}</Route>
        <Route path="/account/offers/:id">{({ id }) => <OfferPage key={id} id={id} />}</Route>
        <Route path="/account/changes">
          {person.isConfirmed ? <ChangesPage /> : <NothingYet title="Bulk changes" />}
        </Route>
        <Route path="/account/changes/:id">{({ id }) => <ChangePage id={id} />}</Route>
        <Route path="/account/registrations">
          {person.isConfirmed ? <RegistrationsPage /> : <NothingYet title="Registrations and renewals" />}
        </Route>
        <Route path="/account/selling">{person.isConfirmed ? <SellingPage /> : <NothingYet title="Selling" />}</Route>
        <Route path="/account/selling/offers">
          {person.isConfirmed ? <SellingOffersPage /> : <NothingYet title="Selling" />}
        </Route>
        <Route path="/account/selling/offers/:id">{({ id }) => <SellingOfferPage key={id} id={id} />}</Route>
        <Route path="/account/selling/money">
          {person.isConfirmed ? <SellingMoneyPage /> : <NothingYet title="Selling" />}
        </Route>
        <Route path="/account/watchlist">
          <WatchlistPage />
        </Route>
        <Route path="/account/security">
          <SecurityPage person={person} />
        </Route>
        <Route path="/account/settings">
          <Redirect to="/account/security" replace />
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </>
  )
}
