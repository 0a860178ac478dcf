// The list of SQL code: complete, up to date, and one edition later after every change.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqlCodeManifest, sqlFiles, sqlTriggers, triggerTable } from './sql-code.mjs'

const SERVER = fileURLToPath(new URL('../../packages/server', import.meta.url))
const read = (server: string) => readFileSync(path.join(server, 'sql-code.json'), 'utf8')

describe('the list of SQL code', () => {
  let server: string
  beforeEach(() => {
    server = mkdtempSync(path.join(tmpdir(), 'freehold-sql-code-'))
    for (const file of ['sql-code.json', ...sqlFiles(SERVER).map((name) => `src/${name}`)]) {
      mkdirSync(path.dirname(path.join(server, file)), { recursive: true })
      cpSync(path.join(SERVER, file), path.join(server, file))
    }
  })
  afterEach(() => rmSync(server, { recursive: true, force: true }))

  const edition = () => (JSON.parse(read(SERVER)) as { edition: number }).edition
  const renewed = () => JSON.parse(sqlCodeManifest(server)) as { edition: number; files: Record<string, string> }

  it('is what the files make it', () => expect(sqlCodeManifest(SERVER)).toBe(read(SERVER)))

  it('gets the next edition when a text changes, and keeps the order', () => {
    writeFileSync(path.join(server, 'src/db/iso-time.sql'), 'select 1;\n')
    expect(renewed().edition).toBe(edition() + 1)
    expect(Object.keys(renewed().files)).toEqual(Object.keys(JSON.parse(read(SERVER)).files))
  })

  it('takes a new file up at its end, and drops one that is gone', () => {
    writeFileSync(path.join(server, 'src/modules/catalog/another.sql'), 'select 1;\n')
    rmSync(path.join(server, 'src/db/iso-time.sql'))
    const names = Object.keys(renewed().files)
    expect(names.at(-1)).toBe('modules/catalog/another.sql')
    expect(names).not.toContain('db/iso-time.sql')
    expect(renewed().edition).toBe(edition() + 1)
  })
})

describe('a file of SQL code', () => {
  const files = sqlFiles(SERVER).map((name) => ({ name, text: readFileSync(path.join(SERVER, 'src', name), 'utf8') }))

  it.each(files)('$name begins with a comment that says who uses it, and can be applied again', ({ text }) => {
    expect(text).toMatch(/^-- \S/)
    const makes = text.match(/^create\b.*$/gm) ?? []
    expect(makes.length).toBeGreaterThan(0)
    for (const line of makes) expect(line).toMatch(/^create or replace (function|trigger) /)
  })

  it.each(files)('$name has at most 300 lines', ({ text }) => expect(text.split('\n').length).toBeLessThanOrEqual(301))

  it('has every trigger of its text in the table of docs/tables.md', () => {
    const made = files.flatMap(({ text }) => text.match(/^create or replace trigger/gm) ?? [])
    expect(sqlTriggers(SERVER)).toHaveLength(made.length)
    expect(sqlTriggers(SERVER)).toContainEqual({
      name: 'orders_sum_new',
      when: 'after insert',
      table: 'orders',
      file: 'modules/settlement/order-sums.sql',
    })
    expect(readFileSync(path.join(SERVER, '../../docs/tables.md'), 'utf8')).toContain(triggerTable(SERVER))
  })
})
