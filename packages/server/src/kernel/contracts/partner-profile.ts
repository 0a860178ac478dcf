// How a partner stands, as every request for it is told.

export type PartnerProfile = {
  name: string
  approved: boolean
  merchantOfRecord: boolean
  affiliate: boolean
  commissionBps: number
  brokerageBps: number
  referralBps: number
  sandboxOffsetSeconds: number
}
