// The rules of a sale stand in TypeScript, and in SQL where a sale has to be one round trip. Over random states both say the same.
// A failure prints its seed and path; PROPERTY_SEED and PROPERTY_RUNS repeat or lengthen a run.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { sql, sqlState, type Tx } from '../../db/sql.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { type Id, newId } from '../../kernel/ids.ts'
import { computeShare } from '../../kernel/money.ts'
import { saleJournal } from '../ledger/index.ts'
import { buildOrderEvent, EFFECTS, type PaymentModel, paidStatus } from './rules/orders.ts'
import { isHeld, REVIEW_KINDS, type ReviewKind } from './rules/review.ts'
import { decideSale, SALE_REFUSALS, type SaleState, type SaleTerms } from './rules/sales.ts'
import { placePaidOrder, recordOrder } from './store/recording.ts'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 25)
const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_117)
const REAL = new Date('2026-11-17T12:00:00.000Z')
const DOMAIN = 'parity.test'
const BUYER = { email: 'Ada@Example.com', name: null, country: 'DE' }

let service: TestService
let own: string
let other: string
beforeAll(async () => {
  service = await startTestService()
  own = (await service.partner({ environment: 'sandbox' })).partnerId
  other = (await service.partner({ environment: 'sandbox' })).partnerId
})

const HOLDERS = ['the quote', 'another quote', 'a session', 'an offer'] as const
const NEAR = [-600, 0, 1, 600]
const near = fc.constantFrom(...NEAR)
const cents = fc.oneof(fc.constantFrom(1, 3, 10, 333, 2_500_000), fc.integer({ min: 1, max: 999_999_999_999 }))
const currency = fc.constantFrom('USD', 'EUR')
const basisPoints = fc.constantFrom(0, 1, 1500, 3333, 9999, 10_000)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 3 })

const anyCase = fc.record({
  /** How far the partner's clock runs ahead. */
  offset: fc.constantFrom(0, 600),
  rate: basisPoints,
  listing: fc.record({
    status: fc.constantFrom('listed' as const, 'sold' as const, 'withdrawn' as const),
    magic: fc.constantFrom(null, 'held' as const, 'sold_elsewhere' as const, 'price_changes' as const),
    priceCents: cents,
    currency,
    reservation: maybe(
      fc.record({
        by: fc.constantFrom(...HOLDERS),
        isOwn: fc.boolean(),
        ends: near,
      }),
    ),
  }),
  quote: maybe(
    fc.record({
      isOwn: fc.boolean(),
      status: fc.constantFrom('active' as const, 'used' as const, 'expired' as const, 'released' as const),
      exclusive: fc.boolean(),
      priceCents: cents,
      currency,
      commissionBps: basisPoints,
      ends: near,
    }),
  ),
  request: fc.record({
    by: fc.constantFrom('quote', 'domain'),
    domain: fc.constantFrom('same', 'none', 'other'),
    price: fc.constantFrom('same', 'none', 'other'),
    currency: fc.constantFrom('same', 'none', 'other'),
  }),
  minAmount: cents,
})
type SaleCase = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never

/** The same sale with nothing in its way. */
const clearWay = ({ listing, quote, request, ...rest }: SaleCase): SaleCase => ({
  ...rest,
  listing: {
    ...listing,
    status: 'listed',
    magic: null,
    reservation: quote?.exclusive ? { by: 'the quote', isOwn: true, ends: 600 } : null,
  },
  quote: quote && { ...quote, isOwn: true, status: 'active', ends: 600 },
  request: { ...request, domain: 'same', price: 'same', currency: 'same' },
})

const OBSTACLES = {
  listing: ['status', 'magic', 'reservation'],
  quote: ['isOwn', 'status', 'ends'],
  request: ['domain', 'price', 'currency'],
} as const
const PLACES = (['listing', 'quote', 'request'] as const).flatMap((part) =>
  OBSTACLES[part].map((field) => ({ part, field })),
)

/** Mostly one or two obstacles: of many at once, only the first would show. */
const saleCase = fc
  .tuple(
    anyCase,
    fc.oneof(
      { weight: 5, arbitrary: fc.subarray(PLACES, { maxLength: 2 }) },
      { weight: 1, arbitrary: fc.constant(PLACES) },
    ),
  )
  .map(([any, places]) => {
    const made = clearWay(any)
    for (const { part, field } of places)
      if (made[part] && any[part]) Object.assign(made[part], { [field]: any[part][field as never] })
    return made
  })

/** A sale with nothing in its way. Its numbers lie on the edges: a share of half a cent, and the least amount that is reviewed. */
const easySale = (by: 'quote' | 'domain', exclusive: boolean): SaleCase =>
  clearWay({
    offset: 600,
    rate: 1500,
    listing: { status: 'listed', magic: null, priceCents: 10, currency: 'USD', reservation: null },
    quote: {
      isOwn: true,
      status: 'active',
      exclusive,
      priceCents: 333,
      currency: 'EUR',
      commissionBps: 3333,
      ends: 600,
    },
    request: { by, domain: 'same', price: 'same', currency: 'same' },
    minAmount: 10,
  })

/** Everything that can be in the way of a sale, one at a time. */
function listObstacles(easy: SaleCase): SaleCase[] {
  const listing = (change: Partial<SaleCase['listing']>) => ({ ...easy, listing: { ...easy.listing, ...change } })
  const quote = (change: Partial<NonNullable<SaleCase['quote']>>) => ({ ...easy, quote: { ...easy.quote!, ...change } })
  const request = (change: Partial<SaleCase['request']>) => ({ ...easy, request: { ...easy.request, ...change } })
  const reservations = HOLDERS.flatMap((by) =>
    [true, false].flatMap((isOwn) => NEAR.map((ends) => ({ by, isOwn, ends }))),
  )
  return [
    easy,
    ...(['sold', 'withdrawn'] as const).map((status) => listing({ status })),
    ...(['held', 'sold_elsewhere', 'price_changes'] as const).map((magic) => listing({ magic })),
    ...[null, ...reservations].map((reservation) => listing({ reservation })),
    { ...easy, quote: null },
    quote({ isOwn: false }),
    ...(['used', 'expired', 'released'] as const).map((status) => quote({ status })),
    ...NEAR.map((ends) => quote({ ends })),
    ...(['domain', 'price', 'currency'] as const).flatMap((field) =>
      ['none', 'other'].map((value) => request({ [field]: value })),
    ),
  ]
}
const SINGLE = (['quote', 'domain'] as const).flatMap((by) =>
  [true, false].flatMap((exclusive) => listObstacles(easySale(by, exclusive))),
)

/** The rows of a case, as the tables have them. */
function buildState({ listing, quote, offset, rate }: SaleCase) {
  const now = addSeconds(REAL, offset)
  const quoteId = newId('quote', REAL)
  const holders = {
    'the quote': quoteId,
    'another quote': newId('quote', REAL),
    'a session': newId('checkoutSession', REAL),
    'an offer': newId('offer', REAL),
  }
  const held = listing.reservation
  const row = {
    id: newId('listing', REAL),
    status: listing.status,
    magic: listing.magic,
    priceCents: listing.priceCents,
    currency: listing.currency,
    reservedBy: held && holders[held.by as keyof typeof holders],
    reservedByPartner: held && (held.isOwn ? own : other),
    reservedUntil: held && addSeconds(REAL, held.ends),
  }
  const quoteRow = quote && {
    ...quote,
    id: quoteId,
    domain: DOMAIN,
    partnerId: quote.isOwn ? own : other,
    expiresAt: addSeconds(now, quote.ends),
  }
  return { now, listing: row, quote: quoteRow, quoteId, rate }
}
type State = ReturnType<typeof buildState>

async function insertState(tx: Tx, { listing, quote, now, rate }: State, minAmount: number): Promise<void> {
  await tx.run(sql`update partners set commission_bps = ${rate} where id = ${own}`)
  await tx.run(sql`delete from review_rules`)
  await tx.run(sql`insert into review_rules (id, kind, value) values ('rule_x', 'min_amount', ${String(minAmount)})`)
  await tx.run(sql`
    insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                          reserved_by, reserved_by_partner, reserved_until, magic, listed_at, updated_at)
    values (${listing.id}, 'sandbox', ${DOMAIN}, ${DOMAIN}, 'parity', 'test', ${listing.priceCents}, 1, ${listing.currency},
            ${listing.status}, ${listing.reservedBy}, ${listing.reservedByPartner}, ${listing.reservedUntil}, ${listing.magic},
            ${REAL}, ${REAL})`)
  if (quote)
    await tx.run(sql`
      insert into quotes (id, partner_id, environment, listing_id, domain, domain_unicode, status, exclusive, price_cents,
                          currency, commission_bps, commission_cents, created_at, expires_at)
      values (${quote.id}, ${quote.partnerId}, 'sandbox', ${listing.id}, ${DOMAIN}, ${DOMAIN}, ${quote.status},
              ${quote.exclusive}, ${quote.priceCents}, ${quote.currency}, ${quote.commissionBps}, 0, ${now}, ${quote.expiresAt})`)
}

/** The request, and what the rule is asked: both forms of the same. */
function buildRequest({ request }: SaleCase, { listing, quote, quoteId, rate }: State) {
  const byQuote = request.by === 'quote'
  const price = byQuote && quote ? quote : listing
  const domain = { same: DOMAIN, other: 'other.test', none: byQuote ? null : DOMAIN }[request.domain] ?? null
  // Without a quote, price and currency are required.
  const choose = <Value>(what: string, same: Value, another: Value) =>
    what === 'same' ? same : what === 'other' || !byQuote ? another : null
  const expectedPriceCents = choose(request.price, price.priceCents, price.priceCents + 1)
  const currency = choose(request.currency, price.currency, price.currency === 'USD' ? 'EUR' : 'USD')
  const ownQuote = quote?.isOwn ? quote : undefined
  const state: SaleState = byQuote
    ? { listing, quote: ownQuote, commissionBps: rate }
    : { listing: domain === DOMAIN ? listing : undefined, quote: ownQuote, commissionBps: rate }
  const asked = byQuote
    ? { by: 'quote' as const, partnerId: own, domain, expectedPriceCents, currency }
    : { by: 'domain' as const, partnerId: own, expectedPriceCents: expectedPriceCents!, currency: currency! }
  return { asked, state, wire: { quoteId: byQuote ? quoteId : null, domain, expectedPriceCents, currency } }
}

/** What a sale writes, as the TypeScript rules have it. */
function describeSale(model: PaymentModel, terms: SaleTerms, { listing }: State, orderId: string, minAmount: number) {
  const { priceCents, currency, commissionBps, commissionCents, quoteId } = terms
  const rules = [{ kind: 'min_amount' as const, value: String(minAmount) }]
  const held = isHeld({ priceCents, magic: listing.magic, buyer: BUYER }, rules)
  const paid = paidStatus(model)
  const order = { id: orderId, domain: DOMAIN, salePriceCents: priceCents, currency }
  const sale = { orderId, partnerId: own, paymentModel: model, currency, priceCents, commissionCents }
  const { entries, ...journal } = saleJournal(sale)
  return {
    refusal: null,
    order: {
      status: held ? 'MANUAL_REVIEW' : paid,
      salePriceCents: priceCents,
      currency,
      commissionBps,
      commissionCents,
      amountOwedCents: model === 'partner_collected' ? priceCents - commissionCents : 0,
      quoteId,
      exclusive: listing.magic === null,
    },
    timeline: [paid, ...(held ? [`MANUAL_REVIEW ${EFFECTS.hold.message}`] : [])],
    events: [buildOrderEvent(order, paid), ...(held ? [buildOrderEvent(order, 'MANUAL_REVIEW')] : [])],
    journal: { key: journal.key, kind: journal.kind },
    entries: entries.map((entry) => ({ ...entry, currency })),
    listing:
      listing.magic === null
        ? { status: 'sold', reservedBy: null }
        : { status: listing.status, reservedBy: listing.reservedBy },
    spent: quoteId,
  }
}

/** What a sale wrote. */
async function readSale(tx: Tx, orderId: string, { listing }: State) {
  const lines = await tx.many<{ status: string; message: string; line: number }>(sql`
    select status, message, line from order_timeline where order_id = ${orderId} order by line`)
  const events = await tx.many<{ data: object }>(sql`
    select e.data from order_timeline t join events e on e.id = t.event_id and e.type = t.event
    where t.order_id = ${orderId} order by t.line`)
  const spent = await tx.one<{ id: string }>(sql`select id from quotes where order_id = ${orderId} and status = 'used'`)
  return {
    refusal: null,
    order: await tx.one(sql`
      select status, sale_price_cents, currency, commission_bps, commission_cents, amount_owed_cents, quote_id, exclusive
      from orders where id = ${orderId}`),
    timeline: lines.map(({ status, message, line }) => (line === 1 ? status : `${status} ${message}`)),
    events: events.map(({ data }) => data),
    journal: await tx.one(sql`select key, kind from ledger_journals where key like ${`${orderId}:%`}`),
    entries: await tx.many(sql`
      select account, subject, amount_cents, currency from ledger_entries where journal like ${`${orderId}:%`} order by line`),
    listing: await tx.one(sql`select status, reserved_by from listings where id = ${listing.id}`),
    spent: spent?.id ?? null,
  }
}

function decideInTypeScript(one: SaleCase, state: State, orderId: string) {
  const { asked, state: seen } = buildRequest(one, state)
  const decision = decideSale(asked, seen, state.now, REAL)
  if (decision.refusal !== null) return decision
  return describeSale('partner_collected', decision.terms, state, orderId, one.minAmount)
}

const makeIds = (now: Date) => ({
  eventIds: [newId('event', now), newId('event', now)],
  deliveryIds: [newId('delivery', now), newId('delivery', now)],
})
const owner = () => ({ partnerId: own as Id<'partner'>, environment: 'sandbox' as const })

async function decideInSql(tx: Tx, one: SaleCase, state: State, orderId: Id<'order'>) {
  const { wire } = buildRequest(one, state)
  const times = { now: state.now, real: REAL }
  const buyer = {
    buyer: BUYER,
    returnUrl: null,
    cancelUrl: null,
    externalPaymentRef: 'ref',
    delivery: null,
    sellerFeeBps: 1000,
  }
  const key = { key: orderId, fingerprint: Buffer.from('x') }
  try {
    await recordOrder(tx, { owner: owner(), orderId, ...key, ...makeIds(state.now), ...times, ...wire, ...buyer })
  } catch (error) {
    if (sqlState(error) !== 'FH001') throw error
    const { message, detail } = error as Error & { detail?: string }
    return { refusal: message, detail: detail ?? '' }
  }
  return readSale(tx, orderId, state)
}

/** Runs the single obstacles, then random cases; `plant` may put deviating functions into the transaction of each. */
const compareSales = (random: number, plant?: (tx: Tx) => Promise<void>, seen = new Set<string | null>()) =>
  fc.check(
    fc.asyncProperty(saleCase, async (one) => {
      const orderId = newId('order', REAL)
      const state = buildState(one)
      const found = await undo(service.db, async (tx) => {
        await insertState(tx, state, one.minAmount)
        await plant?.(tx)
        return decideInSql(tx, one, state, orderId)
      })
      const decided = decideInTypeScript(one, state, orderId)
      seen.add(decided.refusal)
      expect(found).toEqual(decided)
    }),
    {
      examples: SINGLE.map((one) => [one] as [SaleCase]),
      numRuns: SINGLE.length + random,
      seed: SEED,
      endOnFailure: plant !== undefined,
    },
  )

describe('a sale that a partner collected', () => {
  it('is refused or made on the same terms by the rule and by record_order, with each single obstacle and over random states', async () => {
    const seen = new Set<string | null>()
    const report = await compareSales(RUNS, undefined, seen)
    expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
    expect([...seen].sort()).toEqual([...SALE_REFUSALS, null].sort())
  })

  it.each([
    ['refuse_claim', 'l.reserved_until <= p_real', 'l.reserved_until < p_real'],
    ['refuse_claim', 'when is_quote(l.reserved_by)', 'when true'],
    ['refuse_claim', "l.magic is not distinct from 'sold_elsewhere'", 'false'],
    ['record_order', 'quote.expires_at <= p_now', 'quote.expires_at < p_now'],
    ['record_order', "if listing.status = 'withdrawn' then perform refuse('unlisted'); end if;", ''],
    ['record_order', "l.domain = p_domain and l.status <> 'withdrawn'", 'l.domain = p_domain'],
    ['record_order', 'p_currency is not null and p_currency <> quote.currency', 'false'],
    ['record_order', 'p_expected_price is not null and p_expected_price <> quote.price_cents', 'false'],
    ['record_order', 'p_currency <> listing.currency', 'false'],
    ['record_order', 'listing.reserved_until <= p_real', 'listing.reserved_until < p_real'],
    ['record_order', "if refusal = 'held' then", 'if false then'],
    ['record_order', 'q.expires_at > p_now', 'q.expires_at >= p_now'],
    ['record_order', 'bps := quote.commission_bps;', 'bps := quote.commission_bps / 2;'],
    ['place_order', 'p_price - commission, commission,', 'p_price, 0,'],
    ['spend_quote', "'used'", "'released'"],
    ['share_of', '+ 5000', '+ 4999'],
    ['is_held', 'p_price >= r.value', 'p_price > r.value'],
    ['order_event_data', "'status', p_status", "'status', o.status"],
  ])('reports a %s that has "%s" otherwise', async (name, from, to) => {
    const report = await compareSales(0, await deviate(service.db, name, from, to))
    expect((report.errorInstance as Error | null)?.name).toBe('AssertionError')
  })
})

it('a sale that the service collected is written as the rules describe it, over random states', async () => {
  const report = await fc.check(
    fc.asyncProperty(saleCase, async (one) => {
      const orderId = newId('order', REAL)
      const state = buildState(one)
      const { quote, listing, rate, now } = state
      const commissionCents = computeShare(listing.priceCents, rate)
      const quoteId = quote?.isOwn ? quote.id : null
      const { priceCents, currency } = listing
      const terms: SaleTerms = { priceCents, currency, commissionBps: rate, commissionCents, quoteId }
      const found = await undo(service.db, async (tx) => {
        await insertState(tx, state, one.minAmount)
        const sale = {
          id: orderId,
          owner: owner(),
          listingId: listing.id,
          terms,
          checkoutSessionId: null,
          buyer: BUYER,
        }
        await placePaidOrder(tx, {
          ...sale,
          ...makeIds(now),
          returnUrl: null,
          cancelUrl: null,
          now,
          real: REAL,
          sellerFeeBps: 1000,
        })
        return readSale(tx, orderId, state)
      })
      expect(found).toEqual(describeSale('service_collected', terms, state, orderId, one.minAmount))
    }),
    { numRuns: Math.ceil(RUNS / 3), seed: SEED },
  )
  expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
})

describe('the parts of a sale', () => {
  it('share_of rounds as computeShare', async () => {
    const pairs = fc.sample(fc.tuple(fc.oneof(cents, fc.nat(20_000)), fc.oneof(basisPoints, fc.nat(10_000))), {
      numRuns: 2000,
      seed: SEED,
    })
    const rows = await service.db.many<{ share: number }>(sql`
      select share_of(p.cents, p.bps) as share
      from unnest(${pairs.map(([amount]) => amount)}::bigint[], ${pairs.map(([, bps]) => bps)}::int[]) with ordinality as p(cents, bps, place)
      order by p.place`)
    expect(rows.map(({ share }) => share)).toEqual(pairs.map(([amount, bps]) => computeShare(amount, bps)))
  })

  const word = fc.constantFrom('a', 'B', 'ada', 'x.y')
  const email = fc.tuple(word, fc.constantFrom('example.com', 'Shop.Example')).map((parts) => parts.join('@'))
  const country = fc.constantFrom('DE', 'us')
  const values: Record<ReviewKind, fc.Arbitrary<string>> = {
    min_amount: fc.constantFrom('0', '1', '100', '999999999999'),
    buyer_email: email.map((text) => text.toLowerCase()),
    buyer_email_domain: fc.constantFrom('example.com', 'shop.example'),
    buyer_country: country.map((text) => text.toUpperCase()),
  }
  const rule = fc.constantFrom(...REVIEW_KINDS).chain((kind) => values[kind].map((value) => ({ kind, value })))
  const rules = fc.uniqueArray(rule, {
    maxLength: 3,
    selector: ({ kind, value }) => (kind === 'min_amount' ? kind : `${kind} ${value}`),
  })
  const sales = fc.array(
    fc.record({
      priceCents: fc.constantFrom(1, 99, 100, 101, 999_999_999_999),
      magic: fc.constantFrom(null, 'held', 'price_changes'),
      buyer: fc.option(fc.record({ email, country: fc.option(country) })),
    }),
    { minLength: 20, maxLength: 20 },
  )

  it('is_held holds what isHeld holds', async () => {
    await fc.assert(
      fc.asyncProperty(rules, sales, async (stored, asked) => {
        const held = await undo(service.db, async (tx) => {
          await tx.run(sql`delete from review_rules`)
          for (const [index, { kind, value }] of stored.entries())
            await tx.run(sql`insert into review_rules (id, kind, value) values (${`rule_${index}`}, ${kind}, ${value})`)
          return tx.many<{ held: boolean }>(sql`
            select is_held((s ->> 'priceCents')::bigint, s ->> 'magic', case when s -> 'buyer' = 'null' then null else (s -> 'buyer')::json end) as held
            from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality as e(s, place) order by e.place`)
        })
        expect(held.map((row) => row.held)).toEqual(asked.map((sale) => isHeld(sale, stored)))
      }),
      { numRuns: Math.ceil(RUNS / 5), seed: SEED },
    )
  })
})
