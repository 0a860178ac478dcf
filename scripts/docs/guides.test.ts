// Compares the reference guides with the sources: error codes, reasons, limits, tools, metrics and scopes.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../packages/server/src/agents/tools.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { createMetrics } from '../../packages/server/src/http/metrics.ts'
import { ERRORS, REASONS } from '../../packages/server/src/kernel/errors.ts'
import * as limits from '../../packages/server/src/kernel/limits.ts'
import { SCOPES } from '../../packages/server/src/kernel/owner.ts'

const read = (name: string) => readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8')
const SOURCES = new URL('../../packages/server/src/', import.meta.url)

/** The cells of every row of every table, trimmed. */
const parseRows = (name: string): string[][] =>
  [...read(name).matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
const plain = (cell = '') => cell.replaceAll('`', '')

describe('errors.md', () => {
  const rows = parseRows('errors')

  it('lists every code with its status, and no other', () => {
    const codes = rows
      .filter(([, status = '']) => /^\d{3}$/.test(status))
      .map(([code, status]) => [plain(code), Number(status)])
    expect(codes).toEqual(Object.entries(ERRORS).map(([code, { status }]) => [code, status]))
  })

  it('lists every reason, with existing codes', () => {
    const reasons = rows.filter(([, codes = '']) => /^`\w+`/.test(codes))
    expect(reasons.map(([reason]) => plain(reason)).sort()).toEqual([...REASONS].sort())
    for (const [, codes] of reasons) for (const code of plain(codes).split(', ')) expect(ERRORS).toHaveProperty(code)
  })
})

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

function inWords(name: string, value: number): string {
  if (name.includes('_MONTHS')) return `${value} months`
  if (name.includes('_SECONDS')) {
    const [unit, seconds] = UNITS.find(([, length]) => value % length === 0) ?? UNITS[3]
    return `${value / seconds} ${unit}${value === seconds ? '' : 's'}`
  }
  if (name.includes('_BYTES')) return value % 1_048_576 === 0 ? `${value / 1_048_576} MiB` : `${value / 1024} KiB`
  if (name.includes('BPS') || name.includes('BASIS')) return `${value / 100} %`
  return value.toLocaleString('en')
}

describe('limits.md', () => {
  const rows = parseRows('limits')

  it('lists every limit with its value', () => {
    const shown = rows
      .filter(([, , name = '']) => /^`[A-Z_]+`$/.test(name))
      .map(([, limit, name]) => [plain(name), limit])
    const known = Object.entries(limits).map(([name, value]) => [name, inWords(name, value)])
    expect(shown.sort()).toEqual(known.sort())
  })

  it('lists no limit that nothing uses', () => {
    const counts = new Map<string, number>()
    for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
        for (const [word] of readFileSync(new URL(file, SOURCES), 'utf8').matchAll(/\b[A-Z][A-Z_]+\b/g))
          counts.set(word, (counts.get(word) ?? 0) + 1)
    // Once is the declaration.
    expect(Object.keys(limits).filter((name) => (counts.get(name) ?? 0) < 2)).toEqual([])
  })

  it('lists every rate limit with its default', () => {
    const shown = rows.filter(([name = '']) => name.startsWith('`RATE_')).map(([name, rate]) => [plain(name), rate])
    const { rateLimits } = readConfig({}, '/')
    const known = Object.entries(rateLimits).map(([name, { capacity, perSeconds }]) => [
      `RATE_${name.toUpperCase()}`,
      `${capacity} ${perSeconds === 60 ? 'per minute' : perSeconds === 3600 ? 'per hour' : `per ${perSeconds} s`}`,
    ])
    expect(shown.sort()).toEqual(known.sort())
  })
})

it('mcp.md lists every tool, and no other', () => {
  const shown = parseRows('mcp').flatMap(([name = '']) => (/^`\w+`$/.test(name) ? [plain(name)] : []))
  expect(shown.sort()).toEqual([...TOOLS.values()].map(({ name }) => name).sort())
})

it('operating.md only names existing metrics', async () => {
  const known = (await createMetrics({ process: true }).registry.getMetricsAsJSON()).map(({ name }) => name)
  const named = new Set(read('operating').match(/\bfreehold_\w+/g))
  expect([...named].filter((name) => !known.includes(name))).toEqual([])
})

it('going-live.md names every scope', () => {
  const text = read('going-live')
  expect(SCOPES.filter((scope) => !text.includes(`\`${scope}\``))).toEqual([])
})
