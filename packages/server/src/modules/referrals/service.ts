// Use cases of referral: make a link, attribute a sale, let its commission ripen, take it back, pay it out.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/sql.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { shareOf } from '../../kernel/money.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import { findDomain, readDomain } from '../catalog/index.ts'
import {
  post,
  type Referral,
  referralAccruedJournal,
  referralPendingJournal,
  referralReversedJournal,
} from '../ledger/index.ts'
import { addClicks } from './click-store.ts'
import { insertEntry } from './commission-store.ts'
import {
  type CommissionCategory,
  type Dealing,
  dayOf,
  defaultDestination,
  destinationPath,
  effectOf,
  isCode,
  type LinkKind,
  type LinkTarget,
  MATURITY_SECONDS,
  maskEmail,
  newCode,
  noCommissionReason,
  type Product,
} from './rules.ts'
import type { Link, ReferredSale } from './store.ts'
import * as store from './store.ts'

export type NewLink = {
  kind: LinkKind
  domain?: string | undefined
  product?: Product | undefined
  destinationUrl?: string | undefined
  label?: string | undefined
}

/** What only the named kind takes must be there for it, and for no other. */
function assertFits(input: NewLink): void {
  for (const member of ['domain', 'product'] as const) {
    if (input.kind === member && input[member] === undefined)
      throw invalidField(member, `is required for kind ${member}`)
    if (input.kind !== member && input[member] !== undefined) throw invalidField(member, `is for kind ${member} only`)
  }
}

async function targetOf(tx: Tx, environment: Environment, input: NewLink): Promise<LinkTarget> {
  assertFits(input)
  if (input.kind === 'product') return { kind: 'product', domain: null, product: input.product! }
  if (input.kind === 'generic') return { kind: 'generic', domain: null, product: null }
  const { domain } = readDomain(input.domain!, environment)
  const listing = await findDomain(tx, environment, domain)
  if (listing?.status !== 'listed') throw notFound(`${domain} is not listed here.`)
  return { kind: 'domain', domain, product: null }
}

export async function createLink(tx: Tx, owner: Owner, input: NewLink, baseUrl: string, now: Date): Promise<Link> {
  const given = input.destinationUrl === undefined ? null : destinationPath(input.destinationUrl, baseUrl)
  const target = await targetOf(tx, owner.environment, input)
  const link: Link = {
    id: newId('link', now),
    partnerId: owner.partnerId,
    environment: owner.environment,
    code: newCode(),
    ...target,
    destination: given ?? defaultDestination(target),
    label: input.label ?? null,
    active: true,
    createdAt: now,
  }
  await store.insertLink(tx, link)
  return link
}

/** A click that the sandbox made up: a visitor whom nobody has seen before. */
export async function sandboxClick(tx: Tx, link: Link, now: Date, real: Date): Promise<void> {
  const [linkId, day] = [link.id, dayOf(now)]
  await addClicks(
    tx,
    [{ linkId, day, clicks: 1, bots: 0 }],
    [{ linkId, day, saltDay: dayOf(real), visitor: randomUUID() }],
  )
}

// ---------------------------------------------------------------- sales

const referralOf = (sale: Pick<ReferredSale, 'id' | 'partnerId' | 'currency' | 'commissionCents'>): Referral => ({
  saleId: sale.id,
  partnerId: sale.partnerId,
  currency: sale.currency,
  cents: sale.commissionCents,
})

/** The entry that a sale's commission takes next, and the same in the sale's own row. */
async function enter(
  tx: Tx,
  sale: Pick<ReferredSale, 'id' | 'partnerId' | 'environment' | 'currency' | 'commissionCents'>,
  category: CommissionCategory,
  at: Date,
  from?: 'accrued' | 'pending',
): Promise<void> {
  const { partnerId, environment, currency, commissionCents } = sale
  const effect = effectOf(category, commissionCents, from)
  const id = newId('commissionEntry', at)
  await insertEntry(tx, {
    id,
    partnerId,
    environment,
    currency,
    category,
    effect,
    saleId: sale.id,
    payoutId: null,
    createdAt: at,
  })
}

export type NewSale = {
  /** Who sells: the order's partner and environment. */
  owner: Owner
  orderId: string
  amountCents: number
  currency: string
  buyer: { email: string; country?: string | null | undefined } | null
  /** The account that the buyer was signed in with at the checkout. */
  buyerUserId?: string | null | undefined
  /** The link that the checkout session names. It wins over the visitor's cookie. */
  linkId: string | null
  /** What the visitor's cookie says: the code of the link clicked last. */
  cookieCode: string | null
  /** Real time; records are stamped on the clock of the link's partner. */
  real: Date
}

function linkOf(sale: NewSale): { id: string } | { code: string } | null {
  if (sale.linkId !== null) return isId('link', sale.linkId) ? { id: sale.linkId } : null
  return sale.cookieCode !== null && isCode(sale.cookieCode) ? { code: sale.cookieCode } : null
}

/** Everyone who is known to be on a side of the sale. */
const dealingOf = (sale: NewSale, link: store.Attribution): Dealing => ({
  affiliate: link.affiliate,
  ownLink: link.partnerId === sale.owner.partnerId,
  seller: {
    userIds: [...link.sellingPartner.userIds, ...link.domainSeller.userIds],
    emails: [...link.sellingPartner.emails, ...link.domainSeller.emails],
  },
  buyer: { userIds: sale.buyerUserId ? [sale.buyerUserId] : [], emails: sale.buyer ? [sale.buyer.email] : [] },
})

/**
 * Writes the referred sale, its accrued commission and the journal, in the transaction of the payment. A sale between the
 * affiliate and itself counts and earns no commission; the sale says why. An unknown or inactive link, and an order that was
 * attributed before, change nothing.
 */
export async function attributeSale(tx: Tx, input: NewSale): Promise<void> {
  const by = linkOf(input)
  const link = by && (await store.findAttribution(tx, input, by))
  if (!link) return
  const reason = noCommissionReason(dealingOf(input, link))
  const commissionBps = reason === null ? link.referralBps : 0
  const commissionCents = shareOf(input.amountCents, commissionBps)
  const at = addSeconds(input.real, link.offsetSeconds)
  const sale = {
    id: newId('sale', at),
    partnerId: link.partnerId,
    environment: input.owner.environment,
    linkId: link.linkId,
    orderId: input.orderId,
    amountCents: input.amountCents,
    currency: input.currency,
    commissionBps,
    commissionCents,
    category: commissionCents > 0 ? ('accrued' as const) : null,
    noCommissionReason: reason,
    buyerEmail: input.buyer ? maskEmail(input.buyer.email) : null,
    buyerCountry: input.buyer?.country ?? null,
    createdAt: at,
  }
  if (!(await store.insertSale(tx, sale)) || sale.category === null) return
  await post(tx, sale, referralAccruedJournal(referralOf(sale)), at)
  await enter(tx, sale, 'accrued', at)
}

/** The order was delivered: from now on its commission ripens. `at` is on the seller's clock. */
export async function onDelivered(tx: Tx, orderId: string, at: Date): Promise<void> {
  const sale = await store.lockSaleOfOrder(tx, orderId)
  if (!sale || sale.deliveredAt !== null) return
  const deliveredAt = addSeconds(at, sale.aheadSeconds)
  await store.setDelivered(tx, sale.id, deliveredAt, addSeconds(deliveredAt, MATURITY_SECONDS))
}

/**
 * The order was refunded or cancelled. What had only accrued is simply taken back; what was payable, on its way or paid
 * becomes a negative line that the next payout nets.
 */
export async function onReversed(tx: Tx, orderId: string, at: Date): Promise<void> {
  const sale = await store.lockSaleOfOrder(tx, orderId)
  if (!sale || sale.category === null || sale.category === 'reversed') return
  const from = sale.category === 'accrued' ? 'accrued' : 'pending'
  const stamped = addSeconds(at, sale.aheadSeconds)
  await post(tx, sale, referralReversedJournal(referralOf(sale), from), stamped)
  await enter(tx, sale, 'reversed', stamped, from)
  await store.setCategory(tx, sale.id, 'reversed')
}

/** Commission whose time has come is payable. Answers how many; of one owner, or of everybody. */
export async function matureCommissions(tx: Tx, owner: Owner | null, real: Date, limit: number): Promise<number> {
  const sales = await store.lockMatured(tx, owner, real, limit)
  for (const sale of sales) {
    const at = sale.availableAt ?? real
    await post(tx, sale, referralPendingJournal(referralOf(sale)), at)
    await enter(tx, sale, 'pending', at)
    await store.setCategory(tx, sale.id, 'pending')
  }
  return sales.length
}

// ---------------------------------------------------------------- payouts

export type ReferralPayout = Owner & { payoutId: string; currency: string; cents: number }

/** A payout of kind referral was made: what was payable travels with it. Its journal is the payout's own. */
export const onPayoutCreated = (tx: Tx, payout: ReferralPayout): Promise<void> =>
  store.bindToPayout(tx, payout, payout.currency, payout.payoutId)

/** The money arrived: one entry for the payout, and its sales are paid out. `at` is on the partner's clock. */
export async function onPayoutPaid(tx: Tx, payout: ReferralPayout, at: Date): Promise<void> {
  const { partnerId, environment, currency, payoutId, cents } = payout
  await store.setPaidOut(tx, payoutId)
  const effect = effectOf('paid_out', cents)
  const id = newId('commissionEntry', at)
  await insertEntry(tx, {
    id,
    partnerId,
    environment,
    currency,
    category: 'paid_out',
    effect,
    saleId: null,
    payoutId,
    createdAt: at,
  })
}

/** It did not arrive: everything is payable again, with the next one. */
export const onPayoutFailed = (tx: Tx, payoutId: string): Promise<void> => store.freeFromPayout(tx, payoutId)
