// Copies every row of one database to another of the same version, and proves that nothing is missing.
import { MigrationError } from './migrate.ts'
import { type Database, type Db, Sql, sql, type Tx } from './sql.ts'

/** Rows in one statement: few enough that a table of large rows fits into memory. */
const BATCH = 500

/** What the target keeps of its own: it says which migrations and functions it has. */
const OWN_TABLES = ['schema_migrations', 'sql_code']

export type CopiedTable = { name: string; rows: number }

type Table = { name: string; columns: string }
type ForeignKey = { table: string; name: string; definition: string }

const raw = (text: string, ...values: unknown[]): Sql => new Sql(text, values)
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Partitions by time belong to their table, because both sides may have others. */
const IN_PARTS = sql`select partrelid from pg_partitioned_table where partstrat = 'r'`

/** The tables of our schema, with the columns that can be written. */
const readTables = (db: Db): Promise<Table[]> =>
  db.many<Table>(sql`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and (c.relkind = 'r' or c.oid in (${IN_PARTS}))
      and c.oid not in (select inhrelid from pg_inherits where inhparent in (${IN_PARTS})) and not a.attisdropped and a.attgenerated = '' and c.relname <> all (${OWN_TABLES}::text[])
    group by c.relname order by c.relname`)

const readForeignKeys = (db: Db): Promise<ForeignKey[]> =>
  db.many<ForeignKey>(sql`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)

const countRows = async (db: Db, table: string): Promise<number> =>
  (await db.one<{ count: number }>(raw(`select count(*)::int8 as count from ${quoted(table)}`)))?.count ?? 0

/** Every service that has run has them; migrations alone fill neither. */
const FILLED_BY_USE = ['partners', 'users']

export async function isUsed(db: Db): Promise<boolean> {
  for (const table of FILLED_BY_USE) if ((await countRows(db, table)) > 0) return true
  return false
}

/** As text, so that JSON keeps its spacing: an event must be delivered with the same bytes again. */
async function copyTable(source: Tx, target: Tx, { name, columns }: Table): Promise<number> {
  const table = quoted(name)
  await source.run(raw(`declare rows no scroll cursor for select row_to_json(t)::text as row from ${table} t`))
  let copied = 0
  for (;;) {
    const rows = await source.many<{ row: string }>(raw(`fetch ${BATCH} from rows`))
    if (rows.length === 0) break
    const list = `[${rows.map(({ row }) => row).join(',')}]`
    copied += await target.run(
      raw(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
        list,
      ),
    )
  }
  await source.run(raw('close rows'))
  return copied
}

async function copySequences(source: Tx, target: Tx): Promise<void> {
  const sequences = await source.many<{ name: string; at: number | null }>(
    sql`select sequencename as name, last_value as at from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, at } of sequences)
    if (at !== null) await target.run(raw('select setval($1::regclass, $2::int8)', quoted(name), at))
}

/** Without triggers and foreign keys, which look at rows that are not there yet; both are back before the transaction ends. */
async function withoutRules<T>(target: Tx, tables: readonly Table[], work: () => Promise<T>): Promise<T> {
  const keys = await readForeignKeys(target)
  for (const { table, name } of keys) await target.run(raw(`alter table ${table} drop constraint ${quoted(name)}`))
  for (const { name } of tables) await target.run(raw(`alter table ${quoted(name)} disable trigger user`))
  const done = await work()
  for (const { name } of tables) await target.run(raw(`alter table ${quoted(name)} enable trigger user`))
  for (const { table, name, definition } of keys)
    await target.run(raw(`alter table ${table} add constraint ${quoted(name)} ${definition}`))
  return done
}

function refuseDifference({ name, rows }: CopiedTable, found: { source: number; target: number }): void {
  if (rows !== found.source || rows !== found.target)
    throw new MigrationError(
      `table ${name} has ${found.source} rows, ${rows} were copied and ${found.target} arrived. Nothing was written.`,
    )
}

/** One transaction on each side: the target has everything or nothing. `check` looks at the target before it is committed. */
export const copyDatabase = (
  source: Database,
  target: Database,
  check: (tx: Tx) => Promise<void>,
): Promise<CopiedTable[]> =>
  source.tx((from) =>
    target.tx(async (to) => {
      await to.run(sql`set local statement_timeout = 0`)
      const tables = await readTables(to)
      const copied = await withoutRules(to, tables, async () => {
        await to.run(raw(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`))
        const done: CopiedTable[] = []
        for (const table of tables) done.push({ name: table.name, rows: await copyTable(from, to, table) })
        await copySequences(from, to)
        return done
      })
      for (const one of copied)
        refuseDifference(one, { source: await countRows(from, one.name), target: await countRows(to, one.name) })
      await check(to)
      return copied
    }),
  )
