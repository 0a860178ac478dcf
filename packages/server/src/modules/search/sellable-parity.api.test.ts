// What search offers a partner is what the catalog's rule says is available to it: the same in SQL, for every kind of reservation.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { sql, type Tx } from '../../db/sql.ts'
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
  ([null, 'quote', 'offer', 'checkoutSession'] as const).flatMap((holder) =>
    [true, false].flatMap((isOwn) => [-1, 0, 1].map((ends) => ({ status, holder, isOwn, ends }))),
  ),
)
type Case = (typeof CASES)[number]

/** What search and the catalog say of a listing, with the SQL functions as `change` makes them. */
async function compare(one: Case, change: (tx: Tx) => Promise<void> = async () => {}) {
  const listing = {
    status: one.status,
    magic: null,
    reservedBy: one.holder && newId(one.holder, REAL),
    reservedByPartner: one.holder && (one.isOwn ? own : other),
    reservedUntil: one.holder && addSeconds(REAL, one.ends),
  }
  const id = newId('listing', REAL)
  const found = await undo(service.db, async (tx) => {
    await change(tx)
    await tx.run(sql`
      insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                            reserved_by, reserved_by_partner, reserved_until, listed_at, updated_at)
      values (${id}, 'sandbox', 'parity.test', 'parity.test', 'parity', 'test', 100, 1, 'USD', ${listing.status},
              ${listing.reservedBy}, ${listing.reservedByPartner}, ${listing.reservedUntil}, ${REAL}, ${REAL})`)
    return findSellable(tx, { partnerId: own, environment: 'sandbox' }, [id], NO_FILTER, REAL)
  })
  return { search: found.length === 1, catalog: isAvailableTo(listing, own, REAL) }
}

it.each(CASES)('a listing that is $status, held by $holder (own: $isOwn) until $ends s from now', async (one) => {
  const { search, catalog } = await compare(one)
  expect(search).toBe(catalog)
})

it('is found to differ where search takes every reservation for a quote', async () => {
  const change = await deviate(service.db, 'is_quote', "p_holder like 'quo\\_%'", 'true')
  const differing: Case[] = []
  for (const one of CASES) {
    const { search, catalog } = await compare(one, change)
    if (search !== catalog) differing.push(one)
  }
  const held = { status: 'listed', isOwn: true, ends: 1 }
  expect(differing).toEqual([
    { ...held, holder: 'offer' },
    { ...held, holder: 'checkoutSession' },
  ])
})
