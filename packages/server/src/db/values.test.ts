// Values as the server reads them: the same as the driver would send, and left to the driver where we do not know better.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { encodeValue } from './values.ts'

const TEXT_LIST = 1009
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
