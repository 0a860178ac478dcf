// Random histories of the whole market: sales of own and sellers' domains in two currencies by partners, at checkouts and by offers, other
// prices, referred sales, tax, deliveries, refunds before and after the delivery, disputes, inquiries, statements, adjustments and payouts of
// sellers, partners and affiliates, monthly and on request, by bank and through Stripe, which takes some back. Every invariant holds. Each
// market has its seed, which a failure prints: PROPERTY_SEED repeats the market. HISTORIES and HISTORY_STEPS make the test longer. Finished
// seeds are noted in HISTORY_LOG, so that a long run that was stopped goes on. HISTORY_MARKETS run at a time.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'
import { type Market, openMarket } from '../../../test/market.ts'
import { countPayable } from '../../../test/market-holds.ts'
import { MOVES, perform, unfreeze } from '../../../test/market-moves.ts'
import { type Chance, openScene, type Scene } from '../../../test/market-scene.ts'
import { findTransferTrouble, sumCharged } from '../../../test/market-stripe.ts'
import { startStripeDouble } from '../../../test/stripe-double.ts'
import { sql } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { listSellerBalances } from '../sellers/store/sales.ts'

const RUNS = Number(process.env.HISTORIES ?? 2)
const STEPS = Number(process.env.HISTORY_STEPS ?? 40)
const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_118)
const LOG = process.env.HISTORY_LOG
const AT_A_TIME = Number(process.env.HISTORY_MARKETS ?? 1)
/** The checks read every row: after so many moves, and at the end of a history. */
const STEPS_A_CHECK = 50
/** In so many moves, each kind succeeds. */
const MOVES_FOR_ALL = 8000
/** Checks and jobs take longer on a fuller database, and a new market takes as long as a quarter of a history. */
const HISTORIES_A_MARKET = 10

type Weights = readonly (readonly [move: string, weight: number])[]

const chooseStep = (weights: Weights) =>
  fc.record({
    move: fc.oneof(...weights.map(([move, weight]) => ({ weight, arbitrary: fc.constant(move) }))),
    who: fc.nat(2),
    by: fc.nat(2),
    which: fc.nat(1000),
    price: fc.nat(2_000_000),
    isDisputed: fc.nat(4).map((one) => one === 0),
    isOwn: fc.boolean(),
    isReferred: fc.boolean(),
    isGood: fc.boolean(),
  })
const chooseHistory = (weights: Weights) => fc.array(chooseStep(weights), { minLength: STEPS, maxLength: STEPS })

/** Money that goes to sellers and comes back, again and again: among all moves, such a chain is seldom. */
const MONEY_MOVES: Weights = [
  ['earn', 6],
  ['pay_seller', 6],
  ['send_payouts', 5],
  ['take_back', 4],
  ['refund_after_delivery', 3],
  ['dispute', 3],
  ['bank_won', 3],
  ['bank_lost', 1],
  ['seller_payout', 1],
]
const ALL_MOVES: Weights = Object.entries(MOVES).map(([move, [weight]]) => [move, weight])

/** Each fourth one is about sellers' money only. */
const history = fc.oneof(
  { weight: 3, arbitrary: chooseHistory(ALL_MOVES) },
  { weight: 1, arbitrary: chooseHistory(MONEY_MOVES) },
)

const ALLOWED = [200, 201, 400, 404, 409]

/** Payouts that paid what other payouts had set off: seldom, and most easily wrong. */
const countReleased = async ({ service }: Market): Promise<number> =>
  (await service.db.one<{ rows: number }>(
    sql`select count(*)::int as rows from seller_resends where set_off_cents > 0`,
  ))!.rows

/** Each second market has sandbox cards, the others Stripe. */
async function enterMarket(seed: number): Promise<Market> {
  const stripe = seed % 2 === 0 ? await startStripeDouble() : null
  const service = await startTestService({ SELLER_FEE_BPS: '333', ...stripe?.env, ...stripe?.connectEnv })
  return openMarket(service, stripe)
}

/** What sellers earned is what they are owed and were paid. */
async function expectSellersTieOut({ service, sellers }: Market): Promise<void> {
  for (const { userId } of sellers) {
    const row = await service.db.one<{ earned: number; owed: number; paid: number }>(sql`
      select (select coalesce(sum(proceeds_cents), 0)::bigint from seller_sales
              where seller_id = ${userId} and state in ('delivered', 'payable')) as earned,
             (select coalesce(-sum(amount_cents), 0)::bigint from ledger_entries
              where subject = ${userId} and account in ('proceeds_held', 'proceeds_payable')) as owed,
             (select coalesce(sum(amount_cents - reversed_cents), 0)::bigint from seller_payouts
              where seller_id = ${userId} and status <> 'failed') as paid`)
    expect(row!.owed + row!.paid).toBe(row!.earned)
  }
}

/** No more is held back than the open disputes are about, and no less. */
async function expectHoldsAreDisputed({ service, sellers }: Market): Promise<void> {
  for (const { userId } of sellers) {
    const counted = await countPayable(service.db, userId)
    for (const { currency, payableCents, disputedCents } of await listSellerBalances(service.db, userId)) {
      const row = await service.db.one<{ cents: number }>(sql`
        select coalesce(sum(s.proceeds_cents), 0)::bigint as cents from seller_sales s join orders o on o.id = s.order_id
        where s.seller_id = ${userId} and s.currency = ${currency} and s.state = 'payable' and o.dispute_open`)
      expect(disputedCents).toBeLessThanOrEqual(row!.cents)
      if (counted.has(currency)) expect(payableCents).toBe(counted.get(currency))
    }
  }
}

/** The cash in the ledger is what came from the payment processor and from partners, less what banks paid out. */
async function expectCashTieOut({ service, stripe }: Market): Promise<void> {
  const row = await service.db.one<Record<'cash' | 'charged' | 'disputed' | 'settled' | 'paid', number>>(sql`
    select (select coalesce(sum(amount_cents), 0)::bigint from ledger_entries where account = 'cash') as cash,
           (select coalesce(sum(amount_cents), 0)::bigint from sandbox_charges where status = 'paid') as charged,
           (select coalesce(sum(case when reinstated_at is null and withdrawn_at is not null then amount_cents else 0 end
                                + case when fee_returned_at is null then fee_cents else 0 end), 0)::bigint
            from disputes) as disputed,
           (select coalesce(sum(amount_owed_cents), 0)::bigint from settlements where status = 'paid') as settled,
           (select coalesce(sum(amount_cents), 0)::bigint from payouts where status = 'paid')
           + (select coalesce(sum(amount_cents - reversed_cents), 0)::bigint from seller_payouts where status = 'paid') as paid`)
  const { cash, disputed, settled, paid } = row!
  const charged = stripe ? sumCharged(stripe) : row!.charged
  expect(cash).toBe(charged - disputed + settled - paid)
}

async function expectBooksHold({ market }: Scene): Promise<void> {
  await expectSellersTieOut(market)
  await expectHoldsAreDisputed(market)
  await expectCashTieOut(market)
  if (market.stripe) expect(await findTransferTrouble(market.service, market.stripe)).toEqual([])
  expect(await checkLedger(market.service.db)).toEqual([])
}

type Seen = Map<string, number>

/** Histories in one market, one after the other. Returns how many payouts paid again what was set off. */
async function runMarket(seed: number, runs: number, seen: Seen): Promise<number> {
  const market = await enterMarket(seed)
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const scene = openScene(market)
      for (const [at, { move, ...chance }] of steps.entries()) {
        const status = await perform(scene, move, chance satisfies Chance)
        expect(ALLOWED, `${move} returned ${status}`).toContain(status)
        if (status < 300) seen.set(move, (seen.get(move) ?? 0) + 1)
        if ((at + 1) % STEPS_A_CHECK === 0) await expectBooksHold(scene)
      }
      await expectBooksHold(scene)
      // The next history begins with a market that is open to everybody.
      await unfreeze(scene)
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  const released = await countReleased(market)
  await market.service.close()
  return released
}

const show = (seen: Seen): string => [...seen].map(([move, count]) => `${move} ${count}`).join(', ')

const form = (seed: number, runs: number): string => `seed ${seed}: ${runs} histories of ${STEPS} moves`

it(
  'histories of the market keep every invariant',
  async () => {
    const known = LOG !== undefined && existsSync(LOG) ? readFileSync(LOG, 'utf8') : ''
    const seen: Seen = new Map()
    let [released, histories] = [0, 0]
    const begun = performance.now()
    const waiting = Array.from({ length: Math.ceil(RUNS / HISTORIES_A_MARKET) }, (_, at) => ({
      seed: SEED + at,
      runs: Math.min(HISTORIES_A_MARKET, RUNS - at * HISTORIES_A_MARKET),
    })).filter(({ seed, runs }) => !known.includes(`${form(seed, runs)} passed`))
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { seed, runs } = next
        const own: Seen = new Map()
        const more = await runMarket(seed, runs, own)
        released += more
        histories += runs
        for (const [move, count] of own) seen.set(move, (seen.get(move) ?? 0) + count)
        if (LOG !== undefined) appendFileSync(LOG, `${form(seed, runs)} passed, ${show(own)}\n`)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    const stepMs = (performance.now() - begun) / Math.max(1, histories * STEPS)
    console.log(
      `${histories} histories of ${STEPS} moves from seed ${SEED}: ${stepMs.toFixed(1)} ms a move, ${released} set-offs paid again, ${show(seen)}`,
    )
    // A history in which a move never succeeds proves nothing about it.
    if (histories * STEPS >= MOVES_FOR_ALL) expect([...seen.keys()].sort()).toEqual(Object.keys(MOVES).sort())
  },
  Math.max(600_000, RUNS * STEPS * 2000),
)
