// How checkout sessions look on the wire.
import type { Deps } from '../../deps.ts'
import {
  Cents,
  CurrencyCode,
  DomainText,
  IdText,
  isoTime,
  Metadata,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { computeShare } from '../../kernel/money.ts'
import { BuyerInput, companyFields, WebAddress } from '../orders/index.ts'
import { FAILURES, SESSION_STATUSES } from './rules/sessions.ts'
import { checkoutUrl } from './service/open.ts'
import { computeStatus, heldUntil, partnerNow } from './service/read.ts'
import type { SessionInContext } from './store/sessions.ts'

export const SessionInput = Strict({
  domain: DomainText(),
  buyer: Type.Optional(BuyerInput()),
  return_url: WebAddress(
    'URL the buyer returns to after paying. The query parameters `session_id` and `order` are added. They prove nothing: read the session.',
  ),
  cancel_url: WebAddress('URL the buyer returns to after canceling.'),
  link_id: Type.Optional(IdText('lnk_', 'ID of the referral link that brought the buyer.')),
  metadata: Type.Optional(Metadata()),
})

export const CheckoutSessionView = Named('CheckoutSession', {
  session_id: IdText('cs_'),
  checkout_url: Type.String({
    description: 'Checkout page for the buyer. Valid for seven days. It does not reserve the domain.',
  }),
  status: OneOf(SESSION_STATUSES),
  domain: Type.String(),
  domain_unicode: Type.String(),
  price_cents: PositiveCents(
    'Listed price in minor units. With net prices, the checkout adds the tax of the country of the buyer.',
  ),
  currency: CurrencyCode(),
  commission_cents: Cents('Your commission, in minor units. Fixed at the sale.'),
  order_public_id: Nullable(IdText('ord_', 'ID of the order. Null until the session is paid.')),
  last_payment_error: Nullable(OneOf(Object.keys(FAILURES), { description: 'Why the last payment attempt failed.' })),
  held_until: Nullable(Timestamp('When the hold for the payment in progress ends. Null without a hold.')),
  buyer: Nullable(
    Strict({
      email: Type.String(),
      name: Nullable(Type.String()),
      country: Nullable(Type.String()),
      ...companyFields,
    }),
  ),
  return_url: Type.String(),
  cancel_url: Type.String(),
  link_id: Nullable(IdText('lnk_')),
  metadata: Nullable(Metadata()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  expires_at: Timestamp(),
})

/** What the events of a session tell. */
export const SessionEventData = Named('CheckoutEventData', {
  checkout_session: Strict({
    session_id: IdText('cs_'),
    domain: Type.String(),
    status: OneOf(SESSION_STATUSES),
    price_cents: PositiveCents('Price the buyer paid, or would have paid, in minor units.'),
    currency: CurrencyCode(),
    commission_cents: Cents('Your commission, in minor units.'),
    order_public_id: Nullable(IdText('ord_', 'ID of the order. Null if the session expired.')),
    link_id: Nullable(IdText('lnk_')),
    metadata: Nullable(Metadata()),
    expires_at: Timestamp(),
  }),
})

export function sessionView(deps: Deps, session: SessionInContext): Static<typeof CheckoutSessionView> {
  const real = deps.clock.now()
  const held = heldUntil(session, real)
  return {
    session_id: session.id,
    checkout_url: checkoutUrl(deps, session),
    status: computeStatus(session, real),
    domain: session.domain,
    domain_unicode: session.domainUnicode,
    price_cents: session.priceCents,
    currency: session.currency as 'USD',
    commission_cents: session.orderCommissionCents ?? computeShare(session.priceCents, session.commissionBps),
    order_public_id: session.orderId,
    last_payment_error: session.lastError,
    held_until: held === null ? null : isoTime(partnerNow(session, held)),
    buyer: session.buyer,
    return_url: session.returnUrl,
    cancel_url: session.cancelUrl,
    link_id: session.linkId,
    metadata: session.metadata as Static<ReturnType<typeof Metadata>> | null,
    created_at: isoTime(session.createdAt),
    updated_at: isoTime(session.updatedAt),
    expires_at: isoTime(session.expiresAt),
  }
}
