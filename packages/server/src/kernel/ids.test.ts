// Identifiers: their form, their order, and that no two are alike.
import { describe, expect, it } from 'vitest'
import { ID_PREFIXES, type IdKind, idBound, isId, newId, readIdTime } from './ids.ts'

const AT = new Date('2026-01-31T12:00:00.000Z')

describe('ids', () => {
  it('begin with their time, which can be read from an ID and from a bound', () => {
    const at = new Date('2026-11-18T13:00:00.123Z')
    expect(readIdTime(newId('event', at))).toEqual(at)
    expect(readIdTime(idBound('checkoutSession', at))).toEqual(at)
  })

  it('are a prefix and 26 characters without i, l, o and u, for every kind', () => {
    for (const kind of Object.keys(ID_PREFIXES) as IdKind[]) {
      const id = newId(kind, AT)
      expect(id.startsWith(ID_PREFIXES[kind])).toBe(true)
      expect(id.slice(ID_PREFIXES[kind].length)).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/)
      expect(isId(kind, id)).toBe(true)
    }
  })

  it('have the prefixes of the contract, each once', () => {
    const prefixes = Object.values(ID_PREFIXES)
    expect(new Set(prefixes).size).toBe(prefixes.length)
    expect(prefixes).toEqual(
      expect.arrayContaining(
        'ptn_ quo_ ord_ cs_ brk_ rfd_ stl_ txn_ pay_ lnk_ sal_ cle_ evt_ dlv_ lst_ blk_ req_'.split(' '),
      ),
    )
  })

  it('are unique over 100,000 of one millisecond, and sort in the order they were made', () => {
    const ids = Array.from({ length: 100_000 }, () => newId('order', AT))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id, index) => index === 0 || ids[index - 1]! < id)).toBe(true)
  })

  it('sort by time across milliseconds, years and the whole range of dates that matter', () => {
    const times = [
      '1970-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.001Z',
      '2026-12-31T23:59:59.999Z',
      '2099-01-01T00:00:00Z',
    ]
    const ids = times.map((time) => newId('event', new Date(time)))
    expect([...ids].sort()).toEqual(ids)
  })

  it('keep their order within a millisecond although other clocks are read in between', () => {
    const ahead = new Date(AT.getTime() + 86_400_000)
    const made = Array.from({ length: 2000 }, () => {
      newId('request', new Date(AT.getTime() + 5))
      newId('quote', ahead)
      return newId('order', AT)
    })
    expect([...made].sort()).toEqual(made)
  })

  it('cannot be guessed from the one before', () => {
    const steps = new Set<string>()
    let last = newId('order', AT)
    for (let round = 0; round < 200; round++) {
      const next = newId('order', AT)
      steps.add(`${last.slice(-4)}>${next.slice(-4)}`)
      last = next
    }
    expect(steps.size).toBe(200)
  })

  it.each([
    ['another kind', 'ptn_01k9zq4x7v3m8n2p5r6s7t8w9y'],
    ['upper case', 'ord_01K9ZQ4X7V3M8N2P5R6S7T8W9Y'],
    ['a character too few', 'ord_01k9zq4x7v3m8n2p5r6s7t8w9'],
    ['a character too many', 'ord_01k9zq4x7v3m8n2p5r6s7t8w9yy'],
    ['a letter outside the alphabet', 'ord_01k9zq4x7v3m8n2p5r6s7t8w9u'],
    ['a time beyond its range', 'ord_81k9zq4x7v3m8n2p5r6s7t8w9y'],
    ['a line feed at its end', 'ord_01k9zq4x7v3m8n2p5r6s7t8w9y\n'],
    ['nothing', ''],
    ['the prefix alone', 'ord_'],
    ['a NUL', 'ord_01k9zq4x7v3m8n2p5r6s7t8w\u00009'],
  ])('are not recognised with %s', (_, text) => {
    expect(isId('order', text)).toBe(false)
  })
})
