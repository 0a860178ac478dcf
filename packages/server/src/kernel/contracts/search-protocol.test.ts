// A response of a search process means the same after its way over HTTP, and other text is not taken for one.
import type { SearchResponse } from '@freehold/search'
import { expect, it } from 'vitest'
import { decodeResponse, decodeState, encodeResponse } from './search-protocol.ts'

const send = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const response: SearchResponse = {
  results: [
    {
      id: 'lst_1',
      domain: 'a.com',
      score: 0.1 + 0.2,
      match: { keyword: 1, semantic: 1 / 3, terms: ['a'], reason: 'r' },
    },
  ],
  understood: { text: 'a', corrections: {}, language: 'en', brandable: false },
}

it('keeps numbers exactly, and limits without an upper end', () => {
  expect(decodeResponse(send(encodeResponse(response)))).toEqual(response)
  const priceLimits = { USD: { min: 100, max: Number.POSITIVE_INFINITY }, EUR: { min: 0, max: 5 } }
  const wish = { ...response, understood: { ...response.understood, priceLimits } }
  expect(decodeResponse(send(encodeResponse(wish)))).toEqual(wish)
})

it.each([null, 1, 'text', [], {}, { results: [] }, { results: {}, understood: {} }, { results: [], understood: [] }])(
  'is not %j',
  (body) => {
    expect(decodeResponse(body)).toBeNull()
  },
)

it('names the inventories that there are', () => {
  expect(decodeState({ ready: ['live', 'other'] })).toEqual({ ready: ['live'] })
  expect([decodeState(null), decodeState({ ready: 'live' })]).toEqual([null, null])
})
