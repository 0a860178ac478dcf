// Every area and its routes: the one list from which the service, the documents and the tests are made.

import { batchRoutes } from '../agents/batch.ts'
import type { AreaDescription } from '../http/openapi/document.ts'
import { publicRoutes as accountsPublic } from '../modules/accounts/routes.public.ts'
import { operatorRoutes as auditOperator } from '../modules/audit/routes.operator.ts'
import { CaseEventData } from '../modules/brokerage/index.ts'
import { operatorRoutes as brokerageOperator } from '../modules/brokerage/routes.operator.ts'
import { partnerRoutes as brokeragePartner } from '../modules/brokerage/routes.partner.ts'
import { publicRoutes as brokeragePublic } from '../modules/brokerage/routes.public.ts'
import { operatorRoutes as catalogOperator } from '../modules/catalog/routes.operator.ts'
import { partnerRoutes as catalogPartner } from '../modules/catalog/routes.partner.ts'
import { publicRoutes as catalogPublic } from '../modules/catalog/routes.public.ts'
import { operatorRoutes as changesOperator } from '../modules/changes/routes.operator.ts'
import { portalRoutes as changesPortal } from '../modules/changes/routes.portal.ts'
import { SessionEventData } from '../modules/checkout/index.ts'
import { partnerRoutes as checkoutPartner } from '../modules/checkout/routes.partner.ts'
import { publicRoutes as checkoutPublic } from '../modules/checkout/routes.public.ts'
import { operatorRoutes as deliveryOperator } from '../modules/delivery/routes.operator.ts'
import { partnerRoutes as deliveryPartner } from '../modules/delivery/routes.partner.ts'
import { operatorRoutes as disputesOperator } from '../modules/disputes/routes.operator.ts'
import { partnerRoutes as disputesPartner } from '../modules/disputes/routes.partner.ts'
import { operatorRoutes as documentsOperator } from '../modules/documents/routes.operator.ts'
import { partnerRoutes as documentsPartner } from '../modules/documents/routes.partner.ts'
import { publicRoutes as documentsPublic } from '../modules/documents/routes.public.ts'
import { publicRoutes as domainsPublic } from '../modules/domains/routes.public.ts'
import { publicRoutes as factorsPublic } from '../modules/factors/routes.public.ts'
import { operatorRoutes as mailOperator } from '../modules/mail/routes.operator.ts'
import { partnerRoutes as mailPartner } from '../modules/mail/routes.partner.ts'
import { publicRoutes as oauthPublic } from '../modules/oauth/routes.public.ts'
import { operatorRoutes as offersOperator } from '../modules/offers/routes.operator.ts'
import { publicRoutes as offersPublic } from '../modules/offers/routes.public.ts'
import { operatorRoutes as operatorOperator } from '../modules/operator/routes.operator.ts'
import { OrderEventData } from '../modules/orders/index.ts'
import { operatorRoutes as ordersOperator } from '../modules/orders/routes.operator.ts'
import { partnerRoutes as ordersPartner, sandboxRoutes as ordersSandbox } from '../modules/orders/routes.partner.ts'
import { publicRoutes as ordersPublic } from '../modules/orders/routes.public.ts'
import { operatorRoutes as partnersOperator } from '../modules/partners/routes.operator.ts'
import { partnerRoutes as partnersPartner } from '../modules/partners/routes.partner.ts'
import { portalRoutes as partnersPortal } from '../modules/partners/routes.portal.ts'
import { publicRoutes as payeesPublic } from '../modules/payees/routes.public.ts'
import { publicRoutes as privacyPublic } from '../modules/privacy/routes.public.ts'
import { partnerRoutes as quotesPartner } from '../modules/quotes/routes.partner.ts'
import { partnerRoutes as referralsPartner } from '../modules/referrals/routes.partner.ts'
import { operatorRoutes as registrationsOperator } from '../modules/registrations/routes.operator.ts'
import { publicRoutes as registrationsPublic } from '../modules/registrations/routes.public.ts'
import { operatorRoutes as registryOperator } from '../modules/registry/routes.operator.ts'
import { publicRoutes as registryPublic } from '../modules/registry/routes.public.ts'
import { portalRoutes as requestsPortal } from '../modules/requests/routes.portal.ts'
import { operatorRoutes as rolesOperator } from '../modules/roles/routes.operator.ts'
import { partnerRoutes as sandboxPartner } from '../modules/sandbox/routes.partner.ts'
import { partnerRoutes as searchPartner } from '../modules/search/routes.partner.ts'
import { publicRoutes as searchPublic } from '../modules/search/routes.public.ts'
import { operatorRoutes as sellersOperator } from '../modules/sellers/routes.operator.ts'
import { publicRoutes as sellersPublic } from '../modules/sellers/routes.public.ts'
import { operatorRoutes as settlementOperator } from '../modules/settlement/routes.operator.ts'
import {
  partnerRoutes as settlementPartner,
  sandboxRoutes as settlementSandbox,
} from '../modules/settlement/routes.partner.ts'
import { operatorRoutes as taxOperator } from '../modules/tax/routes.operator.ts'
import { operatorRoutes as teamOperator } from '../modules/team/routes.operator.ts'
import { portalRoutes as teamPortal } from '../modules/team/routes.portal.ts'
import { publicRoutes as watchesPublic } from '../modules/watches/routes.public.ts'
import { describeEvents } from '../modules/webhooks/index.ts'
import { operatorRoutes as webhooksOperator } from '../modules/webhooks/routes.operator.ts'
import { partnerRoutes as webhooksPartner } from '../modules/webhooks/routes.partner.ts'
import { portalRoutes as webhooksPortal } from '../modules/webhooks/routes.portal.ts'
import { OPERATOR_PREFIX } from './operator.ts'
import { PARTNER_PREFIX } from './partner.ts'
import { PORTAL_PREFIX } from './portal.ts'
import { PUBLIC_PREFIX } from './public.ts'

/** What partners are sent: every type of event with its payload. */
export const EVENT_WEBHOOKS = describeEvents({
  order: OrderEventData,
  brokerage: CaseEventData,
  checkout: SessionEventData,
})

export const AREAS = [
  {
    name: 'partner',
    prefix: PARTNER_PREFIX,
    tag: 'Partner API',
    description: 'For registrars, website builders and shops that sell domains. Requests are signed.',
    routes: [
      ...partnersPartner,
      ...searchPartner,
      ...catalogPartner,
      ...quotesPartner,
      ...ordersPartner,
      ...deliveryPartner,
      ...settlementPartner,
      ...documentsPartner,
      ...checkoutPartner,
      ...webhooksPartner,
      ...brokeragePartner,
      ...referralsPartner,
      ...ordersSandbox,
      ...disputesPartner,
      ...settlementSandbox,
      ...sandboxPartner,
      ...mailPartner,
    ],
  },
  {
    name: 'operator',
    prefix: OPERATOR_PREFIX,
    tag: 'Operator API',
    description:
      'For the people who run the marketplace. Every call is recorded in the audit log. Every operator may read; each write names the roles that allow it.',
    routes: [
      ...partnersOperator,
      ...teamOperator,
      ...catalogOperator,
      ...registryOperator,
      ...ordersOperator,
      ...deliveryOperator,
      ...registrationsOperator,
      ...brokerageOperator,
      ...settlementOperator,
      ...disputesOperator,
      ...documentsOperator,
      ...sellersOperator,
      ...offersOperator,
      ...taxOperator,
      ...auditOperator,
      ...webhooksOperator,
      ...mailOperator,
      ...operatorOperator,
      ...changesOperator,
      ...rolesOperator,
    ],
  },
  {
    name: 'portal',
    prefix: PORTAL_PREFIX,
    tag: 'Portal API',
    description:
      "For a partner's signed-in team members, on pages of this service. Partner API routes are also available below " +
      '`/api/portal/v1/sandbox` and `/api/portal/v1/live` with a session instead of a signature: `/api/partner/v1/orders` is ' +
      '`/api/portal/v1/sandbox/orders`. Not available there: `GET /me`, recording an order, and creating or releasing a quote. ' +
      'Quotes are shown without their token. Members have read-only access, owners have full access.',
    routes: [...partnersPortal, ...teamPortal, ...requestsPortal, ...webhooksPortal, ...changesPortal],
  },
  {
    name: 'public',
    prefix: PUBLIC_PREFIX,
    tag: 'Public API',
    description:
      'Open to everyone, without a key. An access token adds marketplace prices to domain search (`pricing:read`) and manages the ' +
      'domains of its user (`domains:manage`).',
    routes: [
      ...oauthPublic,
      ...registryPublic,
      ...catalogPublic,
      ...searchPublic,
      ...checkoutPublic,
      ...brokeragePublic,
      ...domainsPublic,
      ...registrationsPublic,
      ...sellersPublic,
      ...payeesPublic,
      ...offersPublic,
      ...documentsPublic,
      ...accountsPublic,
      ...privacyPublic,
      ...factorsPublic,
      ...ordersPublic,
      ...watchesPublic,
      ...batchRoutes,
    ],
  },
] as const satisfies readonly AreaDescription[]
