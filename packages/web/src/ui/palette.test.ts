// Which pages the palette suggests.
import { expect, it } from 'vitest'
import { matchItems } from './palette.tsx'

const items = [
  { href: '/console/orders', title: 'Orders' },
  { href: '/console/review-rules', title: 'Review rules' },
  { href: '/console/orders/ord_1', title: 'coffee.com', note: 'Order ord_1' },
]

it('matches every word, anywhere in the title or the note', () => {
  expect(matchItems(items, 'order').map(({ title }) => title)).toEqual(['Orders', 'coffee.com'])
  expect(matchItems(items, 'RULES view').map(({ title }) => title)).toEqual(['Review rules'])
  expect(matchItems(items, '')).toHaveLength(3)
  expect(matchItems(items, 'no such page')).toEqual([])
})
