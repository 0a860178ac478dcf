// The books through random histories: whatever partners and operators do, in whatever order, every invariant holds.
// A failure prints its seed and path; PROPERTY_SEED and PROPERTY_RUNS repeat or lengthen a run.
import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/ids.ts'
import { computeShare } from '../../kernel/money.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import { changeListing, createListing, findDomain, withdrawListing } from '../catalog/service/list.ts'
import { lockOrder, moveOrder } from '../orders/service/move.ts'
import { recordOrder } from '../orders/service/record.ts'
import { refundOrder, requestRefund } from '../orders/service/refund.ts'
import { createQuote, releaseQuote } from '../quotes/service.ts'
import { advanceClock } from '../sandbox/service/advance-clock.ts'
import { checkLedger } from './store/ledger-checks.ts'

/** Ten histories a run, and both databases run this file: 1,040 in all. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 10)
const HISTORIES_PER_RUN = 10
const SEED = Number(process.env.PROPERTY_SEED ?? 20_251_115)
const RATES = [0, 1, 1500, 3333, 9999, 10_000] as const
const CURRENCIES = ['USD', 'EUR', 'JPY'] as const
const MAGIC = ['held.test', 'price-changes.test', 'sold-elsewhere.test', 'transfer-fails.test'] as const

type Player = Owner & { rate: number }
let service: TestService
const players: Player[] = []
beforeAll(async () => {
  service = await startTestService()
  for (const rate of RATES)
    for (const environment of ['sandbox', 'live'] as const) {
      const { partnerId } = await service.partner({ environment, commissionBps: rate })
      players.push({ partnerId: partnerId as Id<'partner'>, environment, rate })
    }
  for (const name of MAGIC) await service.list('sandbox', name)
})

const MOVES = ['hold', 'clear', 'start_transfer', 'fail_transfer', 'complete_transfer', 'cancel'] as const
const KINDS = [
  'quote',
  'release',
  'order_by_name',
  'order_by_quote',
  'order_at_wrong_price',
  'refund_by_partner',
  'refund_partly',
  'refund_by_operator',
  'change_price',
  'withdraw_and_relist',
  'change_rate',
  'advance_clock',
  ...MOVES,
] as const
type Kind = (typeof KINDS)[number]
/** Numbers are indices into whatever the sequence has made so far. */
type Step = { kind: Kind; who: number; which: number; amount: number }

/** Orders and moves are what books live on; the rest happens now and then. */
const weights: Partial<Record<Kind, number>> = {
  order_by_name: 6,
  order_by_quote: 4,
  quote: 5,
  start_transfer: 5,
  complete_transfer: 4,
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...KINDS.map((kind) => ({ weight: weights[kind] ?? 2, arbitrary: fc.constant(kind) }))),
  who: fc.nat(1),
  which: fc.nat(5),
  amount: fc.integer({ min: 1, max: 2_600_000 }),
})
const sequence = fc.record({
  environment: fc.constantFrom<Environment>('sandbox', 'live'),
  rates: fc.tuple(fc.nat(RATES.length - 1), fc.nat(RATES.length - 1)),
  currencies: fc.tuple(fc.constantFrom(...CURRENCIES), fc.constantFrom(...CURRENCIES)),
  prices: fc.tuple(fc.integer({ min: 1, max: 3_000_000 }), fc.constantFrom(1, 2, 3, 333, 999_999_999_999)),
  magic: fc.constantFrom(...MAGIC),
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
})
type Sequence = typeof sequence extends fc.Arbitrary<infer Value> ? Value : never

let lived = 0
const happened = new Map<string, number>()
const count = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1)

/** One history: two partners, two names of their own and a magic one. */
class History {
  readonly environment: Environment
  readonly players: Player[]
  readonly names: string[] = []
  readonly quotes: { id: string; owner: Owner }[] = []
  readonly orders: string[] = []

  constructor({ environment, rates }: Sequence) {
    this.environment = environment
    const here = players.filter((player) => player.environment === environment)
    const [first, second] = rates
    this.players = [here[first]!, here[second === first ? (second + 1) % here.length : second]!]
  }

  now(owner: Owner): Promise<Date> {
    return readOffset(owner).then((offset) => new Date(service.clock.now().getTime() + offset * 1000))
  }

  player = (index: number): Player => this.players[index % this.players.length]!
  name = (index: number): string => this.names[index % this.names.length]!
  order = (index: number): string => this.orders[index % this.orders.length] ?? 'ord_none'
}

async function readOffset(owner: Owner): Promise<number> {
  if (owner.environment === 'live') return 0
  const row = await service.db.one<{ offset: number }>(
    sql`select sandbox_offset_seconds as offset from partners where id = ${owner.partnerId}`,
  )
  return row!.offset
}

async function record(
  history: History,
  player: Player,
  terms: { quoteId?: string; domain?: string; priceCents?: number; currency?: string },
) {
  const recorded = await recordOrder(service.deps, {
    owner: { partnerId: player.partnerId, environment: player.environment },
    key: randomUUID(),
    fingerprint: randomBytes(32),
    now: await history.now(player),
    quoteId: terms.quoteId ?? null,
    domain: terms.domain ?? null,
    expectedPriceCents: terms.priceCents ?? null,
    currency: terms.currency ?? null,
    externalPaymentRef: 'ref',
    buyer: null,
    returnUrl: null,
    cancelUrl: null,
    delivery: null,
  })
  const { public_id, sale_price_cents, commission_cents, amount_owed_cents } = JSON.parse(recorded.body)
  expect(commission_cents + amount_owed_cents).toBe(sale_price_cents)
  history.orders.unshift(public_id)
}

async function perform(history: History, { kind, who, which, amount }: Step): Promise<void> {
  const { deps, db, clock } = service
  const player = history.player(who)
  const domain = history.name(which)
  const operator = { kind: 'operator' as const, actor: 'operator tests' }
  const listing = await findDomain(db, history.environment, domain)
  switch (kind) {
    case 'quote': {
      const now = await history.now(player)
      const made = await db.tx((tx) => createQuote(deps, tx, player, player.rate, { domain }, now))
      expect(made.commissionCents).toBe(computeShare(made.priceCents, player.rate))
      history.quotes.unshift({ id: made.id, owner: player })
      return
    }
    case 'release': {
      const quote = history.quotes[which % Math.max(1, history.quotes.length)]
      if (!quote) return
      const now = await history.now(quote.owner)
      await db.tx((tx) => releaseQuote(tx, quote.owner, quote.id, now))
      return
    }
    case 'order_by_name':
      return record(history, player, {
        domain,
        priceCents: listing?.priceCents ?? 1,
        currency: listing?.currency ?? 'USD',
      })
    case 'order_at_wrong_price':
      return record(history, player, {
        domain,
        priceCents: (listing?.priceCents ?? 1) + 1,
        currency: listing?.currency ?? 'USD',
      })
    case 'order_by_quote': {
      const quote = history.quotes[which % Math.max(1, history.quotes.length)]
      if (quote) await record(history, quote.owner as Player, { quoteId: quote.id })
      return
    }
    case 'refund_by_partner':
      await db.tx((tx) => requestRefund(deps, tx, player, history.order(which), { reason: 'other' }))
      return
    case 'refund_partly':
      await db.tx((tx) =>
        requestRefund(deps, tx, player, history.order(which), { reason: 'other', amountCents: (amount % 5_000) + 1 }),
      )
      return
    case 'refund_by_operator':
      await db.tx(async (tx) =>
        refundOrder(deps, tx, await lockOrder(tx, null, history.order(which)), { reason: 'fraudulent' }, operator),
      )
      return
    case 'change_price':
      if (listing) await db.tx((tx) => changeListing(tx, listing.id, { priceCents: amount }, clock.now()))
      return
    case 'withdraw_and_relist':
      if (!listing || listing.magic) return
      await db.tx(async (tx) => {
        await withdrawListing(tx, listing.id, clock.now())
        await createListing(
          tx,
          { environment: history.environment, domain, priceCents: amount, currency: 'GBP' },
          clock.now(),
        )
      })
      return
    case 'change_rate':
      player.rate = RATES[which % RATES.length]!
      await db.run(sql`update partners set commission_bps = ${player.rate} where id = ${player.partnerId}`)
      return
    case 'advance_clock':
      if (history.environment === 'live') clock.advance(amount % 700)
      else await db.tx((tx) => advanceClock(deps, tx, player, amount % 700 || 1))
      return
    default:
      await db.tx(async (tx) => moveOrder(deps, tx, await lockOrder(tx, null, history.order(which)), kind, operator))
  }
}

async function live(input: Sequence): Promise<void> {
  const history = new History(input)
  const now = service.clock.now()
  const tld = input.environment === 'sandbox' ? 'test' : 'com'
  for (const index of [0, 1] as const) {
    const domain = `property-${randomUUID().slice(0, 18)}.${tld}`
    const terms = { priceCents: input.prices[index], currency: input.currencies[index] }
    await service.db.tx((tx) => createListing(tx, { environment: input.environment, domain, ...terms }, now))
    history.names.push(domain)
  }
  if (input.environment === 'sandbox') history.names.push(input.magic)
  for (const one of input.steps) {
    try {
      await perform(history, one)
      count(one.kind)
    } catch (error) {
      // A refusal is an answer; anything else is a bug.
      if (!(error instanceof ApiError)) throw error
      count(`${one.kind} refused`)
    }
  }
  lived++
}

/** What one history breaks stays broken, so ten are lived and then the books are looked at; shrinking finds the one. */
const someHistories = fc.array(sequence, { minLength: HISTORIES_PER_RUN, maxLength: HISTORIES_PER_RUN })

describe('the books', () => {
  it(`hold through ${RUNS * HISTORIES_PER_RUN} random histories`, async () => {
    const property = fc.asyncProperty(someHistories, async (histories) => {
      for (const history of histories) await live(history)
      expect(await checkLedger(service.db)).toEqual([])
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS })
    expect(lived).toBe(RUNS * HISTORIES_PER_RUN)
  }, 600_000)

  it('were put through everything while doing so', async () => {
    // Fewer runs prove less, and need not have met everything often.
    const least = RUNS >= 50 ? 5 : 1
    for (const kind of KINDS.filter((one) => one !== 'order_at_wrong_price'))
      expect([kind, (happened.get(kind) ?? 0) >= least]).toEqual([kind, true])
    expect(happened.get('order_at_wrong_price') ?? 0).toBe(0)
    const statuses = await service.db.many<{ status: string; n: number }>(
      sql`select status, count(*) as n from orders group by status`,
    )
    const seen = Object.fromEntries(statuses.map(({ status, n }) => [status, n]))
    for (const status of [
      'EXTERNALLY_PAID',
      'MANUAL_REVIEW',
      'TRANSFER_IN_PROGRESS',
      'TRANSFER_COMPLETED',
      'REFUNDED',
      'CANCELLED',
    ])
      expect([status, (seen[status] ?? 0) >= least]).toEqual([status, true])
  })

  it('hold after a storm of moves at once', async () => {
    const storm = fc.record({ input: sequence, steps: fc.array(step, { minLength: 30, maxLength: 30 }) })
    const [{ input, steps }] = fc.sample(storm, { seed: SEED, numRuns: 1 }) as [{ input: Sequence; steps: Step[] }]
    for (let round = 0; round < 10; round++) {
      const history = new History({ ...input, environment: 'sandbox' })
      for (let index = 0; index < 3; index++)
        history.names.push((await service.list('sandbox', `storm-${randomUUID().slice(0, 18)}.test`)).domain)
      for (const part of [steps.slice(0, 10), steps.slice(10, 20), steps.slice(20)])
        await Promise.all(
          part.map((one) =>
            perform(history, one).catch((error) => {
              if (!(error instanceof ApiError)) throw error
            }),
          ),
        )
    }
    expect(await checkLedger(service.db)).toEqual([])
  })
})
