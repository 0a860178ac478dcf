// Whatever happens in whatever order, commission entries, accounts, payouts and the ledger say the same. And the checks are checked.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { createSales, expectCommissionTieOut, type Sales } from '../../../test/sales.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { REFERRAL_CHECKS } from '../audit/store/referral-checks.ts'
import { onReversed } from './service/attribute-sale.ts'

let service: TestService
let sales: Sales
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
  await service.house()
})

const V1 = '/api/partner/v1'
const DAY = 86_400

type Action =
  | { do: 'sell'; price: number; currency: 'USD' | 'EUR' }
  | { do: 'deliver' | 'refund' | 'chargeback' | 'paid' | 'failed'; which: number }
  | { do: 'age'; days: number }
  | { do: 'payout' | 'job' }

const which = fc.nat(20)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      price: fc.integer({ min: 1, max: 300_000 }),
      currency: fc.constantFrom('USD' as const, 'EUR' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('deliver' as const, 'deliver' as const, 'refund' as const, 'chargeback' as const),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('paid' as const, 'failed' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('age' as const), days: fc.constantFrom(1, 29, 31) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('payout' as const, 'job' as const) }) },
)

/** One partner, its link, and what its visitors bought. */
async function newScene() {
  const partner = await service.partner({ referralBps: 1333 })
  const link = (await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic' })).json.link_id as string
  return { partner, link, orders: [] as string[] }
}
type Scene = Awaited<ReturnType<typeof newScene>>

async function perform({ partner, link, orders }: Scene, step: Action): Promise<number> {
  const order = 'which' in step && orders.length > 0 ? orders[step.which % orders.length]! : null
  if (step.do === 'sell') {
    const { domain } = await service.list('sandbox', `prop-${randomUUID().slice(0, 13)}.test`, {
      price_cents: step.price,
      currency: step.currency,
    })
    const made = await service.signed(partner, 'POST', `${V1}/sandbox/links/${link}/sale`, { domain })
    if (made.status === 200) orders.push(made.json.order_public_id)
    return made.status
  }
  if (step.do === 'age')
    return (await service.signed(partner, 'POST', `${V1}/sandbox/clock/advance`, { seconds: step.days * DAY })).status
  if (step.do === 'job') {
    await service.background.runJobNow('referrals.mature')
    return 200
  }
  if (step.do === 'payout') {
    const asked = { partner_id: partner.partnerId, kind: 'referral', environment: 'sandbox' }
    return (await service.operator('POST', '/payouts', asked)).status
  }
  if (step.do === 'paid' || step.do === 'failed') {
    const { payouts } = (await service.signed(partner, 'GET', `${V1}/me/payouts`)).json
    const payout = payouts.length > 0 ? payouts[step.which % payouts.length] : null
    if (payout === null) return 200
    await service.operator('POST', `/payouts/${payout.payout_id}/sent`)
    return (await service.operator('POST', `/payouts/${payout.payout_id}/${step.do}`)).status
  }
  if (order === null) return 200
  if (step.do === 'refund') return (await service.operator('POST', `/orders/${order}/refund`)).status
  if (step.do === 'deliver') {
    await service.operator('POST', `/orders/${order}/start_transfer`)
    return (await service.operator('POST', `/orders/${order}/complete_transfer`)).status
  }
  // Long after delivery somebody takes the money back; before it, that is a refund.
  const delivered = await service.db.one(
    sql`select 1 as one from orders where id = ${order} and status = 'TRANSFER_COMPLETED'`,
  )
  if (delivered) await service.db.tx((tx) => onReversed(tx, order, service.clock.now()))
  return 200
}

describe('random lives', () => {
  // PROPERTY_RUNS lengthens it; `npm run prove` does.
  const numRuns = Number(process.env.PROPERTY_RUNS ?? 10)
  const settings = { numRuns, endOnFailure: true }

  it('keep every figure, step by step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (steps) => {
        const scene = await newScene()
        for (const step of steps) {
          const status = await perform(scene, step)
          expect([200, 201, 409]).toContain(status)
        }
        await expectCommissionTieOut(service, sales, scene.partner)
        expect(await checkLedger(service.db)).toEqual([])
      }),
      settings,
    )
  }, 240_000)

  it('keep every figure when things happen at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 5 }),
        async (rounds) => {
          const scene = await newScene()
          for (const round of rounds) {
            const statuses = await Promise.all(round.map((step) => perform(scene, step)))
            expect(statuses.every((status) => [200, 201, 409].includes(status))).toBe(true)
          }
          await expectCommissionTieOut(service, sales, scene.partner)
          expect(await checkLedger(service.db)).toEqual([])
        },
      ),
      settings,
    )
  }, 240_000)
})

describe('the checks', () => {
  beforeAll(async () => {
    const scene = await newScene()
    for (const step of [
      { do: 'sell', price: 100_000, currency: 'USD' },
      { do: 'deliver', which: 0 },
      { do: 'age', days: 31 },
      { do: 'payout' },
      { do: 'paid', which: 0 },
      { do: 'sell', price: 50_000, currency: 'USD' },
      { do: 'sell', price: 60_000, currency: 'USD' },
      { do: 'refund', which: 2 },
    ] as Action[])
      expect([200, 201]).toContain(await perform(scene, step))
    const opened = await service.signed(scene.partner, 'POST', `${V1}/brokerage`, {
      domain: 'mutant-deal.test',
      tier: 'managed',
      buyer_email: 'a@b.co',
      budget: 10_000,
    })
    for (let step = 0; step < 5; step++)
      await service.signed(scene.partner, 'POST', `${V1}/sandbox/brokerage/${opened.json.case_id}/advance`)
    expect(await checkLedger(service.db)).toEqual([])
  })

  const latest = sql`(select max(line) from commission_entries)`
  const MUTANTS: Record<string, Sql> = {
    commission_entries_are_the_ledger: sql`update commission_entries set amount_cents = amount_cents + 1 where line = ${latest}`,
    accrued_referrals_are_of_ripening_sales: sql`update referral_sales set category = 'pending' where category = 'accrued'`,
    referral_accounts_sum_their_entries: sql`update referral_accounts set reversed_cents = reversed_cents + 1`,
    running_balances_run: sql`update commission_entries set running_balance_cents = running_balance_cents + 1 where line = ${latest}`,
    referral_payouts_have_their_entry: sql`delete from commission_entries where category = 'paid_out'`,
    referred_sales_follow_their_orders: sql`update referral_sales set category = 'accrued' where category = 'reversed'`,
    deals_are_in_the_ledger: sql`update brokerage_cases set fee_cents = fee_cents + 1 where status = 'completed'`,
  }

  it('have a planted bug each', () => {
    expect(Object.keys(MUTANTS).sort()).toEqual(REFERRAL_CHECKS.map(({ name }) => name).sort())
  })

  it.each(Object.entries(MUTANTS))('%s is reported', async (check, bug) => {
    expect([...(await findingsAfter(service, planted(bug)))]).toContain(check)
  })
})
