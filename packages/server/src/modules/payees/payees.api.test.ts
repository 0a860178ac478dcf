// Payouts to sellers through Stripe Connect, against a double with recorded shapes: setup, transfers, crashes, reports and operators.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createPaying } from '../../../test/paying.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { createSelling } from '../../../test/selling.ts'
import { startStripeDouble } from '../../../test/stripe-double.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { TRANSFER_LEASE_SECONDS } from '../../kernel/limits.ts'
import { TRANSFER_CHECKS } from '../audit/store/seller-checks.ts'
import { askForTransfer, claimTransfer, sendPayouts } from '../sellers/service/send-payouts.ts'

let double: Awaited<ReturnType<typeof startStripeDouble>>
let service: TestService
let selling: ReturnType<typeof createSelling>
let partner: TestPartner
beforeAll(async () => {
  double = await startStripeDouble()
  service = await startTestService({ ...double.env, ...double.connectEnv })
  selling = createSelling(service)
  partner = await service.partner({ environment: 'live', commissionBps: 2000 })
  await service.house()
})

const {
  account,
  act,
  earn,
  listTransfers,
  newPayee,
  nowSeconds,
  post,
  queued,
  reportAccount,
  reportTransfer,
  request,
  send,
  show,
} = createPaying(() => ({ double, service, selling, partner }))

describe('the setup', () => {
  it('opens one account at Stripe, and payouts go there once it is ready', async () => {
    const seller = await selling.newSeller()
    expect(await account(seller)).toEqual({ available: true, account: null })
    const [first, again] = await Promise.all([
      selling.call(seller, 'POST', '/payout-account', { country: 'DE' }),
      selling.call(seller, 'POST', '/payout-account', { country: 'DE' }),
    ])
    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.json).toMatchObject({ kind: 'setup', url: expect.stringContaining('/setup/') })
    const made = [...double.connect.accounts.values()].filter(({ metadata }) => metadata.seller_id === seller.userId)
    expect(made).toMatchObject([{ country: 'DE', email: seller.email }])
    expect(double.connect.forms.find(({ path }) => path === '/v1/accounts')?.form).toMatchObject({
      'controller[stripe_dashboard][type]': 'express',
      'controller[requirement_collection]': 'stripe',
      'controller[fees][payer]': 'application',
      'controller[losses][payments]': 'application',
      'capabilities[transfers][requested]': 'true',
    })
    const link = double.connect.forms.find(({ form }) => form.account === made[0]!.id)
    expect(link?.form).toMatchObject({
      type: 'account_onboarding',
      return_url: expect.stringContaining('/account/selling/money?payouts=returned'),
    })
    expect((await selling.balance(seller)).payout_block).toBe('no_destination')

    double.connect.complete(made[0]!.id)
    const { json } = await selling.call(seller, 'POST', '/payout-account/refresh')
    expect(json.account).toMatchObject({ status: 'ready', bank_end: '6789', due: [] })
    expect(await selling.balance(seller)).toMatchObject({
      payout_block: null,
      destination: { kind: 'stripe_connect', hint: 'Stripe …6789' },
    })
    expect((await selling.call(seller, 'POST', '/payout-account')).json.kind).toBe('dashboard')
  })

  it('names the country when Stripe pays nobody out there', async () => {
    const seller = await selling.newSeller()
    const refused = await selling.call(seller, 'POST', '/payout-account', { country: 'XX' })
    expect([refused.status, refused.json.error.code]).toEqual([400, 'validation_error'])
    expect(refused.json.error.details).toEqual([expect.objectContaining({ field: 'country' })])
    expect((await selling.call(seller, 'POST', '/payout-account', { country: 'DE' })).json.kind).toBe('setup')
  })

  it('emails the seller when payouts go to another account, once', async () => {
    const { seller, ref } = await newPayee()
    const count = async () =>
      (await selling.mailTo(seller)).filter((template) => template === 'payout_destination_changed').length
    await reportAccount(double.connect.complete(ref))
    await reportAccount(double.connect.restrict(ref))
    expect(await count()).toBe(1)
    await reportAccount(double.connect.complete(ref, '4321'))
    expect(await count()).toBe(2)
  })

  it('follows reports of Stripe, twice and out of order', async () => {
    const { seller, ref } = await newPayee()
    const restricted = structuredClone(double.connect.restrict(ref))
    await reportAccount(restricted)
    await reportAccount(restricted)
    await reportAccount(double.connect.complete(ref), 60)
    expect((await account(seller)).account).toMatchObject({
      status: 'restricted',
      due: ['individual.verification.document'],
    })
    expect((await selling.balance(seller)).payout_block).toBe('destination_disabled')
    await earn(seller)
    const refused = await selling.call(seller, 'POST', '/payouts', {})
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'payout_destination_disabled'])
    await service.db.run(sql`delete from service_state where key = 'seller_payouts'`)
    await selling.run('pay_monthly')
    expect(await selling.mailTo(seller)).toContain('payout_destination_missing')
    service.clock.advance(1)
    await reportAccount(double.connect.accounts.get(ref)!)
    expect((await account(seller)).account.status).toBe('ready')
    await reportAccount({ id: ref }, 0, 'account.application.deauthorized')
    const closed = await selling.call(seller, 'POST', '/payout-account')
    expect([closed.status, closed.json.error.reason]).toEqual([409, 'payout_account_closed'])
  })

  it('asks Stripe about accounts whose reports were lost', async () => {
    const { seller, ref } = await newPayee()
    double.connect.restrict(ref)
    await service.db.run(sql`update payee_accounts set created_at = created_at - interval '2 days'`)
    await service.background.runJobNow('payees.check_accounts')
    expect((await account(seller)).account.status).toBe('restricted')
  })

  it('yields to a bank account that an operator enters later', async () => {
    const { seller, ref } = await newPayee()
    service.clock.advance(1)
    expect((await selling.setBank(seller)).status).toBe(200)
    await reportAccount(double.connect.complete(ref))
    expect((await selling.balance(seller)).destination).toMatchObject({ kind: 'manual' })
    service.clock.advance(1)
    // A look at the dashboard is no choice.
    expect((await selling.call(seller, 'POST', '/payout-account')).json.kind).toBe('dashboard')
    await reportAccount(double.connect.complete(ref))
    expect((await selling.balance(seller)).destination).toMatchObject({ kind: 'manual' })
    expect((await selling.call(seller, 'POST', '/payout-account', { use: true })).json.kind).toBe('dashboard')
    expect((await selling.balance(seller)).destination).toMatchObject({ kind: 'stripe_connect' })
  })

  it('is no choice while Stripe gives no link', async () => {
    const { seller, ref } = await newPayee()
    await reportAccount(double.connect.restrict(ref))
    service.clock.advance(1)
    await selling.setBank(seller)
    service.clock.advance(1)
    double.connect.accounts.delete(ref)
    expect((await selling.call(seller, 'POST', '/payout-account')).status).toBe(503)
    const { requestedAt } = (await service.db.one<{ requestedAt: Date }>(
      sql`select requested_at from payee_accounts where seller_id = ${seller.userId}`,
    ))!
    expect(requestedAt.getTime()).toBeLessThan(service.clock.now().getTime() - 1000)
  })

  it('ignores what an account claims about payments, and events that nobody signed', async () => {
    const { ref } = await newPayee()
    const paid = { id: 'pi_1', amount_received: 1, currency: 'usd', metadata: { payment_id: 'cs_1.1' } }
    const foreign = double.signForAccount('payment_intent.succeeded', ref, paid, nowSeconds())
    expect((await post(foreign)).status).toBe(200)
    const other = double.signForAccount('account.updated', 'acct_other', double.connect.complete(ref), nowSeconds())
    expect((await post(other)).status).toBe(400)
    expect((await post({ ...other, signature: 't=1,v1=00' })).status).toBe(401)
    expect((await reportAccount({ id: 'acct_unknown' })).status).toBe(200)
  })
})

describe('a payout', () => {
  it('is one transfer, and paid with it', async () => {
    const { seller, ref, payoutId } = await queued()
    expect(await show(payoutId)).toMatchObject({ status: 'pending', transfer: { state: 'queued', account: ref } })
    await send()
    await send()
    const [transfer, ...others] = listTransfers(payoutId)
    expect(others).toEqual([])
    expect(transfer).toMatchObject({ amount: 70_000, currency: 'usd', destination: ref, transfer_group: payoutId })
    expect(await show(payoutId)).toMatchObject({
      status: 'paid',
      reference: transfer!.id,
      destination_kind: 'stripe_connect',
      transfer: { state: 'sent', reference: transfer!.id, attempts: 1 },
      actions: [],
    })
    await reportTransfer(transfer!, 'transfer.created')
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ paid_out_cents: 70_000, in_transit_cents: 0 })
    expect((await selling.mailTo(seller)).filter((template) => template === 'seller_payout_sent')).toHaveLength(1)
    await selling.booksHold()
  })

  it('whose response is lost is found, not sent again', async () => {
    const { payoutId } = await queued()
    double.drop(3)
    await send()
    expect(listTransfers(payoutId)).toHaveLength(1)
    expect(await show(payoutId)).toMatchObject({ status: 'pending', transfer: { state: 'sending' }, actions: [] })
    for (const [action, body] of [
      ['paid', { reference: 'SEPA 1' }],
      ['failed', { reason: 'x' }],
      ['retry', undefined],
    ] as const) {
      const refused = await act(payoutId, action, body)
      expect([refused.status, refused.json.error.reason]).toEqual([409, 'payout_being_sent'])
    }
    double.forgetKeys()
    service.clock.advance(60)
    await send()
    expect(listTransfers(payoutId)).toHaveLength(1)
    expect((await show(payoutId)).status).toBe('paid')
    await selling.booksHold()
  })

  it('that Stripe may be sending cannot be ended by an older process', async () => {
    const { payoutId } = await queued()
    for (const status of ['paid', 'failed'])
      await expect(
        service.db.run(sql`update seller_payouts set status = ${status} where id = ${payoutId}`),
      ).rejects.toThrow('seller_payouts_open')
    await send()
  })

  it('of a process that died after the request is finished by another', async () => {
    const [before, after] = [await queued(), await queued()]
    const claims = [
      await service.db.tx((tx) => claimTransfer(tx, service.clock.now())),
      await service.db.tx((tx) => claimTransfer(tx, service.clock.now())),
    ]
    // One died before it asked Stripe, the other before it noted the result.
    const sent = claims.find((claim) => claim?.payout.id === after.payoutId)
    await askForTransfer(service.deps, service.deps.payments.connect!, sent!)
    await send()
    expect([(await show(before.payoutId)).status, (await show(after.payoutId)).status]).toEqual(['pending', 'pending'])
    service.clock.advance(TRANSFER_LEASE_SECONDS)
    double.forgetKeys()
    await send()
    for (const { payoutId } of [before, after]) {
      expect(listTransfers(payoutId)).toHaveLength(1)
      expect((await show(payoutId)).status).toBe('paid')
    }
    await selling.booksHold()
  })

  it('is sent once by processes that work at the same time', async () => {
    const all = [await queued(), await queued(), await queued()]
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 4 }, () => sendPayouts(service.deps, 10, signal)))
    for (const { payoutId } of all) {
      expect(listTransfers(payoutId)).toHaveLength(1)
      expect((await show(payoutId)).status).toBe('paid')
    }
    await selling.booksHold()
  })

  it('waits while the marketplace has too little at Stripe', async () => {
    const { payoutId } = await queued()
    double.connect.setAvailable(10)
    await send()
    expect((await show(payoutId)).transfer).toMatchObject({ state: 'queued', error: 'balance_insufficient' })
    const findWaiting = async () =>
      (await service.operator('GET', '/queue/refused_payouts')).json.items.filter(
        ({ id }: { id: string }) => id === payoutId,
      )
    expect(await findWaiting()).toEqual([])
    await service.db.run(
      sql`update seller_payouts set created_at = created_at - interval '1 day' where id = ${payoutId}`,
    )
    expect(await findWaiting()).toMatchObject([{ status: 'balance_insufficient' }])
    double.connect.setAvailable(null)
    await send()
    expect(listTransfers(payoutId)).toEqual([])
    service.clock.advance(60)
    await send()
    expect(listTransfers(payoutId)).toHaveLength(1)
    expect(await findWaiting()).toEqual([])
    await selling.booksHold()
  })

  it('to Stripe is not made while nobody would send it', async () => {
    const { seller } = await newPayee()
    await earn(seller)
    const { payments } = service.deps
    const { connect } = payments
    payments.connect = null
    try {
      const refused = await selling.call(seller, 'POST', '/payouts', {})
      expect([refused.status, refused.json.error.reason]).toEqual([409, 'payout_destination_disabled'])
      expect((await selling.balance(seller)).payout_block).toBe('destination_disabled')
      expect((await service.operator('GET', `/sellers/${seller.userId}`)).json.payout_block).toBe(
        'destination_disabled',
      )
    } finally {
      payments.connect = connect
    }
    expect((await selling.balance(seller)).payout_block).toBeNull()
  })

  it('that Stripe refuses is retried when the account is ready again, or by an operator', async () => {
    const [first, second] = [await queued(), await queued()]
    for (const { ref } of [first, second]) double.connect.restrict(ref)
    await send()
    expect(await show(first.payoutId)).toMatchObject({
      status: 'pending',
      transfer: { state: 'refused', error: 'insufficient_capabilities_for_transfer' },
      actions: [{ action: 'retry' }, { action: 'failed' }],
    })
    const { items } = (await service.operator('GET', '/queue/refused_payouts')).json
    expect(items).toContainEqual(expect.objectContaining({ id: first.payoutId, title: first.seller.email }))
    service.clock.advance(1)
    await reportAccount(double.connect.complete(first.ref))
    double.connect.complete(second.ref)
    expect((await act(second.payoutId, 'retry')).json.transfer.state).toBe('queued')
    await send()
    for (const { payoutId } of [first, second]) expect(listTransfers(payoutId)).toHaveLength(1)
    await selling.booksHold()
  })

  it('that an operator pays by bank fails first, and only the new one is marked as sent', async () => {
    const { seller, ref, payoutId } = await queued()
    const refuse = async () => {
      const { status, json } = await act(payoutId, 'paid', { reference: 'SEPA 9' })
      expect([status, json.error.reason, json.error.message]).toEqual([
        409,
        'illegal_transition',
        expect.stringContaining('mark the payout as failed'),
      ])
    }
    await refuse()
    double.connect.restrict(ref)
    await send()
    await refuse()
    expect((await act(payoutId, 'failed', { reason: 'Account closed' })).json).toMatchObject({
      status: 'failed',
      transfer: { state: 'taken_over' },
    })
    service.clock.advance(1)
    await selling.setBank(seller)
    const { payouts } = (await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})).json
    expect(payouts).toMatchObject([{ amount_cents: 70_000, transfer: null }])
    await reportAccount(double.connect.complete(ref))
    await send()
    expect((await act(payouts[0].payout_id, 'paid', { reference: 'SEPA 9' })).json.status).toBe('paid')
    expect([...listTransfers(payoutId), ...listTransfers(payouts[0].payout_id)]).toEqual([])
    await selling.booksHold()
  })

  it('of a frozen seller waits, and one with a disputed sale is payable again', async () => {
    const [frozen, disputed] = [await queued(), await queued()]
    await service.operator('POST', `/sellers/${frozen.seller.userId}/freeze`, { reason: 'Stolen domain' })
    await service.db.run(sql`update orders set dispute_open = true where id = ${disputed.orderId}`)
    await send()
    await service.db.run(sql`update orders set dispute_open = false where id = ${disputed.orderId}`)
    expect(await show(frozen.payoutId)).toMatchObject({ status: 'pending', transfer: { state: 'queued' } })
    expect(await show(disputed.payoutId)).toMatchObject({ status: 'failed' })
    expect([...listTransfers(frozen.payoutId), ...listTransfers(disputed.payoutId)]).toEqual([])
    await service.operator('POST', `/sellers/${frozen.seller.userId}/unfreeze`)
    await send()
    expect(listTransfers(frozen.payoutId)).toHaveLength(1)
    await selling.booksHold()
  })

  it('is not sent once its sale is disputed, also after an unknown result', async () => {
    const { seller, orderId, payoutId } = await queued()
    // A process died before it asked Stripe.
    expect((await service.db.tx((tx) => claimTransfer(tx, service.clock.now())))?.payout.id).toBe(payoutId)
    await service.db.run(sql`update orders set dispute_open = true where id = ${orderId}`)
    service.clock.advance(TRANSFER_LEASE_SECONDS)
    await send()
    expect(await show(payoutId)).toMatchObject({ status: 'pending', transfer: { state: 'queued' } })
    service.clock.advance(60)
    await send()
    await service.db.run(sql`update orders set dispute_open = false where id = ${orderId}`)
    expect(await show(payoutId)).toMatchObject({ status: 'failed', transfer: { state: 'taken_over' } })
    expect(listTransfers(payoutId)).toEqual([])
    expect((await selling.balance(seller)).balances[0].payable_cents).toBe(70_000)
    await selling.booksHold()
  })

  it('that Stripe takes back is payable again, in steps and whatever is repeated', async () => {
    const { seller, payoutId } = await queued()
    const findSale = async () => (await selling.call(seller, 'GET', '/sales')).json.sales[0].status
    expect(await findSale()).toBe('in_payout')
    await send()
    expect(await findSale()).toBe('paid_out')
    const transfer = listTransfers(payoutId)[0]!
    const part = { ...transfer, amount_reversed: 20_000 }
    await Promise.all([reportTransfer(part), reportTransfer(part)])
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 20_000, paid_out_cents: 50_000 })
    expect(await show(payoutId)).toMatchObject({ status: 'paid', reversed_cents: 20_000 })
    await selling.booksHold()
    expect(await findSale()).toBe('payable')
    const again = await request(seller)
    expect(await findSale()).toBe('in_payout')
    await send()
    expect(await findSale()).toBe('paid_out')
    expect(listTransfers(again)).toMatchObject([{ amount: 20_000 }])
    await reportTransfer({ ...transfer, amount_reversed: 70_000, reversed: true })
    await reportTransfer(part)
    expect(await show(payoutId)).toMatchObject({ status: 'reversed', reversed_cents: 70_000 })
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 50_000, paid_out_cents: 20_000 })
    await selling.booksHold()
  })

  it('that Stripe takes back in part is held back as far as its sales are disputed', async () => {
    const { seller } = await newPayee()
    const [first, second] = [await earn(seller), await earn(seller)]
    const payoutId = await request(seller)
    await send()
    const transfer = listTransfers(payoutId)[0]!
    const setDisputed = (orderId: string, isOpen: boolean) =>
      service.db.run(sql`update orders set dispute_open = ${isOpen} where id = ${orderId}`)
    await setDisputed(first, true)
    await reportTransfer({ ...transfer, amount_reversed: 30_000 })
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 30_000 })
    expect((await selling.call(seller, 'POST', '/payouts', {})).json.error.reason).toBe('nothing_to_pay')
    // The dispute is about 70,000, so only what is above that is payable.
    await reportTransfer({ ...transfer, amount_reversed: 90_000 })
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 20_000, disputed_cents: 70_000 })
    const again = await request(seller)
    expect(await show(again)).toMatchObject({ amount_cents: 20_000 })
    await send()
    expect(listTransfers(again)).toMatchObject([{ amount: 20_000 }])
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 70_000 })
    await setDisputed(first, false)
    const rest = await request(seller)
    expect(await show(rest)).toMatchObject({ amount_cents: 70_000 })
    // What is queued with a returned part of a sale that is disputed meanwhile is not sent.
    await setDisputed(second, true)
    await send()
    expect(await show(rest)).toMatchObject({ status: 'failed' })
    expect(listTransfers(rest)).toEqual([])
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 70_000 })
    await setDisputed(second, false)
    await request(seller)
    await send()
    // The rest comes back, too: what was paid again stays paid.
    await reportTransfer({ ...transfer, amount_reversed: 140_000, reversed: true })
    await setDisputed(first, true)
    expect((await selling.balance(seller)).balances[0]).toMatchObject({ payable_cents: 0, disputed_cents: 50_000 })
    await setDisputed(first, false)
    await selling.booksHold()
  })

  it('is not changed by a transfer that does not match it', async () => {
    const { payoutId } = await queued()
    const strange = { id: 'tr_strange', amount: 1, amount_reversed: 0, currency: 'usd', destination: 'acct_other' }
    expect((await reportTransfer({ ...strange, metadata: { payout_id: payoutId } })).status).toBe(200)
    expect((await reportTransfer({ ...strange, metadata: { payout_id: 'spo_unknown' } })).status).toBe(200)
    expect((await reportTransfer({ ...strange, amount: 'x', metadata: { payout_id: payoutId } })).status).toBe(400)
    expect((await show(payoutId)).status).toBe('pending')
    await send()
    await selling.booksHold()
  })

  it('with another transfer at Stripe waits for an operator', async () => {
    const { ref, payoutId } = await queued()
    double.drop(3)
    await send()
    const [transfer] = listTransfers(payoutId)
    transfer!.amount = 1
    service.clock.advance(60)
    await send()
    expect(await show(payoutId)).toMatchObject({
      status: 'pending',
      transfer: { state: 'refused', error: 'mismatch' },
      actions: [{ action: 'retry' }, { action: 'failed' }],
    })
    const { items } = (await service.operator('GET', '/queue/refused_payouts')).json
    expect(items).toContainEqual(expect.objectContaining({ id: payoutId, status: 'mismatch' }))
    await reportAccount(double.connect.complete(ref))
    await send()
    expect(listTransfers(payoutId)).toHaveLength(1)
    expect((await act(payoutId, 'failed', { reason: 'Paid by hand' })).json.status).toBe('failed')
    await selling.booksHold()
  })
})

const MUTANTS: readonly [string, string, Sql][] = [
  [
    'transfers_match_their_payouts',
    'an operator’s end of a payout that Stripe sends',
    sql`update seller_payouts set status = 'failed' where transfer_state = 'sent' and status = 'paid'`,
  ],
  [
    'transfers_match_their_payouts',
    'another reference',
    sql`update seller_payouts set reference = 'x' where transfer_state = 'sent'`,
  ],
  [
    'returned_payouts_are_payable_again',
    'a return that was not booked',
    sql`update seller_payouts set reversed_cents = reversed_cents - 1 where reversed_cents > 0`,
  ],
  [
    'returned_payouts_are_paid_again_once',
    'more than Stripe took back',
    sql`update seller_resends r set cents = p.reversed_cents + 1 from seller_payouts p where p.id = r.returned_id`,
  ],
  [
    'returned_payouts_are_paid_again_once',
    'a part that a dispute held back',
    sql`
    insert into disputes (id, provider, provider_ref, payment_id, order_id, partner_id, environment, amount_cents, currency, reason, status,
                          opened_at, reported_at)
    select 'dsp_' || substr(o.id, 5), 'stripe', o.id, 'x', o.id, o.partner_id, o.environment, 1, o.currency, 'x', 'needs_response',
           o.created_at, o.created_at
    from orders o join seller_sales s on s.order_id = o.id
    where s.state = 'payable' and exists (select from seller_resends r where r.returned_id = s.payout_id)`,
  ],
]

describe('the checks of payouts through Stripe', () => {
  it('have a planted bug each', () => {
    expect(MUTANTS.map(([name]) => name)).toEqual(expect.arrayContaining(TRANSFER_CHECKS.map(({ name }) => name)))
  })

  it.each(MUTANTS)('%s reports %s', async (check, _, bug) => {
    expect([...(await findingsAfter(service, planted(bug)))]).toContain(check)
  })
})
