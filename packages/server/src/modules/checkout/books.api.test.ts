// The checks of buyers' money are checked: each names the bug that is planted for it.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { findingsAfter } from '../../../test/planted.ts'
import { openShop } from '../../../test/shop.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { BUYER_CHECKS } from '../audit/store/ledger-checks.ts'

let service: TestService
let partner: TestPartner
let paid: { session_id: string; order_public_id: string }
let held: { session_id: string }
beforeAll(async () => {
  service = await startTestService()
  const shop = openShop(service)
  partner = await service.partner()
  paid = (await shop.payHelper(partner, (await shop.session(partner)).session_id)).json
  const refunded = (await shop.payHelper(partner, (await shop.session(partner)).session_id)).json
  await service.operator('POST', `/orders/${refunded.order_public_id}/refund`)
  const session = await shop.session(partner)
  await shop.payForm(session.checkout_url, '4000002500003155')
  held = session
})

it('holds before any of it', async () => {
  expect(await checkLedger(service.db)).toEqual([])
})

const MUTANTS: [string, string, (tx: Tx) => Promise<unknown>][] = [
  ['refund_payable_is_refunds_not_sent', 'a refund is forgotten', (tx) => tx.run(sql`delete from buyer_refunds`)],
  [
    'refund_payable_is_refunds_not_sent',
    'one is sent and not booked',
    (tx) => tx.run(sql`update buyer_refunds set status = 'sent'`),
  ],
  [
    'captured_payments_are_booked',
    'another amount was captured',
    (tx) => tx.run(sql`update payments set amount_cents = amount_cents + 1 where session_id = ${paid.session_id}`),
  ],
  [
    'captured_payments_are_booked',
    'a lost payment is not owed back',
    (tx) => tx.run(sql`update payments set status = 'stranded' where session_id = ${paid.session_id}`),
  ],
  [
    'locks_have_their_payment',
    'a payment ended and the name was not freed',
    (tx) => tx.run(sql`update payments set status = 'failed' where session_id = ${held.session_id}`),
  ],
  [
    'locks_have_their_payment',
    'a session is open and holds its name',
    (tx) => tx.run(sql`update checkout_sessions set status = 'open', payment_id = null where id = ${held.session_id}`),
  ],
]

it('has a planted bug for every check, and no other', () => {
  expect(new Set(MUTANTS.map(([check]) => check))).toEqual(new Set(BUYER_CHECKS.map(({ name }) => name)))
})

it.each(MUTANTS)('%s reports that %s', async (check, _, bug) => {
  expect([...(await findingsAfter(service, bug))]).toContain(check)
})
