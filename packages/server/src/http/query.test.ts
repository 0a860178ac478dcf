// Queries, lists of values, date ranges and cursors as handlers get them.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, pageLimit, toPage } from './pagination.ts'
import { commaList, dateRange, queryPairs, readQuery } from './query.ts'

const schema = Type.Object({
  n: Type.Integer(),
  b: Type.Boolean(),
  text: Type.String(),
  list: Type.Array(Type.String()),
})
const read = (query: string) => readQuery(queryPairs(query), schema, 'ignored')
const readStrictly = (query: string) => readQuery(queryPairs(query), schema, 'refused')

describe('known parameters', () => {
  it('are converted where they look like their type, and left as text where they do not', () => {
    expect(read('n=12&b=true&text=12&list=a,b')).toEqual({ n: 12, b: true, text: '12', list: ['a', 'b'] })
    expect(read('n=-3&b=false')).toEqual({ n: -3, b: false })
    expect(read('n=1.5&b=yes')).toEqual({ n: '1.5', b: 'yes' })
    expect(read('n=&b=&text=')).toEqual({ n: '', b: '', text: '' })
  })

  it('must be sent only once', () => {
    expect(() => read('n=1&n=2')).toThrow('n: must be sent only once')
    expect(() => read('n=1&n=1')).toThrow('must be sent only once')
  })

  it('are the only ones that count: unknown and inherited names are ignored', () => {
    expect(read('x=1&x=2&__proto__=3&constructor=4&toString=5&N=6')).toEqual({})
  })

  it('are the only ones a strict route accepts: others are refused with the nearest name', () => {
    expect(readStrictly('n=12&text=a')).toEqual({ n: 12, text: 'a' })
    expect(() => readStrictly('n=12&texts=a')).toThrow('texts: unknown parameter; the closest known one is text')
    expect(() => readStrictly('__proto__=3')).toThrow('__proto__: unknown parameter')
    expect(() => readStrictly('toString=3&n=1&n=2')).toThrow('toString: unknown parameter')
    expect(() => readStrictly(`${'x'.repeat(5000)}=1`)).toThrow(/^x{197}…: unknown parameter$/)
  })
})

describe('a list of values', () => {
  const known = ['open', 'closed', 'paid'] as const
  it('holds one or several, each once, in a fixed order', () => {
    expect(commaList('status', 'open', known)).toEqual(['open'])
    expect(commaList('status', 'paid, open,paid', known)).toEqual(['open', 'paid'])
    expect(commaList('status', undefined, known)).toBeUndefined()
  })
  it.each(['', ',', 'open,', 'Open', 'open;closed', 'unknown', 'open,unknown'])('is refused as %j', (text) => {
    expect(() => commaList('status', text, known)).toThrow(
      'status: must be a comma-separated list of these values: open, closed, paid',
    )
  })
})

describe('a date range', () => {
  const iso = (range: ReturnType<typeof dateRange>) => [range.from?.toISOString(), range.to?.toISOString()]
  it('takes days and instants', () => {
    expect(iso(dateRange({ from: '2026-01-31', to: '2026-02-01T00:00:00.5+02:00' }))).toEqual(
      ['2026-01-31T00:00:00.000Z', undefined].slice(0, 1).concat('2026-01-31T22:00:00.500Z'),
    )
    expect(iso(dateRange({}))).toEqual([undefined, undefined])
    expect(iso(dateRange({ from: '2024-02-29' }))[0]).toBe('2024-02-29T00:00:00.000Z')
    expect(iso(dateRange({ from: '2026-01-01T00:00Z' }))[0]).toBe('2026-01-01T00:00:00.000Z')
  })
  it.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-1-1',
    '2026-02-30T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '1767225600',
    '',
    'now',
    '+002026-01-01',
    '2026-01-01T00:00:00+99:99',
  ])('refuses %j', (text) => {
    expect(() => dateRange({ from: text })).toThrow('from: must be a date')
    expect(() => dateRange({ to: text })).toThrow('to: must be a date')
  })
  it('refuses a range that is empty or runs backwards', () => {
    for (const [from, to] of [
      ['2026-01-02', '2026-01-01'],
      ['2026-01-01', '2026-01-01'],
      ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00'],
    ])
      expect(() => dateRange({ from: from!, to: to! })).toThrow('from: must be before to')
  })
})

describe('a cursor', () => {
  const filters = { list: 'things', status: ['open'], from: new Date(0) }
  it('gives back its key under the same filters, and nothing under others', () => {
    const cursor = encodeCursor(filters, ['id_1', 42])
    expect(decodeCursor(cursor, { ...filters }, ['string', 'number'])).toEqual(['id_1', 42])
    expect(decodeCursor(undefined, filters, ['string'])).toBeUndefined()
    for (const other of [
      { ...filters, status: ['paid'] },
      { ...filters, list: 'others' },
      { list: 'things' },
      { ...filters, from: new Date(1) },
    ])
      expect(() => decodeCursor(cursor, other, ['string', 'number'])).toThrow('cursor:')
    for (const kinds of [['string'], ['number', 'string'], ['string', 'number', 'string']] as const)
      expect(() => decodeCursor(cursor, filters, kinds)).toThrow('cursor:')
  })
  it('is refused after any change', () => {
    const cursor = encodeCursor(filters, ['id_1', 42])
    for (let at = 0; at < cursor.length; at++)
      for (const letter of ['A', '-', 'z']) {
        const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1)
        if (changed !== cursor) expect(() => decodeCursor(changed, filters, ['string', 'number'])).toThrow('cursor:')
      }
  })
  it.each([
    '',
    'x',
    '!!!',
    'bnVsbA',
    'W10',
    'e30',
    'MTI',
    Buffer.from('{"length":3}').toString('base64url'),
    Buffer.from('["a","b",1]').toString('base64url'),
    `${'W'.repeat(5000)}`,
  ])('is refused as %j', (text) => {
    expect(() => decodeCursor(text, filters, ['string', 'number'])).toThrow('cursor:')
  })
})

describe('a page', () => {
  it('has at most its limit, knows whether more comes, and ends with null', () => {
    const filters = { list: 'numbers' }
    expect(toPage([1, 2, 3], 2, filters, (n) => [n])).toEqual({
      rows: [1, 2],
      hasMore: true,
      nextCursor: encodeCursor(filters, [2]),
    })
    expect(toPage([1, 2], 2, filters, (n) => [n])).toEqual({ rows: [1, 2], hasMore: false, nextCursor: null })
    expect(toPage([], 2, filters, () => [])).toEqual({ rows: [], hasMore: false, nextCursor: null })
  })
  it('has 25 rows unless told, and never more than 100', () => {
    expect([
      pageLimit(undefined),
      pageLimit(1),
      pageLimit(100),
      pageLimit(1000),
      pageLimit(undefined, 50, 200),
      pageLimit(500, 50, 200),
    ]).toEqual([25, 1, 100, 100, 50, 200])
  })
})
