// Migrations that were released stay as they are, and later ones let the release before go on working while it is replaced.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadMigrations } from '../../packages/server/src/db/migrate.ts'
import released from './released-migrations.json' with { type: 'json' }

const migrations = loadMigrations()
const formatFileName = ({ version, name }: { version: number; name: string }) =>
  `${String(version).padStart(4, '0')}_${name}.sql`

/** What code of the release before would stumble over while both run. */
const TAKES_AWAY = [
  /\bdrop\s+(table|column|view|function|type|domain)\b/i,
  /\brename\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\balter\s+column\s+\w+\s+set\s+not\s+null\b/i,
  /\badd\s+column\s+(if\s+not\s+exists\s+)?\w+\s+(?:(?!,|;|\bdefault\b)[\s\S])*\bnot\s+null\b(?:(?!,|;|\bdefault\b)[\s\S])*(?=,|;|$)/i,
]

/** A file that takes something away says since which release nothing needs it. */
const isDeclared = (text: string): boolean => /^-- Contracts: unused since \d+\.\d+\.\d+\b/m.test(text)
const withoutComments = (text: string) => text.replace(/--.*$/gm, '')

/** A table that becomes the first partition of a new table of its name is still there for all who use the name. */
const withoutReplaced = (text: string) =>
  text.replace(/\balter\s+table\s+(\w+)\s+rename\s+to\s+\1_first\s*;(?=\s*create\s+table\s+\1\s*\()/gi, '')
const removes = (text: string): boolean =>
  TAKES_AWAY.some((pattern) => pattern.test(withoutReplaced(withoutComments(text))))

describe('migrations', () => {
  // Six gave up their functions and triggers, which are SQL code now. loadMigrations() knows exactly those six texts and tells the
  // checksum of the text before; any other change of theirs shows here like a change of the others.
  it('that were released are byte for byte what they were, their SQL code aside', () => {
    const now = new Map(migrations.map((migration) => [formatFileName(migration), migration.checksum]))
    for (const [file, checksum] of Object.entries(released)) expect([file, now.get(file)]).toEqual([file, checksum])
  })

  it('make no function and no trigger: SQL code lives with its module', () => {
    const makesCode = /\bcreate\s+(or\s+replace\s+)?(constraint\s+)?(function|procedure|trigger)\b/i
    expect(migrations.filter(({ text }) => makesCode.test(withoutComments(text))).map(formatFileName)).toEqual([])
  })

  it('are numbered without a gap, and new ones come after the released ones', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
    const files = migrations.map(formatFileName)
    expect(files.slice(0, Object.keys(released).length)).toEqual(Object.keys(released))
  })

  it('since the first release take nothing away that the one before uses, or say why they may', () => {
    const later = migrations.filter((migration) => !Object.hasOwn(released, formatFileName(migration)))
    expect(later.filter(({ text }) => removes(text) && !isDeclared(text)).map(formatFileName)).toEqual([])
  })

  it.each([
    'drop table orders;',
    'alter table orders drop column buyer;',
    'alter table orders rename column buyer to customer;',
    'alter table orders rename to orders_first;',
    'alter table orders rename to orders_first; create table more (id text) partition by range (id);',
    'alter table orders alter column buyer type jsonb;',
    'alter table orders alter column buyer set not null;',
    'alter table orders add column note text not null;',
    'alter table orders add column a text, add column note text not null',
  ])('%s takes something away', (text) => expect(removes(text)).toBe(true))

  it.each([
    'create table more (id text not null);',
    'alter table orders rename to orders_first; create table orders (id text) partition by range (id);',
    'create index concurrently more_by on more (id);',
    "alter table orders add column note text not null default '';",
    "alter table orders add column note text default '' not null;",
    'alter table orders add column note text;',
    '-- drop table orders;',
    'drop index orders_by_domain;',
  ])('%s does not', (text) => expect(removes(text)).toBe(false))

  it('may take away what they declare', () => {
    expect(isDeclared('-- Contracts: unused since 0.3.0\ndrop table old;')).toBe(true)
    expect(isDeclared('drop table old;')).toBe(false)
  })
})

it('the rule stands where contributors read it', () => {
  const text = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8')
  expect(text).toContain('Contracts: unused since')
})
