// Saved views as text.
import { expect, it } from 'vitest'
import { openSearch, parseViews, tidySearch } from './saved-views.ts'

it('has equal text for equal filters, in any environment', () => {
  const texts = ['status=PAID&sort=price_asc&environment=live', 'environment=sandbox&sort=price_asc&status=PAID']
  expect(texts.map((text) => tidySearch(new URLSearchParams(text)))).toEqual(
    texts.map(() => 'sort=price_asc&status=PAID'),
  )
})

it('opens a view in the environment that is shown', () => {
  const now = new URLSearchParams('environment=sandbox&domain=a.com')
  expect(openSearch('status=PAID', now).toString()).toBe('status=PAID&environment=sandbox')
})

it('reads what a browser kept, and leaves out what it cannot read', () => {
  const kept = { name: 'Held', search: 'environment=sandbox&status=PAID', hidden: ['Price'] }
  expect(parseViews([kept, null, { name: 'x' }, 1])).toEqual([{ ...kept, search: 'status=PAID' }])
  expect(parseViews('text')).toEqual([])
})
