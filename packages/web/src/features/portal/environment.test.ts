// The portal's calls go to the right environment.
import { describe, expect, it } from 'vitest'
import { portalOperation } from './environment.ts'

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
