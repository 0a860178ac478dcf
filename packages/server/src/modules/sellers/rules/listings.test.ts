// What a seller can do with a listing.
import { expect, it } from 'vitest'
import { listSellerActions, SELLER_LISTING_STATUSES, type SellerListingStatus } from './listings.ts'
import { PROOF_MACHINE, PROOF_STATES } from './proofs.ts'

const listActions = (status: SellerListingStatus) => listSellerActions(status).map(({ action }) => action)

it('offers the actions of each status', () => {
  expect(Object.fromEntries(SELLER_LISTING_STATUSES.map((status) => [status, listActions(status)]))).toEqual({
    pending_verification: ['verify', 'change', 'withdraw'],
    listed: ['change', 'withdraw'],
    reserved: ['change'],
    sold: [],
    withdrawn: [],
    expired: ['withdraw'],
  })
})

it('offers to verify and withdraw an unverified listing exactly where the proof allows it', () => {
  const shown = { pending: 'pending_verification', expired: 'expired', withdrawn: 'withdrawn' } as const
  for (const state of PROOF_STATES)
    if (state !== 'verified')
      for (const action of ['verify', 'withdraw'] as const)
        expect([state, action, listActions(shown[state]).includes(action)]).toEqual([
          state,
          action,
          PROOF_MACHINE[action].from.includes(state),
        ])
})
