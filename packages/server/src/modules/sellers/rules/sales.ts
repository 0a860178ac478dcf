// What a seller earns of a sale, when it is payable, and how a sale moves.
import { addSeconds } from '../../../kernel/clock.ts'
import { PROCEEDS_HOLD_SECONDS } from '../../../kernel/limits.ts'
import { computeShare } from '../../../kernel/money.ts'
import type { Machine } from '../../../kernel/state-machine.ts'

export const SELLER_SALE_STATES = ['sold', 'delivered', 'payable', 'reversed', 'clawed_back'] as const
export type SellerSaleState = (typeof SELLER_SALE_STATES)[number]

/** As sellers see them: payable money that a payout pays is no longer in the balance. */
export const SELLER_SALE_STATUSES = [
  'sold',
  'delivered',
  'payable',
  'in_payout',
  'paid_out',
  'reversed',
  'clawed_back',
] as const

/** `isReturned`: a part of the payout is in the balance again. `isBeingPaid`: it is pending, or a pending one pays a part of it again. */
export type SalePayout = { isReturned: boolean; isBeingPaid: boolean }

export function showSaleState(
  state: SellerSaleState,
  payout: SalePayout | null,
): (typeof SELLER_SALE_STATUSES)[number] {
  if (state !== 'payable' || payout === null || payout.isReturned) return state
  return payout.isBeingPaid ? 'in_payout' : 'paid_out'
}

export type SellerSaleAction = 'deliver' | 'release' | 'reverse' | 'claw_back'

export const SELLER_SALE_MACHINE: Machine<SellerSaleState, SellerSaleAction> = {
  deliver: { from: ['sold'], to: 'delivered' },
  release: { from: ['delivered'], to: 'payable' },
  reverse: { from: ['sold'], to: 'reversed' },
  claw_back: { from: ['delivered', 'payable'], to: 'clawed_back' },
}

/**
 * The price is the partner's commission, the marketplace's fee and the seller's proceeds, to the cent. The fee is rounded once. It
 * is less where the commission leaves less. The SQL function seller_fee() mirrors it.
 */
export function computeProceeds(
  priceCents: number,
  commissionCents: number,
  feeBps: number,
): { feeCents: number; proceedsCents: number } {
  const feeCents = Math.min(computeShare(priceCents, feeBps), priceCents - commissionCents)
  return { feeCents, proceedsCents: priceCents - commissionCents - feeCents }
}

export const planRelease = (deliveredAt: Date): Date => addSeconds(deliveredAt, PROCEEDS_HOLD_SECONDS)
