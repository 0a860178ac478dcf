// Sellers' money through random histories: sales of both kinds, refunds, deliveries, holds and payouts of several sellers. Every
// invariant holds, and each check finds a bug that is planted. A failure prints its seed; PROPERTY_SEED and PROPERTY_RUNS repeat it.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import type { Person } from '../../../test/person.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { createSelling } from '../../../test/selling.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { SELLER_CHECKS } from '../audit/store/seller-checks.ts'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 6)
const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_118)
const STEPS_MAX = 14

let service: TestService
let selling: ReturnType<typeof createSelling>
const partners: TestPartner[] = []
beforeAll(async () => {
  service = await startTestService({ SELLER_FEE_BPS: '333' })
  selling = createSelling(service)
  for (const commissionBps of [0, 1500, 9900])
    partners.push(await service.partner({ environment: 'live', commissionBps }))
})

type Scene = { sellers: Person[]; orders: string[]; payouts: string[] }

async function newScene(): Promise<Scene> {
  const sellers = [await selling.newSeller(), await selling.newSeller(), await selling.newSeller()]
  // The last one has no destination.
  for (const seller of sellers) await selling.list(seller)
  for (const seller of sellers.slice(0, 2)) await selling.setBank(seller)
  return { sellers, orders: [], payouts: [] }
}

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      who: fc.nat(2),
      by: fc.nat(2),
      price: fc.integer({ min: 1, max: 2_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('checkout' as const),
      who: fc.nat(2),
      price: fc.integer({ min: 100, max: 2_000_000 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'cancel' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund_partly' as const),
      which: fc.nat(9),
      by: fc.nat(2),
      cents: fc.integer({ min: 1, max: 500_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('age' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay_out' as const), who: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('paid' as const, 'failed' as const), which: fc.nat(9) }) },
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

/** Any status but an error of ours; what is not possible now is refused. */
async function perform(scene: Scene, step: Action): Promise<number> {
  const order = (which: number) => scene.orders[which % scene.orders.length] ?? 'ord_none'
  switch (step.do) {
    case 'sell': {
      const seller = scene.sellers[step.who]!
      scene.orders.push(
        await selling.sell(partners[step.by]!, await selling.list(seller, { price: step.price }), {
          price: step.price,
        }),
      )
      return 201
    }
    case 'checkout': {
      const seller = scene.sellers[step.who]!
      scene.orders.push(await selling.sellAtCheckout(await selling.list(seller, { price: step.price })))
      return 201
    }
    case 'deliver': {
      await service.operator('POST', `/orders/${order(step.which)}/start_transfer`)
      return (await service.operator('POST', `/orders/${order(step.which)}/complete_transfer`)).status
    }
    case 'refund':
    case 'cancel':
      return (await service.operator('POST', `/orders/${order(step.which)}/${step.do}`)).status
    case 'refund_partly': {
      const body = { order_public_id: order(step.which), reason: 'other', amount_cents: step.cents }
      return (await service.signed(partners[step.by]!, 'POST', '/api/partner/v1/refunds', body)).status
    }
    case 'age':
      await selling.endHolds()
      return 200
    case 'pay_out': {
      const { status, json } = await selling.call(scene.sellers[step.who]!, 'POST', '/payouts', {})
      if (status === 201) scene.payouts.push(...json.payouts.map((one: { payout_id: string }) => one.payout_id))
      return status
    }
    default: {
      const id = scene.payouts[step.which % scene.payouts.length] ?? 'spo_none'
      const body = step.do === 'paid' ? { reference: 'r' } : { reason: 'x' }
      return (await service.operator('POST', `/seller-payouts/${id}/${step.do}`, body)).status
    }
  }
}

const ALLOWED = [200, 201, 400, 404, 409]

/** What sellers see is what the ledger says, and nobody got more than their sales earned. */
async function expectTieOut({ sellers }: Scene): Promise<void> {
  for (const seller of sellers) {
    const row = await service.db.one<{ earned: number; owed: number; paid: number }>(sql`
      select (select coalesce(sum(proceeds_cents), 0)::bigint from seller_sales
              where seller_id = ${seller.userId} and state in ('delivered', 'payable')) as earned,
             (select coalesce(-sum(amount_cents), 0)::bigint from ledger_entries
              where subject = ${seller.userId} and account in ('proceeds_held', 'proceeds_payable')) as owed,
             (select coalesce(sum(amount_cents), 0)::bigint from seller_payouts
              where seller_id = ${seller.userId} and status <> 'failed') as paid`)
    expect(row!.owed + row!.paid).toBe(row!.earned)
  }
}

describe('histories', () => {
  it('keep every invariant', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: STEPS_MAX }), async (steps) => {
        const scene = await newScene()
        for (const step of steps) expect(ALLOWED).toContain(await perform(scene, step))
        await expectTieOut(scene)
        expect(await checkLedger(service.db)).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED },
    )
  }, 600_000)
})

describe('the checks', () => {
  beforeAll(async () => {
    const scene = await newScene()
    for (const step of [
      { do: 'sell', who: 0, by: 1, price: 100_000 },
      { do: 'deliver', which: 0 },
      { do: 'age' },
      { do: 'pay_out', who: 0 },
      { do: 'sell', who: 1, by: 1, price: 50_000 },
      { do: 'deliver', which: 1 },
      { do: 'sell', who: 0, by: 1, price: 70_000 },
      { do: 'refund', which: 2 },
    ] as Action[])
      expect([200, 201]).toContain(await perform(scene, step))
    expect(await checkLedger(service.db)).toEqual([])
  })

  const newest = sql`(select max(order_id) from seller_sales where state = 'delivered')`
  const MUTANTS: Record<string, Sql> = {
    seller_sales_add_up: sql`update seller_sales set fee_cents = fee_cents + 1, proceeds_cents = proceeds_cents - 1 where order_id = ${newest}`,
    seller_sales_follow_their_orders: sql`update seller_sales set state = 'sold', payable_at = null where state = 'reversed'`,
    held_proceeds_are_of_delivered_sales: sql`update seller_sales set state = 'payable' where order_id = ${newest}`,
    payable_proceeds_are_released_less_paid_out: sql`update seller_payouts set status = 'failed' where status = 'pending'`,
    sellers_are_not_overpaid: sql`
      insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
      select journal, 90, environment, account, subject, currency, 999999999999 from ledger_entries
      where account = 'proceeds_payable' and amount_cents < 0 limit 1`,
    sales_are_price_of_delivered_orders: sql`update ledger_entries set account = 'domain_sales' where account = 'seller_fees'`,
    payouts_in_transit_are_unfinished: sql`update seller_payouts set status = 'paid' where status = 'pending'`,
  }

  it('have a planted bug each', () => {
    expect(Object.keys(MUTANTS)).toEqual(expect.arrayContaining(SELLER_CHECKS.map(({ name }) => name)))
  })

  it.each(Object.entries(MUTANTS))('%s is reported', async (check, bug) => {
    expect([...(await findingsAfter(service, planted(bug)))]).toContain(check)
  })
})
