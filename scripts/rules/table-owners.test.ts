// The check of table owners must see the statements, and must fail on every way to touch what belongs to others.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localNames, tokenize, touches } from './sql-tables.mjs'
import { checkOwners, type Problem } from './table-owners.mjs'

const { MODULES, LAYER_TABLES } = createRequire(import.meta.url)('./module-table.cjs') as Record<
  'MODULES' | 'LAYER_TABLES',
  Record<string, { reads?: string[] }>
>
const project = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Report = { seen: number; problems: Problem[] }

/** The command, as `npm run check` runs it. */
function check(...args: string[]): { status: number | null; report: Report } {
  const done = spawnSync(process.execPath, ['scripts/rules/table-owners.mjs', '--json', ...args], {
    cwd: project,
    encoding: 'utf8',
  })
  if (done.stdout === '') throw new Error(done.stderr)
  return { status: done.status, report: JSON.parse(done.stdout) as Report }
}

const S = 'packages/server/src'
const M = `${S}/modules`
const ts = (statement: string) =>
  `// A store.\nimport { sql } from '../../db/sql.ts'\n\nexport const planted = sql\`${statement}\`\n`

/** A small house that keeps every rule. The rights are those of the real table. */
const SOUND: Record<string, string> = {
  'packages/server/migrations/0001_all.sql': `create table listings (id text);\ncreate table quotes (id text);
create table orders (id text);\ncreate table settlements (id text);\ncreate unlogged table nonces (nonce uuid);\ncreate table events (id text);
create table service_state (key text);`,
  [`${S}/db/share-of.sql`]: `create or replace function share_of() returns int language sql as $$ select 1 $$;\n`,
  [`${S}/db/order-status.sql`]: `create or replace function is_over(p_status text) returns boolean language sql immutable parallel safe as $$
  select p_status in ('SETTLED', 'REFUNDED', 'CANCELLED')
$$;\n`,
  [`${M}/webhooks/emit.sql`]: `create or replace function emit_event() returns void language plpgsql as $$
begin
  insert into events (id) values (1);
end $$;\n`,
  [`${M}/catalog/store.ts`]: ts(`update listings set id = \${'x'}`),
  [`${M}/catalog/store.test.ts`]: ts('delete from orders'),
  [`${M}/quotes/store.ts`]: ts('select q.id, share_of() from quotes q join listings l on l.id = q.id'),
  [`${M}/orders/store.ts`]: ts('select emit_event(), o.id from orders o'),
}

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'freehold-owners-'))
  folders.push(root)
  for (const [file, text] of Object.entries({ ...SOUND, ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

describe('the check of table owners', () => {
  it('finds nothing in a house that keeps the rules', () => {
    expect(check('--root', plant({}))).toMatchObject({ status: 0, report: { problems: [] } })
  })

  it.each([
    [
      'a foreign write in a statement',
      `${M}/catalog/more.ts`,
      ts("\n  update quotes set status = 'used'"),
      'foreign-write',
      'quotes',
      5,
    ],
    [
      'a foreign insert',
      `${M}/catalog/more.ts`,
      ts('insert into orders (id) values (1)'),
      'foreign-write',
      'orders',
      4,
    ],
    ['a foreign delete', `${M}/catalog/more.ts`, ts('delete from quotes where true'), 'foreign-write', 'quotes', 4],
    ['a fragment of tables', `${M}/catalog/more.ts`, ts('quotes q'), 'undeclared-read', 'quotes', 4],
    [
      'a foreign write in a fragment',
      `${M}/catalog/more.ts`,
      ts(`with gone as (delete from quotes returning id) \${rest}`),
      'foreign-write',
      'quotes',
      4,
    ],
    [
      'a foreign write in SQL code',
      `${M}/catalog/code.sql`,
      `create or replace function f() returns void language plpgsql as $$\nbegin\n  update quotes set id = 1;\nend $$;\n`,
      'foreign-write',
      'quotes',
      3,
    ],
    ['a foreign write of a layer', `${M}/catalog/more.ts`, ts('truncate nonces'), 'foreign-write', 'nonces', 4],
    [
      'a layer that writes a module’s table',
      `${S}/http/more.ts`,
      ts('insert into listings (id) values (1)'),
      'foreign-write',
      'listings',
      4,
    ],
    [
      'a copy of a rule in a statement',
      `${M}/orders/more.ts`,
      ts("select o.id from orders o\n  where o.status not in ('CANCELLED', 'SETTLED', 'REFUNDED')"),
      'rule-copy',
      'is_over',
      5,
    ],
    [
      'a copy of a rule in SQL code',
      `${M}/catalog/code.sql`,
      `create or replace function f(p text) returns int language sql as $$\n  select 1 where p in ('SETTLED','REFUNDED','CANCELLED')\n$$;\n`,
      'rule-copy',
      'is_over',
      2,
    ],
    [
      'a read of a fact about the installation',
      `${M}/catalog/code.sql`,
      `create or replace function f() returns text language sql as $$\n  select key from service_state\n$$;\n`,
      'undeclared-read',
      'service_state',
      2,
    ],
    [
      'such a read in a layer',
      `${S}/http/more.ts`,
      ts(`select (select s.key from service_state s)`),
      'undeclared-read',
      'service_state',
      4,
    ],
    [
      'a write by a script',
      `${M}/catalog/more.ts`,
      `// A store.\nexport const run = (db) => db.script('lock table quotes')\n`,
      'foreign-write',
      'quotes',
      2,
    ],
    ['an undeclared read', `${M}/catalog/more.ts`, ts('select 1 from quotes'), 'undeclared-read', 'quotes', 4],
    [
      'an undeclared read in a list',
      `${M}/catalog/more.ts`,
      ts('select 1 from listings l, quotes q'),
      'undeclared-read',
      'quotes',
      4,
    ],
    [
      'an undeclared read in a fragment',
      `${M}/catalog/more.ts`,
      ts('left join quotes q on q.id = l.id'),
      'undeclared-read',
      'quotes',
      4,
    ],
    [
      'a trigger on a table of others',
      `${M}/catalog/t.sql`,
      `create or replace trigger t after insert on quotes\n  for each row execute function f();\n`,
      'foreign-trigger',
      'quotes',
      1,
    ],
    [
      'a trigger on a table that the module may only read',
      `${M}/quotes/t.sql`,
      `create or replace trigger t\n  after insert on listings for each row execute function f();\n`,
      'foreign-trigger',
      'listings',
      2,
    ],
    [
      'a trigger that runs before each row, also where triggers are declared',
      `${M}/settlement/t.sql`,
      `create or replace trigger t before update of id on orders\n  for each row when (old.id is null) execute function f();\n`,
      'row-trigger',
      'orders',
      1,
    ],
    [
      'a trigger before a change that does not say what it runs for',
      `${M}/settlement/t.sql`,
      `create or replace trigger t before insert on public.orders execute function f();\n`,
      'row-trigger',
      'orders',
      1,
    ],
    [
      'a trigger that is dropped',
      `${M}/catalog/more.ts`,
      ts('drop trigger t on quotes'),
      'foreign-trigger',
      'quotes',
      4,
    ],
    [
      'a trigger on a table that is chosen at run time',
      `${M}/catalog/more.ts`,
      ts(`create trigger t after insert on \${table} for each row execute function f()`),
      'chosen-table',
      'on',
      4,
    ],
    ['an undeclared call', `${M}/catalog/more.ts`, ts('select emit_event()'), 'foreign-call', 'emit_event', 4],
    ['an unknown table', `${M}/catalog/more.ts`, ts('select 1 from listing'), 'unknown-table', 'listing', 4],
    [
      'a table without owner',
      'packages/server/migrations/0002_more.sql',
      'create table orphans (id text);',
      'table-without-owner',
      'orphans',
      1,
    ],
  ])('finds %s', (_, file, text, rule, name, line) => {
    const { problems } = checkOwners(plant({ [file]: text }))
    expect(problems).toEqual([expect.objectContaining({ rule, file, name, line })])
  })

  it('accepts declared triggers after a change or for each statement, and all triggers of the owner', () => {
    const triggers = (unit: string, ...texts: string[]) => ({
      [`${M}/${unit}/t.sql`]: texts
        .map((text) => `create or replace trigger t ${text} execute function f();\n`)
        .join(''),
    })
    const root = plant({
      ...triggers('orders', 'before insert on orders for each row'),
      ...triggers(
        'settlement',
        'after update on orders referencing old table as before for each row',
        'before truncate on orders for each statement',
      ),
    })
    expect(checkOwners(root).problems).toEqual([])
  })

  it('says which right a trigger needs', () => {
    const text = 'create or replace trigger t after insert on quotes for each row execute function f();'
    const { problems } = checkOwners(plant({ [`${M}/catalog/t.sql`]: text }))
    expect(problems.map(({ message }) => message)).toEqual([
      'catalog puts a trigger on quotes of quotes, and does not declare it in triggersOn',
    ])
  })
})

it('lets two modules read facts about the installation in SQL: the marketplace’s own partner, and the checks of the books', () => {
  const units = Object.entries({ ...MODULES, ...LAYER_TABLES })
  const readers = units.filter(([, { reads = [] }]) => reads.includes('service_state')).map(([name]) => name)
  expect(readers).toEqual(['partners', 'audit'])
})

const store = (...lines: string[]) => `import { type Sql, sql } from '../../db/sql.ts'\n${lines.join('\n')}\n`
const body = (...lines: string[]) =>
  `create or replace function f() returns void language plpgsql as $$\nbegin\n${lines.join('\n')}\nend $$;\n`

/** In quotes, which may read listings and orders: a write that is taken for a read would go unseen. */
describe('a write that hides', () => {
  const CASES: [title: string, ending: string, text: string, rule: string, name: string][] = [
    ['behind a schema', 'ts', ts('update public.orders set a = 1'), 'foreign-write', 'orders'],
    ['behind a database and a schema', 'ts', ts('delete from "x"."public"."orders"'), 'foreign-write', 'orders'],
    ['as the second of a list', 'ts', ts('truncate quotes, orders'), 'foreign-write', 'orders'],
    ['as an alter', 'ts', ts('alter table if exists only orders add a text'), 'foreign-write', 'orders'],
    ['as a drop', 'ts', ts('drop table if exists quotes, orders cascade'), 'foreign-write', 'orders'],
    ['as an index', 'ts', ts('create index if not exists a on orders (id)'), 'foreign-write', 'orders'],
    ['as a lock', 'ts', ts('lock orders in exclusive mode'), 'foreign-write', 'orders'],
    ['after a comment', 'ts', ts("/* it's */ update orders set a = 'x'"), 'foreign-write', 'orders'],
    ['after nested comments', 'ts', ts("/* /* */ it's */ update orders set a = 'x'"), 'foreign-write', 'orders'],
    ['after an E string', 'ts', ts("select E'\\\\'' ; update orders set a = 'x'"), 'foreign-write', 'orders'],
    ['after a quoted name', 'ts', ts(`select 1 as "it's" ; update orders set a = 'x'`), 'foreign-write', 'orders'],
    ['after dollar signs', 'ts', ts("select $$it's$$ ; update orders set a = 'x'"), 'foreign-write', 'orders'],
    ['in a file of JavaScript', 'js', ts('update orders set a = 1'), 'foreign-write', 'orders'],
    ['in one of two scripts', 'ts', "session.script(a ? 'begin' : 'lock orders')", 'foreign-write', 'orders'],
    ['in a string that is executed', 'sql', body("execute 'update orders'"), 'hidden-sql', 'execute'],
    ['in a loop over a text', 'sql', body('for r in execute format(p_text) loop'), 'hidden-sql', 'execute'],
    ['in a body in quotes', 'sql', "do 'begin update orders; end'", 'hidden-sql', 'do'],
    [
      'in a tag of another name',
      'ts',
      "import { sql as q } from '../../db/sql.ts'\nq`update orders`",
      'hidden-sql',
      '',
    ],
    ['in a tag of a namespace', 'ts', "import * as q from '../../db/sql.ts'\nq.sql`update orders`", 'hidden-sql', ''],
    ['in a tag that is a value', 'ts', store('const q = sql', 'q`update orders`'), 'hidden-sql', ''],
    ['in a call of the tag', 'ts', store("sql(['update orders'])"), 'hidden-sql', ''],
    ['in a variable', 'ts', 'export const run = (session, text) => session.script(text)', 'hidden-sql', ''],
    ['in a part of a text', 'ts', `session?.script(\`begin; \${text}\`)`, 'hidden-sql', ''],
    ['in a new statement', 'ts', "export const planted = new Sql('update orders', [])", 'hidden-sql', ''],
    ['in the class of statements', 'ts', "import { Sql } from '../../db/sql.ts'", 'hidden-sql', ''],
    ['in an object', 'ts', "db.run({ text: 'update orders', values: [], name: undefined })", 'hidden-sql', ''],
    [
      'in an update of a fragment',
      'ts',
      store(`const t = sql\`listings\``, `sql\`update \${t}\``),
      'chosen-table',
      'update',
    ],
    ['in an insert into a fragment', 'ts', ts(`insert into \${t} (a)`), 'chosen-table', 'into'],
    ['in a delete from a fragment', 'ts', ts(`delete from public.\${t}`), 'chosen-table', 'from'],
    ['in a truncate of a fragment', 'ts', ts(`truncate quotes, \${t}`), 'chosen-table', 'truncate'],
    ['in the rest of a statement', 'ts', ts(`insert \${rest}`), 'chosen-table', 'insert'],
  ]
  const nameFile = (title: string, ending: string) => `${M}/quotes/${title.replaceAll(' ', '-')}.${ending}`
  let report: Report
  beforeAll(() => {
    report = checkOwners(
      plant(Object.fromEntries(CASES.map(([title, ending, text]) => [nameFile(title, ending), text]))),
    )
  })

  it.each(CASES)('%s is found', (title, ending, _, rule, name) => {
    const file = nameFile(title, ending)
    expect(report.problems.filter((problem) => problem.file === file)).toEqual([
      expect.objectContaining({ rule, file, name }),
    ])
  })

  it('makes the check fail', () => {
    const text = "export const planted = new Sql('update orders', [])"
    const { status } = check('--root', plant({ [`${M}/quotes/more.ts`]: text }))
    expect(status).toBe(1)
  })

  it('is for the database layer alone, which has no other way', () => {
    const text = `import { Sql as S } from './sql.ts'\nexport const run = (session, text) => session.script(text)\n`
    expect(checkOwners(plant({ [`${S}/db/more.ts`]: text })).problems).toEqual([])
  })
})

describe('the words of a statement', () => {
  const tables = (text: string) =>
    touches(text)
      .filter(
        ({ kind, name }) =>
          kind !== 'call' && !['select', 'insert', 'update', 'delete', 'create', 'merge'].includes(name),
      )
      .map(({ kind, name }) => `${kind} ${name}`)

  it.each([
    ["select 'from a' from b -- from c", ['read b']],
    ["select E'a''\\'' from a where x = e'\\\\' and y = (select 'from c')", ['read a']],
    ["select date'a\\' from a where x = 'from c'", ['read a']],
    ["select date'a' from public.b, pg_catalog.c /* from d */", ['read b']],
    ['select 1 where x is distinct from y', []],
    ['select extract(epoch from at), substring(a from 2) from b', ['read b']],
    ['select * from a for update of b skip locked', ['read a']],
    ['insert into a (x) select y from b on conflict (x) do update set x = 1, y = 2', ['write a', 'read b']],
    ['delete from a using b, c where true', ['write a', 'read b', 'read c']],
    ['select * from unnest(1, 2) as t(a, b), only c, lateral (select 1 from d) e', ['read c', 'read d']],
    ['update a set b = 1, c = (select max(x) from d) from e', ['write a', 'read d', 'read e']],
    ['select known.x into known from a order by b, c', ['read a']],
    ['create or replace trigger t before update or delete on a for each row execute function f()', ['row-trigger a']],
    ['create or replace trigger t before update on a for each statement execute function f()', ['trigger a']],
    ['create constraint trigger before after update of b, c on a for each row execute function f()', ['trigger a']],
    ['merge into a using b on true', ['write a', 'read b']],
    ['a x left join b y on true', ['perhaps a', 'read b']],
    ['a', ['perhaps a']],
    ['public.a x', ['perhaps a']],
    ['a.b = c.d', []],
    ['a is not null', []],
  ])('%s', (text, expected) => expect(tables(text)).toEqual(expected))

  it('know the names that a statement gives itself', () => {
    const text = 'with a as (select 1), b as materialized (select 2), c (x) as (select 3) referencing new table as d'
    expect([...localNames(tokenize(text))].sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})
