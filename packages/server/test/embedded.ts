// Embedded databases for tests: opening and closing one takes longer than many a file of tests, so a worker keeps its own and makes it
// as new for the next file. One whose schema a test changed is thrown away.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbedded } from '../src/db/embedded.ts'
import { type Database, sql } from '../src/db/sql.ts'

type Kept = { db: Database; folder: string; shape: string }

/** Tables that grew beyond this are cut off instead of emptied row by row, which would leave the rows to every later scan. */
const EMPTIED_BYTES_MAX = 100_000

const idle: Kept[] = []

export async function takeEmbedded(template: string): Promise<{ db: Database; giveBack(): Promise<void> }> {
  const kept = idle.pop() ?? (await open(template))
  return { db: kept.db, giveBack: () => giveBack(kept) }
}

async function open(template: string): Promise<Kept> {
  const folder = mkdtempSync(path.join(process.env.FREEHOLD_TEST_FOLDER ?? tmpdir(), 'freehold-test-'))
  cpSync(template, path.join(folder, 'database'), { recursive: true })
  const db = await openEmbedded({ directory: path.join(folder, 'database') })
  await db.session((session) => session.script(KEEP))
  return { db, folder, shape: await readShape(db) }
}

async function giveBack(kept: Kept): Promise<void> {
  const { db, folder, shape } = kept
  try {
    if ((await readShape(db)) === shape) {
      await db.session((session) => session.script(RENEW))
      idle.push(kept)
      return
    }
  } catch {
    // A test has closed it: the next file opens another.
  }
  await db.close().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Everything in the schema that a statement could have changed, and what the planner was told of the tables. What it was told of
 * their indexes is forgotten whenever a table is cut off.
 */
async function readShape(db: Database): Promise<string> {
  const row = await db.one<{ shape: string }>(sql`
    select md5(string_agg(part, ' ' order by part)) as shape from (
      select concat_ws(' ', 'class', relname, relkind, relnatts, case when relkind <> 'i' then reltuples end)
      from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'trigger', tgname, tgenabled, tgrelid) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', 'constraint', conname, conrelid, convalidated) from pg_constraint
      union all select concat_ws(' ', 'function', oid, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    ) as parts(part)`)
  return row!.shape
}

/** The rows of the template, beside the tables that have any. */
const KEEP = `
create schema template;
do $$ declare t record; filled boolean; begin
  for t in
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname
  loop
    execute format('select exists (select from %I)', t.name) into filled;
    if filled then execute format('create table template.%I as select %s from %I', t.name, t.columns, t.name); end if;
  end loop;
  create table template."the sequences" as
    select sequencename as name, last_value as at from pg_sequences where schemaname = 'public';
end $$`

/** Without triggers and foreign keys. */
const RENEW = `
do $$ declare t record; begin
  perform set_config('session_replication_role', 'replica', true);
  for t in select relname as name, oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    if pg_relation_size(t.oid) > ${EMPTIED_BYTES_MAX} then execute format('truncate %I cascade', t.name);
    else execute format('delete from %I', t.name); end if;
  end loop;
  for t in
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'template'::regnamespace and c.relkind = 'r' and a.attnum > 0 and c.relname <> 'the sequences'
    group by c.relname
  loop
    execute format('insert into %I (%s) overriding system value select * from template.%I', t.name, t.columns, t.name);
  end loop;
  perform setval(quote_ident(name)::regclass, coalesce(at, 1), at is not null) from template."the sequences";
end $$`
