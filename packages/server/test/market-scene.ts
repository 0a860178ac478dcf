// What a random history has made so far, and what chance decides about its next move.
import type { Lot, Market } from './market.ts'
import { DISPUTED_CARD } from './route-samples-disputes.ts'
import { GOOD_CARD } from './shop.ts'

/** What chance decides about a move. */
export type Chance = {
  who: number
  by: number
  which: number
  price: number
  isDisputed: boolean
  isOwn: boolean
  isReferred: boolean
  isGood: boolean
}

export type SceneOffer = Lot & { id: string; buyer: number; bid: number; ask: number }

/** What a history has made so far. `collected`: orders that a partner collected, with the partner. */
export type Scene = {
  market: Market
  lots: Lot[]
  orders: string[]
  collected: { id: string; by: number }[]
  offers: SceneOffer[]
  sellerPayouts: string[]
  payouts: string[]
  settlements: string[]
  frozen: Set<number>
}

export const openScene = (market: Market): Scene => ({
  market,
  lots: [],
  orders: [],
  collected: [],
  offers: [],
  sellerPayouts: [],
  payouts: [],
  settlements: [],
  frozen: new Set(),
})

export type Run = (scene: Scene, chance: Chance) => Promise<number>

export const chooseCard = ({ isDisputed }: Chance): string => (isDisputed ? DISPUTED_CARD : GOOD_CARD)
