// The sandbox processor: test cards only, its books in the database, so that it survives restarts and serves every process.
import { addSeconds, type Clock } from '../../kernel/clock.ts'
import type { DisputeReport } from '../../kernel/contracts/dispute-reports.ts'
import { ApiError, invariant } from '../../kernel/errors.ts'
import { randomToken } from '../../kernel/secret-box.ts'
import type { CardSummary, ChargeResult, PaymentProvider } from './provider.ts'
import { DISPUTED_LAST4, judgeCard } from './sandbox-cards.ts'

export type SandboxCharge = {
  paymentId: string
  ref: string
  status: 'paid' | 'requires_action' | 'declined' | 'cancelled' | 'refunded'
  amountCents: number
  currency: string
  cardBrand: string | null
  cardLast4: string | null
  code: string | null
  refundRef: string | null
}

/** The processor's books. Each method is one statement, so that two processes cannot both do a thing. */
export type SandboxBooks = {
  /** The charge of this payment: the one that is there already, or this one. */
  open(charge: SandboxCharge, at: Date): Promise<SandboxCharge>
  /** Moves a charge that waits for its challenge; answers what it is afterwards, or undefined when there is none. */
  resolveCharge(
    ref: string,
    status: 'paid' | 'declined' | 'cancelled',
    code: string | null,
    at: Date,
  ): Promise<SandboxCharge | undefined>
  refund(ref: string, refundRef: string, at: Date): Promise<SandboxCharge | undefined>
}

const DISPUTE_FEE_CENTS = 1500
const DISPUTE_RESPONSE_SECONDS = 7 * 86_400

/** As the buyer's bank would open it. The money is withdrawn until the bank has decided. */
const toDispute = ({ ref, amountCents, currency }: SandboxCharge, now: Date): DisputeReport => ({
  kind: 'dispute',
  ref: `sbd_${ref.slice('sbx_'.length)}`,
  paymentRef: ref,
  amountCents,
  currency,
  reason: 'fraudulent',
  status: 'needs_response',
  isInquiry: false,
  respondBy: addSeconds(now, DISPUTE_RESPONSE_SECONDS),
  isWithdrawn: true,
  isReinstated: false,
  fee: { cents: DISPUTE_FEE_CENTS, currency },
  at: now,
})

function toResult(charge: SandboxCharge, now: Date): ChargeResult {
  const { ref } = charge
  const card: CardSummary | null =
    charge.cardBrand && charge.cardLast4 ? { brand: charge.cardBrand, last4: charge.cardLast4 } : null
  switch (charge.status) {
    case 'paid':
    case 'refunded':
      return {
        status: 'paid',
        ref,
        card,
        ...(charge.cardLast4 === DISPUTED_LAST4 ? { dispute: toDispute(charge, now) } : {}),
      }
    case 'requires_action':
      return { status: 'requires_action', ref, clientSecret: null, card }
    case 'declined':
      return { status: 'declined', ref, code: charge.code ?? 'card_declined', card }
    case 'cancelled':
      return { status: 'cancelled', ref }
  }
}

export function createSandboxProvider(books: SandboxBooks, clock: Clock): PaymentProvider {
  const newCharge = (charge: { paymentId: string; amountCents: number; currency: string }) => ({
    paymentId: charge.paymentId,
    ref: randomToken('sbx_', 12),
    amountCents: charge.amountCents,
    currency: charge.currency,
    refundRef: null,
  })

  return {
    name: 'sandbox',
    takesCards: true,
    async start(charge) {
      const now = clock.now()
      invariant(charge.card, 'the sandbox processor accepts cards')
      const verdict = judgeCard(charge.card, now)
      const opened: SandboxCharge = {
        ...newCharge(charge),
        status: verdict.status,
        cardBrand: verdict.card?.brand ?? null,
        cardLast4: verdict.card?.last4 ?? null,
        code: verdict.status === 'declined' ? verdict.code : null,
      }
      return toResult(await books.open(opened, now), now)
    },
    async confirm(ref, approved) {
      const charge = await books.resolveCharge(
        ref,
        approved ? 'paid' : 'declined',
        approved ? null : 'authentication_failed',
        clock.now(),
      )
      if (!charge)
        throw new ApiError('conflict', {
          message: 'Payment not found. Reload the checkout page.',
          reason: 'illegal_transition',
        })
      return toResult(charge, clock.now())
    },
    async conclude(charge) {
      const now = clock.now()
      // A charge that never arrived is put down as cancelled, so that one still on its way finds the door shut.
      const nothing: SandboxCharge = {
        ...newCharge(charge),
        status: 'cancelled',
        cardBrand: null,
        cardLast4: null,
        code: null,
      }
      const known = await books.open(nothing, now)
      return toResult((await books.resolveCharge(known.ref, 'cancelled', null, now)) ?? known, now)
    },
    async refund({ ref }) {
      const charge = await books.refund(ref, randomToken('sbr_', 12), clock.now())
      if (!charge?.refundRef)
        throw new ApiError('upstream_unavailable', {
          message: 'The payment was not completed, so it cannot be refunded.',
        })
      return { refundRef: charge.refundRef }
    },
  }
}
