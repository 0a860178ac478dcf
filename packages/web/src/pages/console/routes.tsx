// The console's pages by URL.
import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { Audit } from './audit.tsx'
import { Brokerage } from './brokerage.tsx'
import { BrokerageCase } from './brokerage-case.tsx'
import { DisputePage } from './dispute.tsx'
import { Disputes } from './disputes.tsx'
import { Documents } from './documents.tsx'
import { Endpoints } from './endpoints.tsx'
import { Ledger } from './ledger.tsx'
import { Listing } from './listing.tsx'
import { Listings } from './listings.tsx'
import { ListingsImport } from './listings-import.tsx'
import { Mail } from './mail.tsx'
import { MailMessage } from './mail-message.tsx'
import { OfferPage } from './offer.tsx'
import { Offers } from './offers.tsx'
import { Operators } from './operators.tsx'
import { Order } from './order.tsx'
import { OrderRun } from './order-run.tsx'
import { Orders } from './orders.tsx'
import { Overview } from './overview.tsx'
import { Partner } from './partner.tsx'
import { Partners } from './partners.tsx'
import { Payouts } from './payouts.tsx'
import { QueueList } from './queue-list.tsx'
import { RegistryCommandPage } from './registry-command.tsx'
import { RegistryCommands } from './registry-commands.tsx'
import { ReviewRules } from './review-rules.tsx'
import { Search } from './search.tsx'
import { SellerPage } from './seller.tsx'
import { Sellers } from './sellers.tsx'
import { Statement } from './statement.tsx'
import { Statements } from './statements.tsx'
import { TldPage } from './tld.tsx'
import { TldsPage } from './tlds.tsx'
import { Tokens } from './tokens.tsx'
import { Unclaimed } from './unclaimed.tsx'
import { Webhooks } from './webhooks.tsx'

const ConsoleRoutes = () => (
  <Switch>
    <Route path="/console" component={Overview} />
    <Route path="/console/orders" component={Orders} />
    <Route path="/console/bulk-actions/:id">{({ id }) => <OrderRun key={id} id={id} />}</Route>
    <Route path="/console/orders/:id">{({ id }) => <Order key={id} id={id} />}</Route>
    <Route path="/console/unclaimed" component={Unclaimed} />
    <Route path="/console/disputes" component={Disputes} />
    <Route path="/console/disputes/:id">{({ id }) => <DisputePage key={id} id={id} />}</Route>
    <Route path="/console/brokerage" component={Brokerage} />
    <Route path="/console/brokerage/:id">{({ id }) => <BrokerageCase key={id} id={id} />}</Route>
    <Route path="/console/partners" component={Partners} />
    <Route path="/console/partners/:id">{({ id }) => <Partner key={id} id={id} />}</Route>
    <Route path="/console/sellers" component={Sellers} />
    <Route path="/console/sellers/:id">{({ id }) => <SellerPage key={id} id={id} />}</Route>
    <Route path="/console/offers" component={Offers} />
    <Route path="/console/offers/:id">{({ id }) => <OfferPage key={id} id={id} />}</Route>
    <Route path="/console/listings" component={Listings} />
    <Route path="/console/listings/import" component={ListingsImport} />
    <Route path="/console/listings/:id">{({ id }) => <Listing key={id} id={id} />}</Route>
    <Route path="/console/registry-commands" component={RegistryCommands} />
    <Route path="/console/registry-commands/:id">{({ id }) => <RegistryCommandPage key={id} id={id} />}</Route>
    <Route path="/console/tlds" component={TldsPage} />
    <Route path="/console/tlds/:tld">{({ tld }) => <TldPage key={tld} name={decodeURIComponent(tld)} />}</Route>
    <Route path="/console/review-rules" component={ReviewRules} />
    <Route path="/console/statements" component={Statements} />
    <Route path="/console/statements/:id">{({ id }) => <Statement key={id} id={id} />}</Route>
    <Route path="/console/documents" component={Documents} />
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
    <Route path="/console/queue/:id">{({ id }) => <QueueList key={id} group={id} />}</Route>
    <Route>
      <NotFound />
    </Route>
  </Switch>
)

export default ConsoleRoutes
