// The portal's calls go to the right environment, and the address decides which it is.
import { describe, expect, it } from 'vitest'
import { environmentFrom, getSection, portalOperation } from './environment.ts'

describe('portalOperation', () => {
  it.each([
    ['GET /api/partner/v1/orders/{public_id}', 'GET /api/portal/v1/live/orders/{public_id}'],
    ['PUT /api/partner/webhooks', 'PUT /api/portal/v1/live/webhooks'],
    ['GET /api/partner/v1/sandbox/clock', 'GET /api/portal/v1/live/sandbox/clock'],
    ['GET /api/portal/v1/members', 'GET /api/portal/v1/members'],
  ])('leads %s to %s', (operation, wanted) => {
    expect(portalOperation(operation, 'live')).toBe(wanted)
  })
})

describe('environmentFrom', () => {
  it('believes the address before what was chosen last', () => {
    expect(environmentFrom(new URLSearchParams('environment=live'), 'sandbox')).toBe('live')
    expect(environmentFrom(new URLSearchParams('environment=sandbox'), 'live')).toBe('sandbox')
    expect(environmentFrom(new URLSearchParams(), 'live')).toBe('live')
  })

  it('starts in the sandbox, whatever else is said', () => {
    expect(environmentFrom(new URLSearchParams(), null)).toBe('sandbox')
    expect(environmentFrom(new URLSearchParams('environment=moon'), null)).toBe('sandbox')
  })
})

it('leads from a record to its list', () => {
  expect(getSection('/portal/orders/ord_1')).toBe('/portal/orders')
  expect(getSection('/portal')).toBe('/portal')
})
