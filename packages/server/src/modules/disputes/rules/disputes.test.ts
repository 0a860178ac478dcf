// The rules of disputes: every status with every move, and reports that come twice or out of order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextState } from '../../../kernel/state-machine.ts'
import {
  computeReversed,
  computeStillOwed,
  DISPUTE_MACHINE,
  DISPUTE_MOVES,
  DISPUTE_STATUSES,
  type DisputeStatus,
  decideSandbox,
  decideStatus,
  disputeActions,
  isOpen,
  isRaised,
  type PaidOrder,
  responseDelaySeconds,
} from './disputes.ts'

describe('the machine', () => {
  const ALLOWED: Record<string, DisputeStatus> = {
    'needs_response submit': 'under_review',
    'under_review reopen': 'needs_response',
    'needs_response win': 'won',
    'under_review win': 'won',
    'needs_response lose': 'lost',
    'under_review lose': 'lost',
  }
  it.each(DISPUTE_STATUSES.flatMap((status) => DISPUTE_MOVES.map((move) => [status, move] as const)))(
    '%s accepts %s as listed',
    (status, move) => expect(nextState(DISPUTE_MACHINE, status, move)).toBe(ALLOWED[`${status} ${move}`] ?? null),
  )
})

describe('a report', () => {
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)

  it('that was written earlier changes nothing, unless it ends the dispute', () => {
    const dispute = { status: 'under_review' as const, reportedAt: at(10) }
    expect(decideStatus(dispute, 'needs_response', at(9))).toBe('under_review')
    expect(decideStatus(dispute, 'needs_response', at(11))).toBe('needs_response')
    expect(decideStatus(dispute, 'lost', at(9))).toBe('lost')
  })

  it('never opens a closed dispute', () => {
    for (const status of ['won', 'lost'] as const)
      for (const reported of DISPUTE_STATUSES)
        expect(decideStatus({ status, reportedAt: at(0) }, reported, at(99))).toBe(status)
  })

  it('leads to the same end in any order, if one of them ends the dispute', () => {
    const report = fc.record({ status: fc.constantFrom(...DISPUTE_STATUSES), second: fc.nat(20) })
    fc.assert(
      fc.property(
        fc.array(report, { maxLength: 8 }),
        fc.constantFrom('won' as const, 'lost' as const),
        (reports, end) => {
          const open = reports.filter(({ status }) => isOpen(status))
          const all = [...open, { status: end, second: 21 }]
          const play = (order: typeof all) =>
            order.reduce(
              (dispute, { status, second }) => ({
                status: decideStatus(dispute, status, at(second)),
                reportedAt: new Date(Math.max(dispute.reportedAt.getTime(), at(second).getTime())),
              }),
              { status: 'needs_response' as DisputeStatus, reportedAt: at(0) },
            ).status
          expect(play(all)).toBe(end)
          expect(play(all.toReversed())).toBe(end)
        },
      ),
    )
  })
})

describe('an operator', () => {
  const paidOrder: PaidOrder = { status: 'PAID', clawedBackAt: null, disputeOpen: false, isPartlyReturned: false }
  const actions = (status: DisputeStatus, more: Partial<Parameters<typeof disputeActions>[0]> = {}) =>
    disputeActions({
      status,
      inquiry: false,
      paidOrder,
      response: null,
      provider: 'stripe',
      ...more,
    }).map(({ action }) => action)

  it('responds once, and closes only what the sandbox processor opened', () => {
    expect(actions('needs_response')).toEqual(['submit', 'accept'])
    expect(actions('needs_response', { response: 'acceptance' })).toEqual([])
    expect(actions('under_review', { response: 'evidence' })).toEqual([])
    expect(actions('needs_response', { provider: 'sandbox' })).toEqual(['submit', 'accept', 'close'])
    expect(actions('under_review', { provider: 'sandbox', response: 'evidence' })).toEqual(['close'])
    expect(actions('won', { provider: 'sandbox' })).toEqual([])
  })

  it('accepts an inquiry by a refund of its order, also after evidence, and loses nothing', () => {
    const inquiry = { status: 'needs_response', inquiry: true, paidOrder, provider: 'stripe' } as const
    expect(disputeActions({ ...inquiry, response: null })).toEqual([
      { action: 'submit', toStatus: 'under_review' },
      { action: 'accept', toStatus: 'won' },
    ])
    expect(actions('under_review', { inquiry: true, response: 'evidence' })).toEqual(['accept'])
    expect(actions('needs_response', { inquiry: true, response: 'acceptance' })).toEqual([])
    for (const change of [
      { status: 'REFUNDED' as const },
      { clawedBackAt: '2026-03-01T12:00:00Z' },
      { disputeOpen: true },
      { isPartlyReturned: true },
    ])
      expect(actions('needs_response', { inquiry: true, paidOrder: { ...paidOrder, ...change } })).toEqual(['submit'])
    expect(actions('needs_response', { inquiry: true, paidOrder: null })).toEqual(['submit'])
  })
})

it('raises an inquiry to a dispute, and never back', () => {
  expect(isRaised({ inquiry: true }, { isInquiry: false })).toBe(true)
  for (const inquiry of [true, false]) expect(isRaised({ inquiry }, { isInquiry: true })).toBe(false)
  expect(isRaised({ inquiry: false }, { isInquiry: false })).toBe(false)
})

it('leaves of a refund what the lost dispute did not return', () => {
  expect([computeStillOwed(100, 40), computeStillOwed(100, 100), computeStillOwed(100, 110)]).toEqual([60, 0, 0])
})

it('takes back a sale whose whole price was disputed, and no part of one', () => {
  expect(computeReversed(100, 100)).toBe(100)
  expect(computeReversed(110, 100)).toBe(100)
  expect(computeReversed(99, 100)).toBe(0)
})

it('decides in the sandbox by the words of the processor that it imitates', () => {
  expect([decideSandbox(' winning_evidence '), decideSandbox('losing_evidence'), decideSandbox('toString')]).toEqual([
    'won',
    'lost',
    null,
  ])
})

it('waits longer after each failure, and at most an hour', () => {
  expect([0, 1, 20].map(responseDelaySeconds)).toEqual([30, 60, 3600])
})
