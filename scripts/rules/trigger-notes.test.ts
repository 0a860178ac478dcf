// A reader of a store sees which triggers of other modules its statements fire: the file names the file of the trigger.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sqlTriggers } from '../sql/sql-code.mjs'
import { findUnit } from './table-owners.mjs'

const SERVER = fileURLToPath(new URL('../../packages/server', import.meta.url))
const SOURCES = 'packages/server/src'
const triggers = sqlTriggers(SERVER)

const STATEMENTS = { insert: 'insert into', update: 'update', delete: 'delete from' } as const

/** The files of triggers that statements in the text fire, other than by the module of `file`, and that the text does not name. */
function findUnnamed(file: string, text: string): string[] {
  const fired = triggers.filter(
    ({ table, when, file: place }) =>
      findUnit(`${SOURCES}/${place}`) !== findUnit(file) &&
      Object.entries(STATEMENTS).some(
        ([event, words]) => new RegExp(`\\b${event}\\b`).test(when) && new RegExp(`\\b${words} ${table}\\b`).test(text),
      ),
  )
  return [...new Set(fired.map(({ file: place }) => place))].filter((place) => !text.includes(path.basename(place)))
}

describe('triggers of other modules', () => {
  it('are named in every file whose statements fire them', () => {
    const files = readdirSync(path.join(SERVER, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => `${SOURCES}/${file.split(path.sep).join('/')}`)
    const unnamed = files.flatMap((file) => {
      const text = readFileSync(path.join(SERVER, '..', '..', file), 'utf8')
      return findUnnamed(file, text).map((place) => `${file} fires ${place}`)
    })
    expect(files.length).toBeGreaterThan(500)
    expect(unnamed).toEqual([])
  })

  it.each([
    ['an insert', 'insert into disputes (id) values (1)', ['modules/changes/note-change.sql']],
    ['an update', "update offers set status = 'x'", ['modules/changes/note-change.sql']],
    ['a statement with a note', '// note-change.sql\nupdate offers set a = 1', []],
    ['a read', 'select * from disputes', []],
    ['a statement that fires nothing', 'delete from disputes', []],
  ])('are found in %s', (_, text, places) => {
    expect(findUnnamed(`${SOURCES}/modules/orders/store/planted.ts`, text)).toEqual(places)
  })
})
