// The environment in the URL of a workplace.
import { expect, it } from 'vitest'
import { inEnvironment, leaveRecord, toEnvironment } from './shown-environment.ts'

it('knows two environments', () => {
  expect(['live', 'sandbox', 'other', null].map(toEnvironment)).toEqual(['live', 'sandbox', null, null])
})

it('names the environment in a URL once, and keeps filters', () => {
  expect(inEnvironment('/console', 'live')).toBe('/console?environment=live')
  expect(inEnvironment('/console/orders?status=PAID&environment=live', 'sandbox')).toBe(
    '/console/orders?status=PAID&environment=sandbox',
  )
})

it('leaves the page of a record for its list', () => {
  expect(leaveRecord('/console/orders/ord_1')).toBe('/console/orders')
  expect(leaveRecord('/portal/webhooks/endpoints/whe_1')).toBe('/portal/webhooks')
  for (const path of ['/console/listings/import', '/portal/money/transactions', '/console', '/console/tlds/com'])
    expect(leaveRecord(path)).toBe(path)
})
