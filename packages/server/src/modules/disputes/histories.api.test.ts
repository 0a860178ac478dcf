// Random histories of the whole market: sales of own and sellers' domains by partners and at checkouts, referred sales, deliveries,
// refunds before and after the delivery, disputes, statements and payouts of sellers, partners and affiliates. Every invariant holds.
// A failure prints its seed; PROPERTY_SEED, HISTORIES and HISTORY_STEPS repeat it or make it longer.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import type { Person } from '../../../test/person.ts'
import { DISPUTED_CARD } from '../../../test/route-samples-disputes.ts'
import { createSelling } from '../../../test/selling.ts'
import { GOOD_CARD, openShop, V1 } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'

const RUNS = Number(process.env.HISTORIES ?? 2)
const STEPS = Number(process.env.HISTORY_STEPS ?? 40)
const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_118)

let service: TestService
let shop: ReturnType<typeof openShop>
let selling: ReturnType<typeof createSelling>
const partners: TestPartner[] = []
const links: string[] = []
const sellers: Person[] = []
beforeAll(async () => {
  service = await startTestService({ SELLER_FEE_BPS: '333' })
  shop = openShop(service)
  selling = createSelling(service)
  for (const commissionBps of [0, 1500, 9900]) {
    const partner = await service.partner({ environment: 'live', commissionBps, affiliate: true })
    partners.push(partner)
    links.push((await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic' })).json.link_id)
  }
  for (let at = 0; at < 3; at++) sellers.push(await selling.newSeller())
  for (const seller of sellers) await selling.list(seller)
  // The last one has no bank account.
  for (const seller of sellers.slice(0, 2)) await selling.setBank(seller)
})

const MOVES = {
  sell: 3,
  checkout: 6,
  deliver: 7,
  refund: 1,
  refund_partly: 2,
  refund_after_delivery: 2,
  won: 2,
  lost: 3,
  submit: 1,
  end_holds: 2,
  mature: 1,
  settle: 2,
  pay_seller: 3,
  seller_payout: 3,
  pay_partner: 3,
  partner_payout: 3,
  send_refunds: 1,
} as const
type Move = keyof typeof MOVES

const step = fc.record({
  do: fc.oneof(
    ...(Object.entries(MOVES) as [Move, number][]).map(([move, weight]) => ({ weight, arbitrary: fc.constant(move) })),
  ),
  who: fc.nat(2),
  by: fc.nat(2),
  which: fc.nat(1000),
  price: fc.integer({ min: 100, max: 2_000_000 }),
  isDisputed: fc.boolean(),
  isOwn: fc.boolean(),
  isReferred: fc.boolean(),
  isGood: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** `collected`: orders that a partner collected, with the partner. */
type Scene = { orders: string[]; collected: { id: string; by: number }[]; sellerPayouts: string[]; payouts: string[] }
const pick = (list: readonly string[], which: number, none: string) => list[which % Math.max(1, list.length)] ?? none

async function buy(scene: Scene, { who, by, price, isDisputed, isOwn, isReferred }: Step): Promise<number> {
  const partner = partners[by]!
  const domain = isOwn
    ? (await shop.freshName({ price_cents: price }, 'live')).domain
    : await selling.list(sellers[who]!, { price })
  const link = isReferred ? { link_id: links[(by + 1) % links.length] } : {}
  const session = await shop.createSession(partner, domain, link)
  if (session.status !== 201) return session.status
  await shop.payForm(session.json.checkout_url, isDisputed ? DISPUTED_CARD : GOOD_CARD)
  const { order_public_id: id } = await shop.show(partner, session.json.session_id)
  if (id) scene.orders.push(id)
  return 201
}

async function closeDispute(orderId: string, move: 'won' | 'lost' | 'submit'): Promise<number> {
  const { json } = await service.operator('GET', `/disputes?order_id=${orderId}`)
  const id = json.disputes[0]?.dispute_id ?? 'dsp_none'
  if (move === 'submit') return (await service.operator('POST', `/disputes/${id}/submit`, { text: 'x' })).status
  return (await service.operator('POST', `/disputes/${id}/close`, { outcome: move })).status
}

/** Commission ripens and periods end without the clock, which would end sessions. */
async function endPeriods(): Promise<number> {
  const month = new Date(service.clock.now().getTime() - 70 * 86_400_000)
  await service.db.run(
    sql`update orders set transfer_completed_at = ${month} where status = 'TRANSFER_COMPLETED' and transfer_completed_at > ${month}`,
  )
  return (await service.operator('POST', '/settlements/run', {})).status
}

async function payPartner(scene: Scene, { by, isReferred }: Step): Promise<number> {
  const kind = isReferred ? 'referral' : 'commission'
  const body = { partner_id: partners[by]!.partnerId, kind, environment: 'live' }
  const { status, json } = await service.operator('POST', '/payouts', body)
  if (status === 201) scene.payouts.push(...json.payouts.map((one: { payout_id: string }) => one.payout_id))
  return status
}

/** Any status but an error of ours; what is not possible now is refused. */
async function perform(scene: Scene, one: Step): Promise<number> {
  const order = pick(scene.orders, one.which, 'ord_none')
  switch (one.do) {
    case 'sell': {
      const { price, who, by } = one
      const id = await selling.sell(partners[by]!, await selling.list(sellers[who]!, { price }), { price })
      scene.orders.push(id)
      scene.collected.push({ id, by })
      return 201
    }
    case 'checkout':
      return buy(scene, one)
    case 'deliver':
      await service.operator('POST', `/orders/${order}/start_transfer`, { without_choice: true })
      return (await service.operator('POST', `/orders/${order}/complete_transfer`)).status
    case 'refund':
      return (await service.operator('POST', `/orders/${order}/refund`)).status
    case 'refund_partly': {
      const sold = scene.collected[one.which % Math.max(1, scene.collected.length)]
      const body = { order_public_id: sold?.id ?? 'ord_none', reason: 'other', amount_cents: 1 + (one.price % 90) }
      return (await service.signed(partners[sold?.by ?? 0]!, 'POST', `${V1}/refunds`, body)).status
    }
    case 'refund_after_delivery':
      return (await service.operator('POST', `/orders/${order}/refund_after_delivery`, { reason: 'x' })).status
    case 'won':
    case 'lost':
    case 'submit':
      return closeDispute(order, one.do)
    case 'end_holds':
      await selling.endHolds()
      return 200
    case 'mature':
      await service.db.run(
        sql`update referral_sales set available_at = ${service.clock.now()} where available_at is not null`,
      )
      await service.background.runJobNow('referrals.mature')
      return 200
    case 'settle':
      return endPeriods()
    case 'pay_seller': {
      // By an operator: a long run outlives the recent sign-in that a seller needs.
      const { status, json } = await service.operator('POST', `/sellers/${sellers[one.who]!.userId}/payouts`, {})
      if (status === 201) scene.sellerPayouts.push(...json.payouts.map((made: { payout_id: string }) => made.payout_id))
      return status
    }
    case 'seller_payout': {
      const id = pick(scene.sellerPayouts, one.which, 'spo_none')
      const [move, body] = one.isGood ? ['paid', { reference: 'r' }] : ['failed', { reason: 'x' }]
      return (await service.operator('POST', `/seller-payouts/${id}/${move as string}`, body)).status
    }
    case 'pay_partner':
      return payPartner(scene, one)
    case 'partner_payout': {
      const id = pick(scene.payouts, one.which, 'pay_none')
      await service.operator('POST', `/payouts/${id}/sent`, {})
      return (await service.operator('POST', `/payouts/${id}/${one.isGood ? 'paid' : 'failed'}`, {})).status
    }
    case 'send_refunds':
      await service.background.runJobNow('checkout.send_refunds')
      return 200
  }
}

const ALLOWED = [200, 201, 400, 404, 409]

/** What sellers earned is what they are owed and were paid; what statements say is what the ledger says. */
async function expectTieOut(): Promise<void> {
  for (const { userId } of sellers) {
    const row = await service.db.one<{ earned: number; owed: number; paid: number }>(sql`
      select (select coalesce(sum(proceeds_cents), 0)::bigint from seller_sales
              where seller_id = ${userId} and state in ('delivered', 'payable')) as earned,
             (select coalesce(-sum(amount_cents), 0)::bigint from ledger_entries
              where subject = ${userId} and account in ('proceeds_held', 'proceeds_payable')) as owed,
             (select coalesce(sum(amount_cents), 0)::bigint from seller_payouts
              where seller_id = ${userId} and status <> 'failed') as paid`)
    expect(row!.owed + row!.paid).toBe(row!.earned)
  }
}

it(
  'histories of the market keep every invariant',
  async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        const scene: Scene = { orders: [], collected: [], sellerPayouts: [], payouts: [] }
        for (const one of steps) {
          const status = await perform(scene, one)
          expect(ALLOWED, `${one.do} returned ${status}`).toContain(status)
          if (status < 300) seen.set(one.do, (seen.get(one.do) ?? 0) + 1)
        }
        await expectTieOut()
        expect(await checkLedger(service.db)).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
    // A history in which a move never succeeds proves nothing about it.
    if (RUNS * STEPS >= 1000) expect([...seen.keys()].sort()).toEqual(Object.keys(MOVES).sort())
  },
  Math.max(600_000, RUNS * STEPS * 2000),
)
