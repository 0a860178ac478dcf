// Purchases: the buyer's links, whether one is claimed, and what its buyer reads.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { addSeconds } from '../../../kernel/clock.ts'
import type { Id } from '../../../kernel/ids.ts'
import { CLAIM_LINK_SECONDS } from '../../../kernel/limits.ts'
import type { OrderAction } from './orders.ts'

const PREFIX = 'ord_'
/** The starts of both secrets, by which logs recognize them and leave them out. Links from before have none. */
const SECRET_PREFIX = 'fh_or_'
export const CLAIM_PREFIX = 'fh_cl_'
const SECRET = /^(?:fh_or_)?([0-7][0-9a-hjkmnp-tv-z]{25})([\w-]{43})$/

const sign = (key: Buffer, orderId: string): string =>
  createHmac('sha256', key).update(`order-link:${orderId}`).digest('base64url')

/** The secret of an order's page. It is a function of the order, so that every message can carry it and no table stores it. */
export const orderSecret = (key: Buffer, orderId: Id<'order'>): string =>
  SECRET_PREFIX + orderId.slice(PREFIX.length) + sign(key, orderId)

/** The order whose secret it is; null when it is not a secret of ours. Nothing is looked up for that. */
export function readOrderSecret(key: Buffer, text: string): Id<'order'> | null {
  const [, body, given] = SECRET.exec(text) ?? []
  if (body === undefined || given === undefined) return null
  const orderId: Id<'order'> = `${PREFIX}${body}`
  return timingSafeEqual(Buffer.from(sign(key, orderId)), Buffer.from(given)) ? orderId : null
}

/** A claim link names its order, so that a link that no longer works can still lead to the order's page. */
export const joinClaimLink = (secret: string, token: string): string => `${secret}.${token}`

export function splitClaimLink(text: string): { secret: string; token: string } {
  const [secret = '', token = ''] = text.split('.', 2)
  return { secret, token }
}

export const claimEnd = (now: Date): Date => addSeconds(now, CLAIM_LINK_SECONDS)

export const CLAIM_STATES = ['claimed', 'link_sent', 'unclaimed'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

export function getClaimState(
  { claimedAt, claimExpiresAt }: { claimedAt: Date | null; claimExpiresAt: Date | null },
  now: Date,
): ClaimState {
  if (claimedAt !== null) return 'claimed'
  return claimExpiresAt !== null && claimExpiresAt > now ? 'link_sent' : 'unclaimed'
}

/** Enough to recognize one's own address, too little to learn someone else's: `a•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const dot = domain.lastIndexOf('.')
  if (at < 1 || dot < 1) return '•••'
  const first = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0)
  return `${first(local)}•••@${first(domain)}•••${domain.slice(dot)}`
}

/** The moves that a buyer is told of. */
export const BUYER_STEPS: Partial<Record<OrderAction, 'started' | 'delivered' | 'failed' | 'refunded'>> = {
  start_transfer: 'started',
  complete_transfer: 'delivered',
  fail_transfer: 'failed',
  refund: 'refunded',
  cancel: 'refunded',
}
