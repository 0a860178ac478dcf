// What the order pages offer in each state.
import { describe, expect, it } from 'vitest'
import {
  actionsFor,
  canPartnerRefund,
  ORDER_ACTIONS,
  ORDER_STATUSES,
  type OrderStatus,
  stepsAhead,
} from './order-rules.ts'

const STATUSES = Object.keys(ORDER_STATUSES) as OrderStatus[]

describe('the actions of an order', () => {
  it('are those of its state, the usual next step first', () => {
    expect(actionsFor({ status: 'EXTERNALLY_PAID' })).toEqual(['start_transfer', 'hold', 'refund', 'cancel'])
    expect(actionsFor({ status: 'PAID' })).toEqual(actionsFor({ status: 'EXTERNALLY_PAID' }))
    expect(actionsFor({ status: 'MANUAL_REVIEW' })).toEqual(['clear', 'refund', 'cancel'])
    expect(actionsFor({ status: 'TRANSFER_IN_PROGRESS' })[0]).toBe('complete_transfer')
  })

  it('are none once the name was delivered or the sale reversed', () => {
    for (const status of ['TRANSFER_COMPLETED', 'SETTLED', 'REFUNDED', 'CANCELLED'] as const)
      expect(actionsFor({ status })).toEqual([])
  })

  it('say that they cannot be undone where they cannot', () => {
    for (const action of ['refund', 'cancel', 'complete_transfer'] as const)
      expect(ORDER_ACTIONS[action].text).toContain('cannot be undone')
  })

  it('each have their place in some state', () => {
    expect(new Set(STATUSES.flatMap((status) => actionsFor({ status })))).toEqual(new Set(Object.keys(ORDER_ACTIONS)))
  })
})

describe('the steps ahead of an order', () => {
  it('end with the settlement while one is to come', () => {
    for (const status of STATUSES)
      expect(stepsAhead(status).at(-1) ?? 'none').toBe(
        ['SETTLED', 'REFUNDED', 'CANCELLED'].includes(status) ? 'none' : 'Settlement',
      )
  })
})

it('is refunded by the partner only where the partner collected the money, and before delivery', () => {
  expect(canPartnerRefund({ status: 'MANUAL_REVIEW', payment_model: 'partner_collected' })).toBe(true)
  expect(canPartnerRefund({ status: 'PAID', payment_model: 'service_collected' })).toBe(false)
  expect(canPartnerRefund({ status: 'TRANSFER_COMPLETED', payment_model: 'partner_collected' })).toBe(false)
})
