// Checks of offers: a reservation has its accepted offer, and an accepted or paid offer has what it agreed on.
import { sql } from '../../../db/sql.ts'
import { type Check, most } from './check.ts'

export const OFFER_CHECKS: readonly Check[] = [
  {
    name: 'reservations_have_their_offer',
    promise: 'A domain reserved by an offer has that accepted offer.',
    statement: sql`
      select l.environment, l.id as subject, l.currency, 1::bigint as expected, 0::bigint as found
      from listings l left join offers o on o.id = l.reserved_by and o.listing_id = l.id and o.status = 'accepted'
      where is_offer(l.reserved_by) and o.id is null ${most}`,
  },
  {
    name: 'paid_offers_have_their_order',
    promise: 'A paid offer has one order, of its domain and at its price. Other offers have none.',
    statement: sql`
      select 'live' as environment, f.id as subject, f.currency, f.amount_cents as expected,
             coalesce(o.sale_price_cents, 0) as found
      from offers f left join orders o on o.id = f.order_id
      where (f.status = 'paid') <> (f.order_id is not null)
         or f.status = 'paid' and (o.listing_id, o.sale_price_cents, o.currency) is distinct from
                                  (f.listing_id, f.amount_cents, f.currency) ${most}`,
  },
]
