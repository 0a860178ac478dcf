// The recent records of the palette.
import { expect, it } from 'vitest'
import { addRecent, parseRecent } from './recent-records.ts'

const record = (id: string) => ({ kind: 'Order', id, name: 'coffee.com', href: `/console/orders/${id}` })

it('keeps each record once, the newest first, and at most eight', () => {
  const ids = ['1', '2', '3', '2', '4', '5', '6', '7', '8', '9']
  const kept = ids.reduce((before, id) => addRecent(before, record(id)), parseRecent(null))
  expect(kept.map(({ id }) => id)).toEqual(['9', '8', '7', '6', '5', '4', '2', '3'])
})

it('ignores stored text that is not a list of records', () => {
  expect(parseRecent('{')).toEqual([])
  expect(parseRecent('{"href":"/"}')).toEqual([])
  expect(parseRecent('[{"href":"/x"}, null, 3]')).toEqual([])
  expect(parseRecent(JSON.stringify([record('1')]))).toEqual([record('1')])
})
