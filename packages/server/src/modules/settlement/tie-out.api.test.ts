// Random interleavings of everything that moves money: after every few steps all books hold and all figures agree.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createSales, expectTieOut, type Sales } from '../../../test/sales.ts'
import { sql } from '../../db/sql.ts'
import { onReversed } from '../referrals/service/attribute-sale.ts'
import { compactSums } from './store/transactions.ts'

const V1 = '/api/partner/v1'
const RUNS = Number(process.env.TIE_OUT_RUNS ?? 4)
let service: TestService
let sales: Sales
let seller: TestPartner
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
  await service.house()
  seller = await service.partner()
})

type Step =
  | { do: 'sell' | 'checkout' | 'refer' | 'refer_a_seller'; price: number; currency: string }
  | { do: 'refund' | 'cancel' | 'deliver' | 'start' | 'fail' | 'take_back'; pick: number }
  | { do: 'run' | 'compact' | 'run_all' | 'job' }
  | { do: 'advance'; hours: number }
  | { do: 'adjust'; pick: number; cents: number }
  | { do: 'paid'; pick: number }
  | { do: 'payout'; move: 'sent' | 'paid' | 'failed' | 'create'; pick: number }
  | { do: 'deal'; price: number }

const pick = fc.nat(1000)
const price = fc.integer({ min: 1, max: 2_000_000 })
const currency = fc.constantFrom('USD', 'EUR', 'JPY')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sell' as const), price, currency }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('checkout' as const), price, currency }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('refer' as const, 'refer_a_seller' as const), price, currency }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'deliver' as const,
        'deliver' as const,
        'start' as const,
        'fail' as const,
        'refund' as const,
        'cancel' as const,
        'take_back' as const,
      ),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('run' as const, 'run' as const, 'compact' as const, 'run_all' as const, 'job' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 24 * 45 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      pick,
      cents: fc.integer({ min: -500_000, max: 500_000 }).filter((cents) => cents !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('paid' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('payout' as const),
      move: fc.constantFrom('create' as const, 'create' as const, 'sent' as const, 'paid' as const, 'failed' as const),
      pick,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('deal' as const), price: fc.integer({ min: 1000, max: 900_000 }) }),
  },
)

/** What a move may answer: done, or refused because the state forbids it. Never anything else. */
const settledWith = ({ status }: { status: number }) => expect([200, 201, 409]).toContain(status)

/** Plays one partner: a seller and an affiliate, whose link brings sales to the house and to another partner. */
async function player(partner: TestPartner) {
  const orders: string[] = []
  const link = (await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic' })).json.link_id as string
  const of = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
  const operator = async (path: string, body?: object) => settledWith(await service.operator('POST', path, body))

  return async (one: Step): Promise<void> => {
    switch (one.do) {
      case 'sell':
        orders.push(await sales.sell(partner, one))
        return
      case 'checkout': {
        const id = await sales.tryCheckout(partner, { ...one, price: Math.max(100, one.price) })
        if (id) orders.push(id)
        return
      }
      case 'refer': {
        const { domain } = await service.list('sandbox', `r-${randomUUID()}.test`, {
          price_cents: one.price,
          currency: one.currency,
        })
        const sale = await service.signed(partner, 'POST', `${V1}/sandbox/links/${link}/sale`, { domain })
        settledWith(sale)
        orders.push(sale.json.order_public_id)
        return
      }
      case 'refer_a_seller': {
        const id = await sales.tryCheckout(seller, { ...one, price: Math.max(100, one.price) }, { link_id: link })
        if (id) orders.push(id)
        return
      }
      case 'take_back': {
        // Long after delivery somebody takes the money back: the affiliate's commission goes, whatever became of it.
        const id = of(orders, one.pick)
        const delivered = await service.db.one(
          sql`select 1 as one from orders where id = ${id ?? ''} and status in ('TRANSFER_COMPLETED', 'SETTLED')`,
        )
        if (delivered) await service.db.tx((tx) => onReversed(tx, id!, service.clock.now()))
        return
      }
      case 'deal': {
        const body = {
          domain: `d-${randomUUID()}.test`,
          tier: 'managed',
          buyer_email: 'b@b.example',
          budget: one.price,
        }
        const opened = await service.signed(partner, 'POST', `${V1}/brokerage`, body)
        for (let n = 0; n < 5; n++)
          await service.signed(partner, 'POST', `${V1}/sandbox/brokerage/${opened.json.case_id}/advance`)
        return
      }
      case 'run':
        return settledWith(await sales.run(partner))
      case 'run_all':
        return operator('/settlements/run')
      case 'job':
        for (const job of ['settlement.close_periods', 'referrals.mature'])
          await service.background.runJobNow(job).catch(() => false)
        return
      case 'compact':
        await compactSums(service.db, 3)
        return
      case 'advance':
        return settledWith(await sales.advance(partner, one.hours * 3600))
      case 'adjust':
      case 'paid': {
        const { settlements } = await sales.get(partner, '/settlements')
        const closed = of(
          settlements.filter(({ status }: { status: string }) => status !== 'open') as { settlement_id: string }[],
          one.pick,
        )
        if (!closed) return
        if (one.do === 'paid') return operator(`/settlements/${closed.settlement_id}/paid`)
        return operator(`/settlements/${closed.settlement_id}/adjustments`, {
          amount_cents: one.cents,
          reason: 'correction',
        })
      }
      case 'payout': {
        if (one.move === 'create')
          return operator('/payouts', {
            partner_id: partner.partnerId,
            kind: (['commission', 'brokerage', 'referral'] as const)[one.pick % 3],
            environment: 'sandbox',
          })
        const payouts = [
          ...(await sales.get(partner, '/payouts')).payouts,
          ...(await sales.get(partner, '/me/payouts')).payouts,
        ]
        const payout = of(payouts as { payout_id: string }[], one.pick)
        return payout && operator(`/payouts/${payout.payout_id}/${one.move}`)
      }
      default: {
        const id = of(orders, one.pick)
        if (!id) return
        if (one.do === 'deliver') await service.operator('POST', `/orders/${id}/start_transfer`)
        const action = {
          deliver: 'complete_transfer',
          start: 'start_transfer',
          fail: 'fail_transfer',
          refund: 'refund',
          cancel: 'cancel',
        }[one.do]
        return operator(`/orders/${id}/${action}`)
      }
    }
  }
}

it('keeps every invariant and every tie-out, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const partner = await service.partner()
      const play = await player(partner)
      for (const [index, one] of steps.entries()) {
        await play(one)
        if (index % 10 === 9) await expectTieOut(service, sales, partner)
      }
      await expectTieOut(service, sales, partner)
      await sales.booksHold()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 600_000)

it('keeps them when everything happens at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async (steps) => {
      const partners = [await service.partner(), await service.partner()] as const
      const players = await Promise.all(partners.map(player))
      const queue = [...steps.entries()]
      const worker = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await players[next[0] % 2]!(next[1])
      }
      const compaction = async () => {
        for (let n = 0; n < 20; n++) await compactSums(service.db, 2)
      }
      await Promise.all([worker(), worker(), worker(), worker(), compaction()])
      for (const partner of partners) await expectTieOut(service, sales, partner)
      await sales.booksHold()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 600_000)
