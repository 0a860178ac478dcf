// Each check of disputes and clawbacks finds a bug that is planted in the books or in the records.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { DISPUTED_CARD } from '../../../test/route-samples-disputes.ts'
import { createSelling } from '../../../test/selling.ts'
import { openShop } from '../../../test/shop.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { CLAWBACK_CHECKS } from '../audit/store/dispute-checks.ts'

let service: TestService

/** A seller's sale that was paid and taken back, one that is disputed, lost disputes of own domains before and after the delivery. */
beforeAll(async () => {
  service = await startTestService({ SELLER_FEE_BPS: '1000' })
  const shop = openShop(service)
  const selling = createSelling(service)
  const partner = await service.partner({ environment: 'live', commissionBps: 2000 })
  const seller = await selling.newSeller()
  await selling.list(seller)
  await selling.setBank(seller)
  const buy = async (card: string, domain?: string) => {
    const { checkout_url, session_id } = await shop.session(partner, domain)
    await shop.payForm(checkout_url, card)
    return (await shop.show(partner, session_id)).order_public_id as string
  }
  const lose = async (orderId: string) => {
    const { json } = await service.operator('GET', `/disputes?order_id=${orderId}`)
    await service.operator('POST', `/disputes/${json.disputes[0].dispute_id}/close`, { outcome: 'lost' })
  }
  const paid = await buy('4242424242424242', await selling.list(seller))
  await selling.deliver(paid)
  await selling.endHolds()
  expect((await selling.call(seller, 'POST', '/payouts', {})).status).toBe(201)
  await service.operator('POST', `/orders/${paid}/refund_after_delivery`, { reason: 'x' })
  await service.background.runJobNow('checkout.send_refunds')
  await selling.deliver(await buy(DISPUTED_CARD, await selling.list(seller)))
  const own = await buy(DISPUTED_CARD)
  await selling.deliver(own)
  await lose(own)
  await lose(await buy(DISPUTED_CARD))
  expect(await checkLedger(service.db)).toEqual([])
})

const addEntry = (account: string, journal: Sql, cents: number) => sql`
  insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
  select journal, 90, environment, account, subject, currency, ${cents} from ledger_entries
  where account = ${account} and journal like ${journal} limit 1`

const MUTANTS: readonly [string, string, Sql][] = [
  [
    'clawed_back_orders_net_to_zero',
    'proceeds taken back once more',
    addEntry('proceeds_payable', sql`'%:clawed_back'`, 1),
  ],
  [
    'clawed_back_orders_net_to_zero',
    'commission that was left',
    addEntry('commission_accrued', sql`'%:clawed_back'`, -1),
  ],
  [
    'clawbacks_match_their_orders',
    'an order without its mark',
    sql`update orders set clawed_back_at = null where clawed_back_at is not null`,
  ],
  ['clawbacks_match_their_orders', 'another amount', sql`update order_clawbacks set amount_cents = amount_cents + 1`],
  ['clawbacks_match_their_orders', 'a clawback that is gone', sql`delete from order_clawbacks where cause = 'refund'`],
  [
    'disputed_funds_are_of_open_disputes',
    'a withdrawal that was not noted',
    sql`update disputes set withdrawn_at = null where status <> 'lost'`,
  ],
  [
    'disputed_funds_are_of_open_disputes',
    'a loss booked as a win',
    sql`update disputes set status = 'won' where status = 'lost'`,
  ],
  ['dispute_costs_are_of_disputes', 'another fee', sql`update disputes set fee_cents = fee_cents + 1`],
  [
    'dispute_costs_are_of_disputes',
    'a loss of the marketplace',
    sql`update disputes set reversed_cents = reversed_cents - 1 where reversed_cents > 0`,
  ],
  [
    'orders_show_their_disputes',
    'a dispute that freezes nothing',
    sql`update orders set dispute_open = false where dispute_open`,
  ],
  [
    'orders_show_their_disputes',
    'a lost dispute whose sale stands',
    sql`update orders set status = 'PAID', dispute_open = false where status = 'CANCELLED'`,
  ],
  [
    'orders_show_their_disputes',
    'a disputed sale that was paid',
    sql`with earlier as (update disputes set opened_at = opened_at - interval '1 day' where status = 'needs_response')
        update seller_sales s set payout_id = (select max(id) from seller_payouts), state = 'payable'
        from orders o where o.id = s.order_id and o.dispute_open`,
  ],
  [
    'sellers_are_not_overpaid',
    'a payout after the clawback',
    sql`update seller_payouts set created_at = created_at + interval '1 day'`,
  ],
  ['sellers_are_not_overpaid', 'more than the sales', sql`update seller_payouts set amount_cents = amount_cents + 1`],
  [
    'seller_sales_follow_their_orders',
    'proceeds that were left',
    sql`update seller_sales set state = 'payable' where state = 'clawed_back'`,
  ],
  [
    'reversed_orders_net_to_zero',
    'money that a lost dispute did not return',
    sql`
    update ledger_entries set account = 'dispute_losses', subject = '' where account = 'buyer_refund_payable' and journal like 'dsp%:lost'`,
  ],
  [
    'documents_equal_the_ledger',
    'no credit note for a clawback',
    sql`
    update documents set gross_cents = gross_cents - 1, net_cents = net_cents - 1 where journal like '%:clawed_back'`,
  ],
]

describe('the checks of disputes', () => {
  it('have a planted bug each', () => {
    expect(MUTANTS.map(([name]) => name)).toEqual(expect.arrayContaining(CLAWBACK_CHECKS.map(({ name }) => name)))
  })

  it.each(MUTANTS)('%s reports %s', async (check, _, bug) => {
    expect([...(await findingsAfter(service, planted(bug)))]).toContain(check)
  })
})
