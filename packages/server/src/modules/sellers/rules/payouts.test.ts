// Who may pay a payout when: every status with every state of its transfer. And where payouts go.
import { describe, expect, it } from 'vitest'
import { nextState } from '../../../kernel/state-machine.ts'
import { findPayoutBlock, moveTransfer, sellerPayoutActions, usesAccount } from './payouts.ts'
import {
  judgeFound,
  matchesPayout,
  TRANSFER_MACHINE,
  TRANSFER_STATES,
  toTransferKey,
  transferDelaySeconds,
} from './transfers.ts'

const names = (
  status: 'pending' | 'paid' | 'failed' | 'reversed',
  transferState: Parameters<typeof sellerPayoutActions>[0]['transferState'],
) => sellerPayoutActions({ status, transferState }).map(({ action }) => action)

describe('a payout', () => {
  it('that an operator sends is paid or failed, once, and returned by the bank, once', () => {
    expect(names('pending', null)).toEqual(['paid', 'failed'])
    expect(names('paid', null)).toEqual(['returned'])
    expect(names('reversed', null)).toEqual([])
  })

  it('that Stripe may be sending is nobody else’s', () => {
    expect(names('pending', 'queued')).toEqual(['retry', 'failed'])
    expect(names('pending', 'refused')).toEqual(['retry', 'failed'])
    for (const state of TRANSFER_STATES) expect(moveTransfer(state, 'paid')).toBeNull()
    for (const state of ['sending', 'sent', 'taken_over'] as const) expect(names('pending', state)).toEqual([])
    for (const state of TRANSFER_STATES) expect(names('paid', state)).toEqual([])
  })

  it('that was taken over or sent is never claimed', () => {
    for (const state of ['refused', 'sent', 'taken_over'] as const)
      expect(nextState(TRANSFER_MACHINE, state, 'claim')).toBeNull()
    expect(nextState(TRANSFER_MACHINE, 'sending', 'take_over')).toBeNull()
  })

  it('is sent under one key until Stripe refused it', () => {
    expect(toTransferKey({ id: 'spo_1', transferKey: 2 })).toBe('spo_1.transfer.2')
    expect([1, 2, 3, 50].map(transferDelaySeconds)).toEqual([30, 60, 120, 3600])
  })
})

describe('a transfer', () => {
  const payout = { destinationAccount: 'acct_1', amountCents: 5, currency: 'USD', transferRef: null }
  const report = {
    kind: 'transfer',
    ref: 'tr_1',
    payoutId: 'spo_1',
    accountRef: 'acct_1',
    amountCents: 5,
    currency: 'USD',
    reversedCents: 0,
  } as const

  it('belongs to a payout only with the same account, amount and currency, and as its only one', () => {
    expect(matchesPayout(payout, report)).toBe(true)
    expect(matchesPayout({ ...payout, transferRef: 'tr_1' }, report)).toBe(true)
    for (const other of [
      { transferRef: 'tr_2' },
      { amountCents: 6 },
      { currency: 'EUR' },
      { destinationAccount: 'acct_2' },
    ])
      expect(matchesPayout({ ...payout, ...other }, report)).toBe(false)
  })
})

describe('transfers that were found', () => {
  const payout = { destinationAccount: 'acct_1', amountCents: 5, currency: 'USD', transferRef: null }
  const one = {
    kind: 'transfer',
    ref: 'tr_1',
    payoutId: 'spo_1',
    accountRef: 'acct_1',
    amountCents: 5,
    currency: 'USD',
    reversedCents: 0,
  } as const
  const other = { ...one, ref: 'tr_2', amountCents: 6 }
  const second = { ...one, ref: 'tr_3' }

  it('are the one that matches, and those that somebody has to look at', () => {
    expect(judgeFound(payout, [])).toEqual({ transfer: null, extra: [] })
    expect(judgeFound(payout, [other])).toEqual({ transfer: null, extra: [other] })
    expect(judgeFound(payout, [other, one, second])).toEqual({ transfer: one, extra: [other, second] })
  })
})

describe('the destination', () => {
  const [early, late] = [new Date(1000), new Date(2000)]

  it('is the later choice of seller and operator', () => {
    const none = { destinationKind: null, destinationAt: null }
    const bank = (destinationAt: Date) => ({ destinationKind: 'manual' as const, destinationAt })
    expect(usesAccount(none, { isReady: false, requestedAt: late })).toBe(false)
    expect(usesAccount(none, { isReady: true, requestedAt: late })).toBe(true)
    expect(usesAccount(bank(early), { isReady: true, requestedAt: late })).toBe(true)
    expect(usesAccount(bank(early), { isReady: false, requestedAt: late })).toBe(false)
    expect(usesAccount(bank(late), { isReady: true, requestedAt: early })).toBe(false)
  })

  it('blocks payouts while it is missing or disabled', () => {
    const seller = { frozenAt: null, destinationKind: 'stripe_connect' as const, destinationReady: true }
    expect(findPayoutBlock(seller, true)).toBeNull()
    expect(findPayoutBlock(seller, false)).toBe('destination_disabled')
    expect(findPayoutBlock({ ...seller, destinationReady: false }, true)).toBe('destination_disabled')
    expect(findPayoutBlock({ ...seller, destinationReady: false, destinationKind: 'manual' }, false)).toBeNull()
    expect(findPayoutBlock({ ...seller, destinationKind: null }, true)).toBe('no_destination')
    expect(findPayoutBlock({ ...seller, destinationReady: false, frozenAt: early }, true)).toBe('frozen')
  })
})
