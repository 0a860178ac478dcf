// The rows of a selection after the list was read again.
import { describe, expect, it } from 'vitest'
import { readSelected, type Selected } from './selected-rows.ts'

type Payout = { id: string; status: string }
const getKey = ({ id }: Payout): string => id
const select = (isKept: boolean, ...ids: string[]): ReadonlyMap<string, Selected<Payout>> =>
  new Map(ids.map((id) => [id, { row: { id, status: 'pending' }, isKept }]))

describe('the selected rows', () => {
  it('are those that the list has loaded now, in the order of the selection', () => {
    const loaded = [
      { id: 'a', status: 'pending' },
      { id: 'b', status: 'in_transit' },
      { id: 'c', status: 'pending' },
    ]
    expect([...readSelected(select(false, 'b', 'a'), loaded, getKey).values()]).toEqual([
      { id: 'b', status: 'in_transit' },
      { id: 'a', status: 'pending' },
    ])
  })

  it('do not contain a row that left the list', () => {
    const loaded = [{ id: 'a', status: 'pending' }]
    expect([...readSelected(select(false, 'a', 'b'), loaded, getKey).keys()]).toEqual(['a'])
    expect(readSelected(select(false, 'a', 'b'), [], getKey).size).toBe(0)
  })

  it('contain rows that were selected beyond the loaded pages, and their fresh state once loaded', () => {
    const loaded = [{ id: 'a', status: 'in_transit' }]
    expect([...readSelected(select(true, 'a', 'b'), loaded, getKey).values()]).toEqual([
      { id: 'a', status: 'in_transit' },
      { id: 'b', status: 'pending' },
    ])
  })
})
