// What search offers a partner is what the catalog's rule says is available to it: the same in SQL, for every kind of reservation.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { undo } from '../../../test/parity.ts'
import { sql } from '../../db/sql.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { type Id, newId } from '../../kernel/ids.ts'
import { isAvailableTo } from '../catalog/index.ts'
import { findSellable } from './store/listings.ts'

const REAL = new Date('2026-11-17T12:00:00.000Z')
const NO_FILTER = { tld: undefined, minPriceCents: undefined, maxPriceCents: undefined }

let service: TestService
let own: Id<'partner'>
let other: Id<'partner'>
beforeAll(async () => {
  service = await startTestService()
  own = (await service.partner()).partnerId as Id<'partner'>
  other = (await service.partner()).partnerId as Id<'partner'>
})

const CASES = (['listed', 'sold', 'withdrawn'] as const).flatMap((status) =>
  ([null, 'quote', 'checkoutSession'] as const).flatMap((holder) =>
    [true, false].flatMap((isOwn) => [-1, 0, 1].map((ends) => ({ status, holder, isOwn, ends }))),
  ),
)

it.each(CASES)('a listing that is $status, held by $holder (own: $isOwn) until $ends s from now', async (one) => {
  const listing = {
    status: one.status,
    magic: null,
    reservedBy: one.holder && newId(one.holder, REAL),
    reservedByPartner: one.holder && (one.isOwn ? own : other),
    reservedUntil: one.holder && addSeconds(REAL, one.ends),
  }
  const id = newId('listing', REAL)
  const found = await undo(service.db, async (tx) => {
    await tx.run(sql`
      insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                            reserved_by, reserved_by_partner, reserved_until, listed_at, updated_at)
      values (${id}, 'sandbox', 'parity.test', 'parity.test', 'parity', 'test', 100, 1, 'USD', ${listing.status},
              ${listing.reservedBy}, ${listing.reservedByPartner}, ${listing.reservedUntil}, ${REAL}, ${REAL})`)
    return findSellable(tx, { partnerId: own, environment: 'sandbox' }, [id], NO_FILTER, REAL)
  })
  expect(found.length === 1).toBe(isAvailableTo(listing, own, REAL))
})
