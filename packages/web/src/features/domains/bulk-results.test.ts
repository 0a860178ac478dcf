// The price of renewals, where the checkout adds tax.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TaxAddedContext } from '../../ui/price.tsx'
import { BulkResults } from './bulk-results.tsx'

const RESPONSE = {
  operation: 'renew',
  dry_run: false,
  total: 0,
  succeeded: 0,
  failed: 0,
  results: [],
  checkout: { checkout_url: '/checkout/cs_1', price_cents: 3000, currency: 'USD' },
} as unknown as Parameters<typeof BulkResults>[0]['response']

it.each([
  [true, 2],
  [false, 0],
])('says that tax comes on top, in the sum and on the button: %s', (isTaxAdded, times) => {
  const page = createElement(TaxAddedContext, { value: isTaxAdded }, createElement(BulkResults, { response: RESPONSE }))
  expect(renderToStaticMarkup(page).split('plus tax').length - 1).toBe(times)
})
