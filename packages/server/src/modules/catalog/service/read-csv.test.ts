// CSV records: what RFC 4180 allows, and how little a mistake costs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCells, readCsvRecords } from './read-csv.ts'

async function read(text: string) {
  async function* lines() {
    for (const [index, line] of text.split('\n').entries()) yield { line: index + 1, text: line }
  }
  const records = []
  for await (const record of readCsvRecords(lines()))
    records.push('cells' in record ? [record.line, ...record.cells] : [record.line, false])
  return records
}

describe('cells', () => {
  it.each<[string, string[] | null]>([
    ['a,b', ['a', 'b']],
    [' a , b ', ['a', 'b']],
    ['"a","b"', ['a', 'b']],
    ['"a,b" , c', ['a,b', 'c']],
    ['"a ""b"" c"', ['a "b" c']],
    ['"",x,', ['', 'x', '']],
    ['""""', ['"']],
    ['a,"b\nc"', ['a', 'b\nc']],
    ['a"b', null],
    ['"a"b', null],
    ['"a', null],
    ['a,"b"c,d', null],
    ['" keep blanks "', [' keep blanks ']],
  ])('of %j are %j', (text, cells) => {
    expect(parseCells(text)).toEqual(cells)
  })

  it('come back from whatever was written', () => {
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', ' ', '\r\n', 'é') }), { minLength: 1, maxLength: 5 }),
        (cells) => {
          expect(parseCells(cells.map(quote).join(','))).toEqual(cells)
        },
      ),
    )
  })
})

describe('records', () => {
  it('span lines in quotes, and are numbered by their first line', async () => {
    expect(await read('a,b\r\n1,"x\r\ny\r\n\r\nz"\r\n\r\n2,w')).toEqual([
      [1, 'a', 'b'],
      [2, '1', 'x\r\ny\r\n\r\nz'],
      [7, '2', 'w'],
    ])
  })

  it('lose one line to a bad quote, wherever it stands', async () => {
    expect(await read('a\n5" screen\nb\nc')).toEqual([
      [1, 'a'],
      [2, false],
      [3, 'b'],
      [4, 'c'],
    ])
    expect(await read('a\n"open\nb\nc')).toEqual([
      [1, 'a'],
      [2, false],
      [3, 'b'],
      [4, 'c'],
    ])
    expect(await read('x"y"z\nb')).toEqual([
      [1, false],
      [2, 'b'],
    ])
    expect(await read('a"\nb"\nc')).toEqual([
      [1, false],
      [2, false],
      [3, 'c'],
    ])
  })

  it('give up on an open quote after the longest record there may be', async () => {
    const records = await read(`"open\n${'line\n'.repeat(20_000)}`)
    expect(records[0]).toEqual([1, false])
    expect(records).toHaveLength(20_001)
  })

  it('never throw and never lose count, whatever comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' '), maxLength: 60 }),
        async (text) => {
          const lines = (await read(text)).map(([line]) => line as number)
          expect(lines.every((line, index) => index === 0 || lines[index - 1]! < line)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
