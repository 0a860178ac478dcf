// Prices of suggestions: with the words about tax, or not at all where a page does not know whether tax is added.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TaxAddedContext } from '../../ui/price.tsx'
import { Suggestion } from './search-box.tsx'

const ONE = {
  domain: 'quickwheels.com',
  domain_unicode: 'quickwheels.com',
  price_cents: 125_000,
  currency: 'USD',
  match: 'name',
} as unknown as Parameters<typeof Suggestion>[0]['one']

it.each([
  [true, true, true],
  [false, true, false],
  [null, false, false],
])('tax is added: %s', (isTaxAdded, hasPrice, hasWords) => {
  const suggestion = createElement(Suggestion, { one: ONE, id: 'one', isChosen: false })
  const html = renderToStaticMarkup(createElement(TaxAddedContext, { value: isTaxAdded }, suggestion))
  expect([html.includes('1,250'), html.includes('plus tax')]).toEqual([hasPrice, hasWords])
})
