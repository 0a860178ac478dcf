// How buyers see their orders.
import {
  CurrencyCode,
  IdText,
  Named,
  Nullable,
  PositiveCents,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { DocumentLink, documentLink } from '../../documents/index.ts'
import { buyerText, isForBuyer } from '../rules/buyer-timeline.ts'
import { type OrderStatus, upcomingStatuses } from '../rules/orders.ts'
import type { PurchaseJson } from '../store/purchases.ts'
import { OrderStatusName, upcoming_statuses } from './orders.ts'
import { TransferView } from './transfers.ts'

/** What a buyer sees of an order: nothing that is between us and the partner. */
export const PurchaseView = Named('Purchase', {
  public_id: IdText('ord_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  price_cents: PositiveCents('What you paid, with all tax, in minor units.'),
  currency: CurrencyCode(),
  status: OrderStatusName(),
  held: Type.Boolean({ description: 'True while the order waits for manual review.' }),
  transfer: TransferView,
  created_at: Timestamp(),
  updated_at: Timestamp(),
  timeline: Type.Array(
    Strict({
      at: Timestamp(),
      status: OrderStatusName(),
      event: Nullable(Type.String()),
      message: Type.String(),
    }),
  ),
  upcoming_statuses,
  documents: Type.Array(DocumentLink, { description: 'Receipt or invoice of the order, and credit notes.' }),
})

export const purchaseView = ({ timeline, documents, ...order }: PurchaseJson) =>
  ({
    ...order,
    timeline: timeline.filter(isForBuyer).map((line) => ({ ...line, message: buyerText(line.status, line.event) })),
    upcoming_statuses: upcomingStatuses({
      status: order.status as OrderStatus,
      paymentModel: 'service_collected',
    }).filter((status) => status !== 'SETTLED'),
    documents: (documents as Parameters<typeof documentLink>[0][]).map(documentLink),
  }) as unknown as Static<typeof PurchaseView>
