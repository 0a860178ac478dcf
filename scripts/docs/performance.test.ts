// The published figures: tables and picture say what results.json says, and a row is only replaced by a better one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BENCHES } from '../../bench/benches.mjs'
import { drawRatios } from '../../bench/picture.mjs'
import { isHeld } from '../../bench/result.mjs'
import { markedBenches, mergeResults, type Result, type Row, withTables } from '../../bench/tables.mjs'

const read = (file: string): string => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
const results = JSON.parse(read('performance/results.json')) as Result[]

const row = (what: string, ratio: number): Row => ({
  what,
  ours: ratio,
  peer: 1,
  unit: 'a second',
  ratio,
  spread: [ratio, ratio],
  limit: { least: 1 },
  held: ratio >= 1,
})
const result = (size: string, when: string, rows: Row[]): Result => ({ name: 'x', database: null, size, when, rows })

it('the benches import files that exist', () => {
  const bench = new URL('../../bench/', import.meta.url)
  const files = readdirSync(bench, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.mjs') && !file.includes('node_modules'),
  )
  const imported = files.flatMap((file) =>
    [...readFileSync(new URL(file, bench), 'utf8').matchAll(/'(\.\.?\/[^'\s$]+\.(?:ts|tsx|mjs|js))'/g)].map(
      ([, target = '']) => [file, target] as const,
    ),
  )
  expect(imported.length).toBeGreaterThan(50)
  expect(imported.filter(([file, target]) => !existsSync(new URL(target, new URL(file, bench))))).toEqual([])
})

describe('the published figures', () => {
  it('stand in the tables as in the file', () => {
    const text = read('performance.md')
    expect(withTables(text, results)).toBe(text)
  })

  it('are drawn as in the file', () => {
    expect(drawRatios(results)).toBe(read('performance/ratios.svg'))
  })

  it('have a place in the text for every bench, and every bench a program', () => {
    const names = BENCHES.map(({ name }) => name).sort()
    expect(markedBenches(read('performance.md')).sort()).toEqual(names)
    for (const name of names)
      expect(existsSync(new URL(`../../bench/${name}/run.mjs`, import.meta.url)), name).toBe(true)
  })

  it('hold their limit where they say so', () => {
    for (const { limit, ratio, ours, held, what } of results.flatMap(({ rows }) => rows))
      expect(isHeld(limit, (ratio ?? ours) as number), what).toBe(held)
  })
})

describe('a new result', () => {
  const old = result('full', '2026-01-01', [row('a', 1), row('b', 2)])

  it('replaces the rows that it measured again and leaves the others their date', () => {
    const added = result('full', '2026-02-01', [row('a', 3)])
    expect(mergeResults([old], added)).toEqual([result('full', '2026-01-01', [row('b', 2)]), added])
  })

  it('that was taken quickly adds rows and replaces none that was taken in full', () => {
    const added = result('quick', '2026-02-01', [row('a', 3), row('c', 4)])
    expect(mergeResults([old], added)).toEqual([old, result('quick', '2026-02-01', [row('c', 4)])])
  })
})
