// Values as the server reads them: the same as the driver would send, and left to the driver where we do not know better.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { columnTypes } from './types.ts'
import { encodeValue } from './values.ts'

const TEXT_LIST = 1009
const TIMESTAMPTZ = 1184
/** The list that the driver reads from the text of a text[]. */
const readList = (text: unknown): unknown => pg.types.getTypeParser(TEXT_LIST as number, 'text')(text as string)

describe('encodeValue', () => {
  it.each([
    [['plain', '', 'with space', 'NULL', 'null']],
    [['"quoted"', 'back\\slash', '{a,b}', "it's", 'line\nbreak', 'naïve 🐘']],
    [[null, 'after null', undefined]],
    [[]],
  ])('writes the list %j so that it reads back the same', (list) => {
    expect(readList(encodeValue(list))).toEqual(list.map((one) => one ?? null))
  })

  it('writes numbers, booleans and times in lists', () => {
    const at = new Date('2026-01-31T12:00:00.123Z')
    expect(readList(encodeValue([1, -2.5, true, at]))).toEqual(['1', '-2.5', 'true', '2026-01-31T12:00:00.123Z'])
    expect(encodeValue(at)).toBe('2026-01-31T12:00:00.123Z')
  })

  it.each([[new Date(Number.NaN)], [new Date(8.64e15)], [new Date(-62_200_000_000_000)]])(
    'leaves the time %s to the driver',
    (at) => {
      expect(encodeValue(at)).toBe(at)
      const list = [at]
      expect(encodeValue(list)).toBe(list)
    },
  )

  it('leaves bytes, objects and lists of lists to the driver', () => {
    for (const value of [Buffer.from('x'), { a: 1 }, [['nested']], [Buffer.from('x')], 'text', 5, null])
      expect(encodeValue(value)).toBe(value)
  })
})

describe('times from the server', () => {
  it.each([
    '2026-01-31 12:00:00+00',
    '2026-01-31 12:00:00.5+00',
    '2026-01-31 12:00:00.123456+00',
    '0099-12-31 23:59:59.999+00',
    '2026-01-31 12:00:00.123+05:30',
    '2026-01-31 12:00:00-03',
    '12026-01-31 12:00:00+00',
    '0044-03-15 12:00:00+00 BC',
  ])('reads %s as the driver does', (text) => {
    const read = (parser: unknown) => (parser as (text: string) => Date)(text).toISOString()
    const own = columnTypes.getTypeParser(TIMESTAMPTZ as number, 'text')
    expect(read(own)).toBe(read(pg.types.getTypeParser(TIMESTAMPTZ as number, 'text')))
  })

  it('reads infinity as the driver does', () => {
    expect((columnTypes.getTypeParser(TIMESTAMPTZ as number, 'text') as (text: string) => unknown)('infinity')).toBe(
      Number.POSITIVE_INFINITY,
    )
  })
})
