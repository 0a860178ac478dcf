// What the palette of the portal finds by its form alone.
import { expect, it } from 'vitest'
import { isDomain, listById } from './finder.tsx'

it('leads to the page of an ID', () => {
  expect(listById('ORD_0123456789abcdef').map(({ href }) => href)).toEqual(['/portal/orders/ord_0123456789abcdef'])
  expect(listById('req_0123456789').map(({ href }) => href)).toEqual(['/portal/requests/req_0123456789'])
  expect(listById('usr_0123456789')).toEqual([])
  expect(listById('order')).toEqual([])
})

it('asks for orders by a whole domain only', () => {
  expect(['coffee.com', 'münchen.de', 'a.b.co.uk'].every(isDomain)).toBe(true)
  expect(['coffee', 'coffee.', 'ada@a.example', 'a b.com', ''].some(isDomain)).toBe(false)
})
