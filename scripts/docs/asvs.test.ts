// The assessment against OWASP ASVS 5.0: complete, without repeats, and summed up correctly in SECURITY.md.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How many requirements of levels 1 and 2 each section has; in every section they are numbered from 1. */
const REQUIREMENTS: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
}
const ALL = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const ROW = /^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| (met|not applicable|not met) \| (.+) \|$/gm
const rows = [...read('docs/asvs.md').matchAll(ROW)].map(([, ids = '', status = '', text = '']) => ({
  ids: ids.split(', '),
  status,
  text,
}))

/** Paths in backticks that start in a folder of ours. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:packages|docs|scripts|e2e|deploy)\/[\w./-]+)`/g)].map(([, file = '']) => file)

describe('the ASVS assessment', () => {
  it('lists each of the 253 requirements once', () => {
    expect(ALL).toHaveLength(253)
    expect(rows.flatMap(({ ids }) => ids).sort()).toEqual([...ALL].sort())
  })

  it('names only files that exist', () => {
    const named = [...rows.flatMap(({ text }) => pathsIn(text)), ...pathsIn(read('SECURITY.md'))]
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('has its counts in SECURITY.md, chapter by chapter', () => {
    const summary = [...read('SECURITY.md').matchAll(/^\| V(\d+) [^|]+\| (\d+) \| (\d+) \| (\d+) \|/gm)].map(
      ([, chapter, ...counts]) => [Number(chapter), ...counts.map(Number)],
    )
    const count = (chapter: number, status: string): number =>
      rows.filter((row) => row.status === status).flatMap(({ ids }) => ids.filter((id) => id.startsWith(`${chapter}.`)))
        .length
    const counted = Array.from({ length: 17 }, (_, index) => {
      const chapter = index + 1
      return [chapter, count(chapter, 'met'), count(chapter, 'not applicable'), count(chapter, 'not met')]
    })
    expect(summary).toEqual(counted)
  })
})
