// Stripe in random histories: payments, disputes and inquiries, transfers to a seller, what comes back of them, and lost responses.
import { sql } from '../src/db/sql.ts'
import { askForTransfer, claimTransfer } from '../src/modules/sellers/service/send-payouts.ts'
import type { TestService } from './harness.ts'
import type { Run, Scene } from './market-scene.ts'
import { postNotice, type startStripeDouble } from './stripe-double.ts'

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>

const FEE_CENTS = 1500

/** Stripe writes whole seconds. What happened in this second must not look older than what we noted in it. */
const nextSecond = ({ clock }: TestService): number => Math.floor(clock.now().getTime() / 1000) + 1
const thisSecond = ({ clock }: TestService): number => Math.floor(clock.now().getTime() / 1000)

type Paid = { intent: string; amountCents: number; currency: string }

/** Each fourth buyer disputes a part of the payment only. */
const computeDisputed = ({ intent, amountCents }: Paid): number =>
  Number(intent.slice('pi_'.length)) % 4 === 0 ? Math.ceil((amountCents * 2) / 3) : amountCents

/** The payment of a session has succeeded. */
export const reportPaid = async (service: TestService, stripe: StripeDouble, intent: string): Promise<number> =>
  (
    await postNotice(
      service,
      stripe.notice('payment_intent.succeeded', intent, {
        timestamp: thisSecond(service),
        created: nextSecond(service),
      }),
    )
  ).status

/** Fees are in the currency of the marketplace's account. */
const move = (cents: number, fee: number) => ({ object: 'balance_transaction', amount: cents, fee, currency: 'usd' })

/** What Stripe says of the one dispute of a payment: an inquiry takes no money, and one that is won returns it. */
export async function reportDispute(
  service: TestService,
  stripe: StripeDouble,
  paid: Paid,
  status: string,
): Promise<number> {
  const { intent, currency } = paid
  const amountCents = computeDisputed(paid)
  const taken = status.startsWith('warning_') ? [] : [move(-amountCents, FEE_CENTS)]
  const returned = status === 'won' ? [move(amountCents, -FEE_CENTS)] : []
  const kind = ['won', 'lost', 'warning_closed'].includes(status) ? 'closed' : 'created'
  const object = {
    id: `dp_${intent}`,
    object: 'dispute',
    amount: amountCents,
    currency: currency.toLowerCase(),
    payment_intent: intent,
    reason: 'product_not_received',
    status,
    balance_transactions: [...taken, ...returned],
    evidence_details: { due_by: nextSecond(service) + 9 * 86_400 },
  }
  const [now, created] = [thisSecond(service), nextSecond(service)]
  return (await postNotice(service, stripe.sign(`charge.dispute.${kind}`, object, now, created))).status
}

/** The captured payment of an order; undefined for one that a partner collected. */
async function findPaid({ market, orders }: Scene, which: number): Promise<Paid | undefined> {
  const order = orders[which % Math.max(1, orders.length)]
  return market.service.db.one<Paid>(sql`
    select p.provider_ref as intent, p.amount_cents, p.currency from orders o join payments p on p.session_id = o.checkout_session_id
    where o.id = ${order ?? 'none'} and p.status = 'paid' and p.provider = 'stripe'`)
}

/** A dispute of a payment, whenever: before and after the delivery, the payout and the refund. */
const report =
  (status: string, mayCome: (known: { status: string; inquiry: boolean } | undefined) => boolean): Run =>
  async (scene, { which }) => {
    const { service, stripe } = scene.market
    const paid = stripe && (await findPaid(scene, which))
    if (!stripe || !paid) return 404
    const known = await service.db.one<{ status: string; inquiry: boolean }>(
      sql`select status, inquiry from disputes where provider_ref = ${`dp_${paid.intent}`}`,
    )
    return mayCome(known) ? reportDispute(service, stripe, paid, status) : 409
  }

const isOpen = (status: string | undefined): boolean => status === 'needs_response' || status === 'under_review'

/** Payouts that wait for their next try are due. The clock does not move, because sessions would end with it. */
const makeDue = ({ db, clock }: TestService) =>
  db.run(sql`update seller_payouts set next_attempt_at = ${clock.now()} where next_attempt_at is not null`)

/** Stripe sends what is queued. A process can die after it asked, before it notes the result. */
const sendPayouts: Run = async ({ market: { service, stripe } }, { isDisputed }) => {
  if (!stripe) return 404
  await makeDue(service)
  if (!isDisputed) return (await service.background.runJobNow('sellers.send_payouts')) ? 200 : 409
  const claimed = await service.db.tx((tx) => claimTransfer(tx, service.clock.now()))
  if (claimed === null) return 404
  await askForTransfer(service.deps, service.deps.payments.connect!, claimed)
  return 200
}

/** Stripe takes a transfer back, in part or what is left of it, and reports it once or twice. */
const takeBack: Run = async ({ market: { service, stripe } }, { which, price, isGood, isReferred }) => {
  const transfers = stripe?.connect.transfers.filter((one) => !one.reversed) ?? []
  const transfer = transfers[which % Math.max(1, transfers.length)]
  if (!stripe || !transfer) return 404
  const left = transfer.amount - transfer.amount_reversed
  transfer.amount_reversed += isGood ? 1 + (price % left) : left
  transfer.reversed = transfer.amount_reversed === transfer.amount
  const send = () => postNotice(service, stripe.sign('transfer.reversed', transfer, thisSecond(service)))
  if (isReferred) await send()
  return (await send()).status
}

const pickAccount = (stripe: StripeDouble | null, who: number): string | undefined => {
  const ids = [...(stripe?.connect.accounts.keys() ?? [])]
  return ids[who % Math.max(1, ids.length)]
}

/** Stripe stops payouts to an account, or accepts it again. */
const moveAccount: Run = async ({ market: { service, stripe } }, { who, isGood }) => {
  const id = pickAccount(stripe, who)
  if (!stripe || id === undefined) return 404
  const account = isGood ? stripe.connect.complete(id) : stripe.connect.restrict(id)
  const [now, created] = [thisSecond(service), nextSecond(service)]
  return (await postNotice(service, stripe.signForAccount('account.updated', id, account, now, created))).status
}

/** The seller's bank returns what Stripe paid, or accepts it. The books know nothing of it. */
const reportBank: Run = async ({ market: { service, stripe } }, { who, price, isGood }) => {
  const id = pickAccount(stripe, who)
  if (!stripe || id === undefined) return 404
  const [now, created] = [thisSecond(service), nextSecond(service)]
  const payout = { id: `po_${price}`, amount: 1 + price, currency: 'usd', created, failure_code: 'account_closed' }
  const type = isGood ? 'payout.paid' : 'payout.failed'
  return (await postNotice(service, stripe.signForAccount(type, id, payout, now, created))).status
}

const RECENT = 3

/** One of the last payouts: older ones are mostly sent. */
const retryPayout: Run = async ({ market, sellerPayouts }, { which }) => {
  const recent = sellerPayouts.slice(-RECENT)
  const id = recent[which % Math.max(1, recent.length)]
  return (await market.service.operator('POST', `/seller-payouts/${id}/retry`)).status
}

export const STRIPE_MOVES: Record<string, [weight: number, Run]> = {
  dispute: [3, report('needs_response', (known) => known === undefined || (known.inquiry && isOpen(known.status)))],
  inquire: [3, report('warning_needs_response', (known) => known === undefined)],
  end_inquiry: [3, report('warning_closed', (known) => known?.inquiry === true && isOpen(known.status))],
  bank_won: [3, report('won', (known) => known?.inquiry === false && isOpen(known.status))],
  bank_lost: [3, report('lost', (known) => known?.inquiry === false && isOpen(known.status))],
  send_payouts: [4, sendPayouts],
  take_back: [4, takeBack],
  move_account: [1, moveAccount],
  report_bank: [1, reportBank],
  retry_payout: [3, retryPayout],
}

type Sent = { id: string; amountCents: number; reversedCents: number; status: string; transferState: string | null }

/** What is wrong between payouts and the transfers that Stripe made: each payout has one at most, with its amount, and a failed one none. */
export async function findTransferTrouble(service: TestService, { connect }: StripeDouble): Promise<string[]> {
  const payouts = await service.db.many<Sent>(
    sql`select id, amount_cents, reversed_cents, status, transfer_state from seller_payouts`,
  )
  const trouble: string[] = []
  for (const { id, amountCents, reversedCents, status, transferState } of payouts) {
    const [transfer, ...others] = connect.transfers.filter(({ metadata }) => metadata.payout_id === id)
    if (others.length > 0) trouble.push(`${id} was sent ${others.length + 1} times`)
    if (transferState === 'sent' && !transfer) trouble.push(`${id} was not sent`)
    if (!transfer) continue
    // A request whose result is not noted yet.
    if (transferState === 'sending') continue
    if (status !== 'paid' && status !== 'reversed') trouble.push(`${id} was sent and is ${status}`)
    if (transfer.amount !== amountCents || transfer.amount_reversed !== reversedCents)
      trouble.push(`${id} has another amount than its transfer`)
  }
  return trouble
}

/** What Stripe has taken from buyers and not refunded. Disputes are counted apart. */
export const sumCharged = ({ intents, refunds }: StripeDouble): number =>
  [...intents.values()].reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0) -
  refunds.reduce((sum, { amount }) => sum + amount, 0)
