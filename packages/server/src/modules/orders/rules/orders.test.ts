// The machine of orders as data: every status × action × payment model, who may make the move, and what it tells.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES, PUSHED_BY_DEFAULT } from '../../webhooks/index.ts'
import { buyerText } from './buyer-timeline.ts'
import {
  type Actor,
  EFFECTS,
  isReversal,
  MAY,
  nextStatus,
  OPERATOR_ACTIONS,
  ORDER_ACTIONS,
  ORDER_MACHINE,
  ORDER_STATUSES,
  type OrderAction,
  type OrderStatus,
  PARTNER_ACTIONS,
  PAYMENT_MODELS,
  type PaymentModel,
  paidStatus,
  upcomingStatuses,
} from './orders.ts'

/** Contract §7, written down once more by hand: what is not here is refused. `paid` is the order's own paid status. */
const CONTRACT: Record<OrderStatus, Partial<Record<OrderAction, OrderStatus | 'paid'>>> = {
  EXTERNALLY_PAID: {
    hold: 'MANUAL_REVIEW',
    start_transfer: 'TRANSFER_IN_PROGRESS',
    refund: 'REFUNDED',
    cancel: 'CANCELLED',
  },
  PAID: {
    hold: 'MANUAL_REVIEW',
    start_transfer: 'TRANSFER_IN_PROGRESS',
    refund: 'REFUNDED',
    cancel: 'CANCELLED',
    charge_back: 'CANCELLED',
  },
  MANUAL_REVIEW: { clear: 'paid', refund: 'REFUNDED', cancel: 'CANCELLED', charge_back: 'CANCELLED' },
  TRANSFER_IN_PROGRESS: {
    fail_transfer: 'paid',
    complete_transfer: 'TRANSFER_COMPLETED',
    refund: 'REFUNDED',
    cancel: 'CANCELLED',
    charge_back: 'CANCELLED',
  },
  TRANSFER_COMPLETED: { settle: 'SETTLED' },
  SETTLED: {},
  REFUNDED: {},
  CANCELLED: {},
}

const PAID: Record<PaymentModel, OrderStatus> = { partner_collected: 'EXTERNALLY_PAID', service_collected: 'PAID' }

describe('every status × action', () => {
  for (const model of PAYMENT_MODELS)
    for (const status of ORDER_STATUSES)
      for (const action of ORDER_ACTIONS) {
        const end = CONTRACT[status][action]
        const expected = end === 'paid' ? PAID[model] : (end ?? null)
        it(`${model}: ${status} × ${action} is ${expected ?? 'refused'}`, () => {
          expect(nextStatus(status, action, model)).toBe(expected)
        })
      }

  it('covers 144 pairs, of which the machine itself knows no other', () => {
    expect(ORDER_STATUSES.length * ORDER_ACTIONS.length * PAYMENT_MODELS.length).toBe(144)
    const known = ORDER_ACTIONS.flatMap((action) => ORDER_MACHINE[action].from.map((status) => `${status} ${action}`))
    const written = ORDER_STATUSES.flatMap((status) =>
      Object.keys(CONTRACT[status]).map((action) => `${status} ${action}`),
    )
    expect(known.sort()).toEqual(written.sort())
  })

  it('reaches every status, and leaves none of the ends', () => {
    const reached = new Set<OrderStatus>(Object.values(PAID))
    for (const status of ORDER_STATUSES)
      for (const action of ORDER_ACTIONS)
        for (const model of PAYMENT_MODELS) {
          const next = nextStatus(status, action, model)
          if (next) reached.add(next)
        }
    expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort())
    for (const end of ['SETTLED', 'REFUNDED', 'CANCELLED'] as const)
      expect(ORDER_ACTIONS.filter((action) => nextStatus(end, action, 'partner_collected'))).toEqual([])
  })
})

describe('who may', () => {
  const EXPECTED: Record<OrderAction, readonly Actor[]> = {
    hold: ['operator', 'system'],
    clear: ['operator'],
    start_transfer: ['operator', 'system'],
    fail_transfer: ['operator', 'system'],
    complete_transfer: ['operator', 'system'],
    settle: ['system'],
    refund: ['operator', 'partner'],
    cancel: ['operator'],
    charge_back: ['system'],
  }
  for (const action of ORDER_ACTIONS)
    for (const actor of ['partner', 'operator', 'system'] as const)
      it(`${actor} ${EXPECTED[action].includes(actor) ? 'may' : 'may not'} ${action}`, () => {
        expect(MAY[action].includes(actor)).toBe(EXPECTED[action].includes(actor))
      })
})

it('offers operators every move that they may make, and partners none that operators may not', () => {
  expect([...OPERATOR_ACTIONS].sort()).toEqual(
    ORDER_ACTIONS.filter((action) => MAY[action].includes('operator')).sort(),
  )
  for (const action of PARTNER_ACTIONS) expect(OPERATOR_ACTIONS).toContain(action)
})

it('names the statuses ahead of an order, up to its settlement', () => {
  const ahead = (status: OrderStatus) => upcomingStatuses({ status, paymentModel: 'service_collected' })
  expect(ahead('MANUAL_REVIEW')).toEqual(['PAID', 'TRANSFER_IN_PROGRESS', 'TRANSFER_COMPLETED', 'SETTLED'])
  for (const status of ORDER_STATUSES)
    expect(ahead(status).at(-1) ?? 'none').toBe(
      ['SETTLED', 'REFUNDED', 'CANCELLED'].includes(status) ? 'none' : 'SETTLED',
    )
})

describe('what a move tells', () => {
  it('is an event of the history, first the one that the timeline names', () => {
    for (const action of ORDER_ACTIONS) {
      expect(EFFECTS[action].events.length).toBeGreaterThan(0)
      for (const event of EFFECTS[action].events) expect(EVENT_TYPES).toContain(event)
      expect(EFFECTS[action].message).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('is pushed by default exactly where the spec names an event for it', () => {
    const pushed = ORDER_ACTIONS.filter((action) =>
      EFFECTS[action].events.some((event) => (PUSHED_BY_DEFAULT as readonly string[]).includes(event)),
    )
    expect(pushed).toEqual(['clear', 'start_transfer', 'complete_transfer', 'settle', 'refund', 'cancel'])
  })

  it('is order.refunded for reversals, or the end of a dispute, and only they reverse', () => {
    expect(ORDER_ACTIONS.filter(isReversal)).toEqual(['refund', 'cancel', 'charge_back'])
    for (const action of ['refund', 'cancel'] as const) expect(EFFECTS[action].events).toEqual(['order.refunded'])
    expect(EFFECTS.charge_back.events).toEqual(['order.dispute_closed'])
  })

  it('moves the transfer along with the status', () => {
    const transfers = Object.fromEntries(ORDER_ACTIONS.map((action) => [action, EFFECTS[action].transfer]))
    expect(transfers).toEqual({
      hold: null,
      clear: null,
      start_transfer: 'in_progress',
      fail_transfer: 'failed',
      complete_transfer: 'completed',
      settle: null,
      refund: 'cancelled',
      cancel: 'cancelled',
      charge_back: 'cancelled',
    })
  })

  it('returns to the status in which the money came in', () => {
    for (const model of PAYMENT_MODELS) expect(paidStatus(model)).toBe(PAID[model])
  })
})

describe('the diagram in the guide', () => {
  const guide = readFileSync(new URL('../../../../../../docs/guides/quotes-and-orders.md', import.meta.url), 'utf8')
  const drawn = [...guide.matchAll(/^ {4}(\w+) --> (\w+): (\w+)$/gm)].map(
    ([, from, to, action]) => `${from} ${action} ${to}`,
  )

  it('draws the moves of a partner-collected order, and no others', () => {
    const moves = ORDER_STATUSES.filter((status) => status !== 'PAID').flatMap((status) =>
      ORDER_ACTIONS.filter((action) => action !== 'charge_back').flatMap((action) => {
        const next = nextStatus(status, action, 'partner_collected')
        return next ? [`${status} ${action} ${next}`] : []
      }),
    )
    expect(drawn.sort()).toEqual(moves.sort())
  })
})

describe('what a buyer reads', () => {
  it('has text for every status, and does not call a return to PAID a payment', () => {
    for (const status of ORDER_STATUSES) expect(buyerText(status, null)).toMatch(/\.$/)
    expect(buyerText('PAID', 'order.paid')).toBe('Paid.')
    expect(buyerText('PAID', 'transfer.failed')).toContain('The transfer failed')
    expect(buyerText('PAID', 'order.manual_review_cleared')).toContain('The review is complete')
  })
})
