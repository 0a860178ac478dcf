// The portal's pages by URL. Pages of an environment are behind its gate.
import type { ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { Brokerage } from './brokerage.tsx'
import { BrokerageCase } from './brokerage-case.tsx'
import { Delivery } from './delivery.tsx'
import { DeliveryTarget } from './delivery-target.tsx'
import { Events } from './events.tsx'
import { Gate } from './gate.tsx'
import { Keys } from './keys.tsx'
import { Money } from './money.tsx'
import { Payouts } from './money-payouts.tsx'
import { Refunds } from './money-refunds.tsx'
import { Statement } from './money-statement.tsx'
import { Transactions } from './money-transactions.tsx'
import { Order } from './order.tsx'
import { Orders } from './orders.tsx'
import { Overview } from './overview.tsx'
import { Referral } from './referral.tsx'
import { ReferralCommissions } from './referral-commissions.tsx'
import { ReferralPayouts } from './referral-payouts.tsx'
import { ReferralSales } from './referral-sales.tsx'
import { LoggedRequest } from './request.tsx'
import { Requests } from './requests.tsx'
import { Sandbox } from './sandbox.tsx'
import { SandboxMessage } from './sandbox-mail.tsx'
import { Team } from './team.tsx'
import { WebhookEndpoint } from './webhook-endpoint.tsx'
import { Webhooks } from './webhooks.tsx'

/** The same in both environments. */
const OF_PARTNER = ['/portal/keys', '/portal/requests', '/portal/requests/:id', '/portal/team']

const page = (path: string, element: (id: string) => ReactNode) => (
  <Route key={path} path={path}>
    {({ id }: { id?: string }) => (OF_PARTNER.includes(path) ? element(id ?? '') : <Gate>{element(id ?? '')}</Gate>)}
  </Route>
)

const PortalRoutes = () => (
  <Switch>
    {page('/portal', () => (
      <Overview />
    ))}
    {page('/portal/orders', () => (
      <Orders />
    ))}
    {page('/portal/orders/:id', (id) => (
      <Order id={id} />
    ))}
    {page('/portal/money', () => (
      <Money />
    ))}
    {page('/portal/money/transactions', () => (
      <Transactions />
    ))}
    {page('/portal/money/payouts', () => (
      <Payouts />
    ))}
    {page('/portal/money/refunds', () => (
      <Refunds />
    ))}
    {page('/portal/money/:id', (id) => (
      <Statement id={id} />
    ))}
    {page('/portal/brokerage', () => (
      <Brokerage />
    ))}
    {page('/portal/brokerage/:id', (id) => (
      <BrokerageCase id={id} />
    ))}
    {page('/portal/referral', () => (
      <Referral />
    ))}
    {page('/portal/referral/sales', () => (
      <ReferralSales />
    ))}
    {page('/portal/referral/commissions', () => (
      <ReferralCommissions />
    ))}
    {page('/portal/referral/payouts', () => (
      <ReferralPayouts />
    ))}
    {page('/portal/keys', () => (
      <Keys />
    ))}
    {page('/portal/requests', () => (
      <Requests />
    ))}
    {page('/portal/requests/:id', (id) => (
      <LoggedRequest id={id} />
    ))}
    {page('/portal/webhooks', () => (
      <Webhooks />
    ))}
    {page('/portal/webhooks/endpoints/:id', (id) => (
      <WebhookEndpoint id={id} />
    ))}
    {page('/portal/webhooks/:id', (id) => (
      <Delivery id={id} />
    ))}
    {page('/portal/events', () => (
      <Events />
    ))}
    {page('/portal/sandbox', () => (
      <Sandbox />
    ))}
    {page('/portal/sandbox/:id', (id) => (
      <SandboxMessage id={id} />
    ))}
    {page('/portal/delivery', () => (
      <DeliveryTarget />
    ))}
    {page('/portal/team', () => (
      <Team />
    ))}
    <Route>
      <NotFound />
    </Route>
  </Switch>
)

export default PortalRoutes
