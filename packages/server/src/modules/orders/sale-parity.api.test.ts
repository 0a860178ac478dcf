// The rules of a sale stand in TypeScript, and in SQL where a sale has to be one round trip. Over random states both say the same.
// A failure prints its seed and path; PROPERTY_SEED and PROPERTY_RUNS repeat or lengthen a run.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { sql, sqlState, type Tx } from '../../db/sql.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { type Id, newId } from '../../kernel/ids.ts'
import { shareOf } from '../../kernel/money.ts'
import { saleJournal } from '../ledger/index.ts'
import { buildOrderEvent, EFFECTS, type PaymentModel, paidStatus } from './rules/orders.ts'
import { isHeld, REVIEW_KINDS, type ReviewKind } from './rules/review.ts'
import { decideSale, type SaleState, type SaleTerms } from './rules/sales.ts'
import { placePaidOrder, recordOrder } from './store/recording.ts'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 150)
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

const near = fc.constantFrom(-600, -1, 0, 1, 600)
const cents = fc.oneof(fc.constantFrom(1, 3, 10, 333, 2_500_000), fc.integer({ min: 1, max: 999_999_999_999 }))
const currency = fc.constantFrom('USD', 'EUR')
const basisPoints = fc.constantFrom(0, 1, 1500, 3333, 9999, 10_000)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 3 })

const saleCase = fc.record({
  /** How far the partner's clock runs ahead. */
  offset: fc.constantFrom(0, 600),
  rate: basisPoints,
  listing: fc.record({
    status: fc.oneof(
      { weight: 6, arbitrary: fc.constant('listed' as const) },
      { weight: 1, arbitrary: fc.constantFrom('sold' as const, 'withdrawn' as const) },
    ),
    magic: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('held' as const, 'sold_elsewhere' as const, 'price_changes' as const) },
    ),
    priceCents: cents,
    currency,
    reservation: maybe(
      fc.record({
        by: fc.constantFrom('the quote', 'another quote', 'a session'),
        isOwn: fc.boolean(),
        ends: near,
      }),
    ),
  }),
  quote: maybe(
    fc.record({
      isOwn: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      status: fc.oneof(
        { weight: 4, arbitrary: fc.constant('active' as const) },
        { weight: 1, arbitrary: fc.constantFrom('used' as const, 'expired' as const, 'released' as const) },
      ),
      exclusive: fc.boolean(),
      priceCents: cents,
      currency,
      commissionBps: basisPoints,
      ends: near,
    }),
  ),
  request: fc.record({
    by: fc.constantFrom('quote', 'domain'),
    domain: fc.oneof(
      { weight: 4, arbitrary: fc.constant('same') },
      { weight: 1, arbitrary: fc.constantFrom('none', 'other') },
    ),
    price: fc.oneof(
      { weight: 4, arbitrary: fc.constant('same') },
      { weight: 1, arbitrary: fc.constantFrom('none', 'other') },
    ),
    currency: fc.oneof(
      { weight: 4, arbitrary: fc.constant('same') },
      { weight: 1, arbitrary: fc.constantFrom('none', 'other') },
    ),
  }),
  minAmount: cents,
})
type SaleCase = typeof saleCase extends fc.Arbitrary<infer Value> ? Value : never

/** The rows of a case, as the tables have them. */
function buildState({ listing, quote, offset, rate }: SaleCase) {
  const now = addSeconds(REAL, offset)
  const quoteId = newId('quote', REAL)
  const holders = {
    'the quote': quoteId,
    'another quote': newId('quote', REAL),
    'a session': newId('checkoutSession', REAL),
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
  const buyer = { buyer: BUYER, returnUrl: null, cancelUrl: null, externalPaymentRef: 'ref' }
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

/** Runs the cases; `plant` may put deviating functions into the transaction of each. */
const compareSales = (runs: number, plant?: (tx: Tx) => Promise<void>) =>
  fc.check(
    fc.asyncProperty(saleCase, async (one) => {
      const orderId = newId('order', REAL)
      const state = buildState(one)
      const found = await undo(service.db, async (tx) => {
        await insertState(tx, state, one.minAmount)
        await plant?.(tx)
        return decideInSql(tx, one, state, orderId)
      })
      expect(found).toEqual(decideInTypeScript(one, state, orderId))
    }),
    { numRuns: runs, seed: SEED, endOnFailure: plant !== undefined },
  )

describe('a sale that a partner collected', () => {
  it('is refused or made on the same terms by the rule and by record_order, over random states', async () => {
    const report = await compareSales(RUNS)
    expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
  })

  it.each([
    ['refuse_claim', 'l.reserved_until <= p_real', 'l.reserved_until < p_real'],
    ['refuse_claim', 'when is_quote(l.reserved_by)', 'when true'],
    ['refuse_claim', "l.magic is not distinct from 'sold_elsewhere'", 'false'],
    ['record_order', 'quote.expires_at <= p_now', 'quote.expires_at < p_now'],
    ['record_order', 'bps := quote.commission_bps;', ''],
    ['place_order', 'p_price - commission, commission,', 'p_price, 0,'],
    ['spend_quote', "'used'", "'released'"],
    ['share_of', '+ 5000', '+ 4999'],
    ['is_held', 'p_price >= r.value', 'p_price > r.value'],
    ['order_event_data', "'status', p_status", "'status', o.status"],
  ])('reports a %s that has "%s" otherwise', async (name, from, to) => {
    const report = await compareSales(1000, deviate(name, from, to))
    expect(report.failed).toBe(true)
  })
})

it('a sale that the service collected is written as the rules describe it, over random states', async () => {
  const report = await fc.check(
    fc.asyncProperty(saleCase, async (one) => {
      const orderId = newId('order', REAL)
      const state = buildState(one)
      const { quote, listing, rate, now } = state
      const commissionCents = shareOf(listing.priceCents, rate)
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
        await placePaidOrder(tx, { ...sale, ...makeIds(now), returnUrl: null, cancelUrl: null, now, real: REAL })
        return readSale(tx, orderId, state)
      })
      expect(found).toEqual(describeSale('service_collected', terms, state, orderId, one.minAmount))
    }),
    { numRuns: Math.ceil(RUNS / 3), seed: SEED },
  )
  expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
})

describe('the parts of a sale', () => {
  it('share_of rounds as shareOf', async () => {
    const pairs = fc.sample(fc.tuple(fc.oneof(cents, fc.nat(20_000)), fc.oneof(basisPoints, fc.nat(10_000))), {
      numRuns: 2000,
      seed: SEED,
    })
    const rows = await service.db.many<{ share: number }>(sql`
      select share_of(p.cents, p.bps) as share
      from unnest(${pairs.map(([amount]) => amount)}::bigint[], ${pairs.map(([, bps]) => bps)}::int[]) with ordinality as p(cents, bps, place)
      order by p.place`)
    expect(rows.map(({ share }) => share)).toEqual(pairs.map(([amount, bps]) => shareOf(amount, bps)))
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
