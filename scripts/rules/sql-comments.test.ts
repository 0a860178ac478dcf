// Comments in SQL code name TypeScript rules, callers and files. What they name must exist, or they lead nowhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sqlFiles } from '../sql/sql-code.mjs'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const SERVER = path.join(PROJECT, 'packages/server')
const SOURCES = path.join(SERVER, 'src')
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const read = (file: string) => readFileSync(path.join(SOURCES, file), 'utf8')

const typescript = sources.map(read).join('\n')
const sqlText = sqlFiles(SERVER).map(read).join('\n')

/** All comments as one text, because a name and its file may be on two lines. */
const readComments = (text: string): string => [...text.matchAll(/--(.*)$/gm)].map(([, line]) => line!.trim()).join(' ')

const isDefined = (name: string, text: string): boolean => new RegExp(`\\b(?:function|const) ${name}\\b`).test(text)
/** A name with an underscore is one of SQL. Methods of dates need no definition. */
const isKnown = (name: string): boolean =>
  name in Date.prototype || isDefined(name, name.includes('_') ? sqlText : typescript)

/** Paths start at the project, at src/, or beside the SQL file. A plain name can also be that of a single file elsewhere. */
function findFile(named: string, folder: string): string | null {
  const places = [folder, SOURCES, PROJECT].map((place) => path.join(place, named))
  const same = named.includes('/') ? [] : sources.filter((file) => path.basename(file) === named)
  if (same.length === 1) places.push(path.join(SOURCES, same[0]!))
  return places.find((place) => existsSync(place)) ?? null
}

const FILE = String.raw`(?<![\w/.-])[a-z][\w-]*(?:[./][\w-]+)*(?:/[\w-]+|\.(?:ts|js|sql|md))(?![\w-])`

/** What the comments of an SQL file name although it does not exist. */
function findStale(name: string, text: string): string[] {
  const comments = readComments(text)
  const folder = path.dirname(path.join(SOURCES, name))
  const files = [...comments.matchAll(new RegExp(FILE, 'g'))].map(([file]) => file)
  const names = [...comments.matchAll(/\b(\w+)\(\)/g)].map(([, called]) => called!)
  const places = [...comments.matchAll(new RegExp(String.raw`\b([a-z]+[A-Z]\w*)\(\) of (${FILE})`, 'g'))]
  const isElsewhere = (called: string, file: string): boolean => {
    const found = findFile(file, folder)
    return found?.endsWith('.ts') === true && !isDefined(called, readFileSync(found, 'utf8'))
  }
  return [
    ...files.filter((file) => findFile(file, folder) === null),
    ...names.filter((called) => !isKnown(called)).map((called) => `${called}()`),
    ...places.flatMap(([, called, file]) => (isElsewhere(called!, file!) ? [`${called}() of ${file}`] : [])),
  ]
}

describe('the comments of SQL code', () => {
  it.each(sqlFiles(SERVER))('of %s name files and functions that exist', (name) => {
    expect(findStale(name, read(name))).toEqual([])
  })

  it.each([
    ['modules/ledger/rules.ts has it.', ['modules/ledger/rules.ts']],
    ['Called by modules/nothing.', ['modules/nothing']],
    ['rules/none.ts compares the two.', ['rules/none.ts']],
    ['store.ts is the name of many files.', ['store.ts']],
    ['The same as shareOf() says.', ['shareOf()']],
    ['Called by no_such_order().', ['no_such_order()']],
    ['Mirrors isHeld() of\n-- rules/orders.ts.', ['isHeld() of rules/orders.ts']],
    ['Mirrors isHeld() of rules/review.ts, as place_order() does; see docs/ledger.md. On PL/pgSQL:', []],
  ])('are searched: %s', (comment, stale) => {
    expect(findStale('modules/orders/planted.sql', `select 1;\n-- ${comment}\n`)).toEqual(stale)
  })
})
