// Use cases of partners: create and change them, ask for live access, approve and suspend.
import type { Tx } from '../../../db/sql.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { BROKERAGE_BPS_DEFAULT, COMMISSION_BPS_DEFAULT, REFERRAL_BPS_DEFAULT } from '../../../kernel/limits.ts'
import { assertPartnerAction, assertPartnerName, type PartnerAction } from '../rules.ts'
import type { Partner } from '../store/partners.ts'
import * as partnerStore from '../store/partners.ts'

export type NewPartner = {
  name: string
  email: string
  merchantOfRecord: boolean
  sandboxMerchantOfRecord?: boolean | undefined
  affiliate?: boolean | undefined
  commissionBps?: number | undefined
  brokerageBps?: number | undefined
  referralBps?: number | undefined
}

export async function createPartner(tx: Tx, input: NewPartner, now: Date): Promise<Partner> {
  assertPartnerName(input.name)
  const partner: Partner = {
    id: newId('partner', now),
    name: input.name,
    email: input.email,
    merchantOfRecord: input.merchantOfRecord,
    sandboxMerchantOfRecord: input.sandboxMerchantOfRecord ?? false,
    affiliate: input.affiliate ?? false,
    commissionBps: input.commissionBps ?? COMMISSION_BPS_DEFAULT,
    brokerageBps: input.brokerageBps ?? BROKERAGE_BPS_DEFAULT,
    referralBps: input.referralBps ?? REFERRAL_BPS_DEFAULT,
    sandboxOffsetSeconds: 0,
    approvedAt: null,
    suspendedAt: null,
    liveRequestedAt: null,
    liveRequestNote: null,
    createdAt: now,
    updatedAt: now,
  }
  await partnerStore.insertPartner(tx, partner)
  return partner
}

export async function lockPartner(tx: Tx, id: string): Promise<Partner> {
  const partner = isId('partner', id) ? await partnerStore.lockPartner(tx, id) : undefined
  if (!partner) throw notFound('Partner not found.')
  return partner
}

/** Rates change what later sales earn; every sale keeps the rate it was made at. */
export async function changePartner(tx: Tx, id: string, change: Partial<Partner>, now: Date): Promise<Partner> {
  if (change.name !== undefined) assertPartnerName(change.name)
  const partner = { ...(await lockPartner(tx, id)), ...change, updatedAt: now }
  await partnerStore.updatePartner(tx, partner)
  return partner
}

/** The first application stands: asking again changes nothing. */
export async function requestLiveAccess(tx: Tx, id: string, note: string | null, now: Date): Promise<Partner> {
  const partner = await lockPartner(tx, id)
  if (partner.approvedAt)
    throw new ApiError('conflict', {
      message: 'This partner already has live access. You do not need to request it.',
      reason: 'illegal_transition',
    })
  if (partner.liveRequestedAt) return partner
  const applied = { ...partner, liveRequestedAt: now, liveRequestNote: note, updatedAt: now }
  await partnerStore.updatePartner(tx, applied)
  return applied
}

export async function actOnPartner(tx: Tx, id: string, action: PartnerAction, now: Date): Promise<Partner> {
  const partner = await lockPartner(tx, id)
  assertPartnerAction(partner, action)
  if (action === 'approve') partner.approvedAt = now
  else partner.suspendedAt = action === 'suspend' ? now : null
  partner.updatedAt = now
  await partnerStore.updatePartner(tx, partner)
  return partner
}
