// How claims of purchases look on the wire.
import { type Config, isMailOff } from '../../../config.ts'
import {
  DomainText,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { ORDER_STATUSES } from '../rules/orders.ts'
import type { BuyerOrder, Unclaimed } from '../store/claims.ts'

export const ClaimLinkView = Named('ClaimLink', {
  public_id: IdText('ord_'),
  buyer_email: Type.String(),
  expires_at: Timestamp(),
  claim_url: Nullable(Type.String({ description: 'The link, only where the service sends no mail.' })),
})

export const claimLinkView = (
  config: Config,
  { order, path, expiresAt }: { order: BuyerOrder; path: string; expiresAt: Date },
): Static<typeof ClaimLinkView> => ({
  public_id: order.orderId,
  buyer_email: order.buyerEmail,
  expires_at: isoTime(expiresAt),
  claim_url: isMailOff(config) ? config.baseUrl + path : null,
})

export const UnclaimedView = Named('UnclaimedPurchase', {
  domain: DomainText(),
  domain_unicode: Type.String(),
  buyer_email: Type.String(),
  public_id: Nullable(IdText('ord_', 'Order ID. Null for a domain without an order here.')),
  status: Nullable(OneOf(ORDER_STATUSES, { title: 'OrderStatus' })),
  claim_expires_at: Nullable(Timestamp()),
  created_at: Timestamp(),
})

export const unclaimedView = (one: Unclaimed): Static<typeof UnclaimedView> => ({
  domain: one.domain,
  domain_unicode: one.domainUnicode,
  buyer_email: one.buyerEmail,
  public_id: one.orderId,
  status: one.status,
  claim_expires_at: isoTimeOrNull(one.claimExpiresAt),
  created_at: isoTime(one.at),
})
