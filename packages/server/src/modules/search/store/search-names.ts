// SQL of the search index inside PostgreSQL: what it holds of a name, what it knows, and which names it proposes.
import {
  CONVERTED_CURRENCIES,
  convertLimits,
  type IndexEntry,
  type InventoryFacts,
  type InventoryQuestions,
  type PriceAndTld,
  type RemoteProposal,
  type WantedCandidates,
} from '@freehold/search'
import { type Database, type Db, inEnvironment, joinConditions, type Sql, sql } from '../../../db/sql.ts'
import type { Environment } from '../../../kernel/owner.ts'

/** Names read for one stem; a commoner word tells too little to be worth reading on. */
const STEM_ROWS_MAX = 3000
const EVOKED_ROWS_MAX = 300
/** A word in categories or description counts this much of one in the name, as in the engine's own index. */
const TEXT_WEIGHT = 0.45
const BEGINNING = 40
const RESEMBLING = 12
/** Codes are rough: so many times more names are read than are ranked. */
const ROUGH = 4
/** Any fixed number: whoever holds this advisory lock makes the indexes of the extensions. */
const LOCK = 7_264_101
const NEAR_INDEXES: [Environment, Sql][] = [
  ['live', sql`search_names_near_live`],
  ['sandbox', sql`search_names_near_sandbox`],
]

/** What the server offers beyond the core. */
export type Abilities = { trigrams: boolean; vectors: boolean }

async function addExtension(db: Db, name: string, version: string, create: Sql) {
  const ready = () =>
    db.one(sql`
      select 1 from pg_extension
      where extname = ${name} and string_to_array(extversion, '.')::int[] >= string_to_array(${version}, '.')::int[]`)
  if (await ready()) return true
  // Not on this server, or not ours to create: search goes on without it.
  await db.run(create).catch(() => {})
  return (await ready()) !== undefined
}

/** Uses the extensions that the server has, and makes the indexes that need them, one process at a time. */
export const prepareAbilities = (db: Database): Promise<Abilities> =>
  // Another process may build its indexes for longer than a request may take, and so may we.
  db.exclusive(LOCK, async (session) => {
    const trigrams = await addExtension(session, 'pg_trgm', '1.0', sql`create extension if not exists pg_trgm`)
    // Nearest bits came with 0.7.
    const vectors = await addExtension(session, 'vector', '0.7.0', sql`create extension if not exists vector`)
    await session.script('begin; set local statement_timeout = 0')
    try {
      if (trigrams)
        await session.script(
          'create index if not exists search_names_letters on search_names using gin (flat gin_trgm_ops)',
        )
      if (vectors)
        for (const [environment, index] of NEAR_INDEXES)
          await session.run(sql`
            create index if not exists ${index} on search_names using hnsw (code bit_hamming_ops)
            with (m = 16, ef_construction = 100) where ${inEnvironment(sql`environment`, environment)}`)
      await session.script('commit')
      return { trigrams, vectors }
    } catch (error) {
      await session.script('rollback')
      throw error
    }
  })

export type NewEntry = IndexEntry & { id: string; domain: string; priceCents: number; textHash: Buffer }

/** Only what is still for sale: it may have been sold since it was read. */
export async function saveEntries(
  db: Db,
  environment: string,
  version: string,
  entries: readonly NewEntry[],
): Promise<void> {
  const column = <K extends keyof NewEntry>(name: K) => entries.map((entry) => entry[name])
  await db.run(sql`
    insert into search_names as n
      (listing_id, environment, domain, flat, tld, price_cents, coined, stems, text_stems, reading, code, version, text_hash)
    select r.id, ${environment}, r.domain, r.flat, r.tld, r.price_cents, r.coined,
      string_to_array(r.stems, ' '), string_to_array(r.text_stems, ' '), r.reading, r.code::bit(384), ${version}, r.text_hash
    from unnest(${column('id')}::text[], ${column('domain')}::text[], ${column('flat')}::text[], ${column('tld')}::text[],
        ${column('priceCents')}::bigint[], ${column('coined')}::boolean[],
        ${entries.map(({ stems }) => stems.join(' '))}::text[], ${entries.map(({ textStems }) => textStems.join(' '))}::text[],
        ${column('reading')}::text[], ${column('code')}::text[], ${column('textHash')}::bytea[])
      as r(id, domain, flat, tld, price_cents, coined, stems, text_stems, reading, code, text_hash)
    join listings l on l.id = r.id and l.status = 'listed'
    order by r.id
    on conflict (listing_id) do update set price_cents = excluded.price_cents, coined = excluded.coined,
      stems = excluded.stems, text_stems = excluded.text_stems, reading = excluded.reading, code = excluded.code,
      version = excluded.version, text_hash = excluded.text_hash
    where (n.price_cents, n.version, n.text_hash) is distinct from (excluded.price_cents, excluded.version, excluded.text_hash)`)
}

export async function deleteEntries(db: Db, ids: readonly string[]): Promise<void> {
  await db.run(sql`delete from search_names where listing_id = any(${ids})`)
}

/** What was sold or withdrawn while nobody followed. */
export async function deleteStrays(db: Db): Promise<void> {
  await db.run(sql`
    delete from search_names n using listings l where l.id = n.listing_id and l.status <> 'listed'`)
}

export async function countEntries(db: Db, environment: string): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`select count(*)::int as count from search_names where environment = ${environment}`,
  )
  return row?.count ?? 0
}

/** As the planner knows it: near enough to weigh words. */
async function estimateSize(db: Db, environment: string): Promise<number> {
  const row = await db.one<{ size: number }>(
    sql`select greatest(reltuples, 0)::int as size from pg_class where oid = 'search_names'::regclass`,
  )
  return row?.size || countEntries(db, environment)
}

const beginsWith = (text: string): Sql => sql`domain ~>=~ ${text} and domain ~<~ ${`${text}~`}`

export async function readFacts(
  db: Db,
  environment: string,
  questions: InventoryQuestions,
  abilities: Abilities,
): Promise<InventoryFacts> {
  const facts: InventoryFacts = { size: await estimateSize(db, environment), tlds: {}, labels: {}, stems: {} }
  for (const tld of questions.tlds)
    facts.tlds[tld] =
      (await db.one(sql`select 1 from search_names where environment = ${environment} and tld = ${tld} limit 1`)) !==
      undefined
  for (const text of questions.labels) {
    const rows = await db.many<{ domain: string }>(sql`
      (select domain from search_names where environment = ${environment} and ${beginsWith(text)}
       order by domain using ~<~ limit ${BEGINNING})
      union ${resembling(environment, text, RESEMBLING, sql`domain`, sql`true`, abilities)}`)
    facts.labels[text] = rows.map(({ domain }) => domain)
  }
  if (questions.stems.length > 0) {
    const counts = await db.many<{ stem: string; count: number }>(sql`
      select t.stem, (select count(*) from (
        select 1 from search_names where environment = ${environment} and stems @> array[t.stem] limit ${STEM_ROWS_MAX}) few)::int as count
      from unnest(${questions.stems}::text[]) as t(stem)`)
    for (const { stem, count } of counts) facts.stems[stem] = count
  }
  return facts
}

const resembling = (
  environment: string,
  text: string,
  limit: number,
  column: Sql,
  filter: Sql,
  { trigrams }: Abilities,
): Sql =>
  trigrams
    ? sql`(select ${column} from search_names where environment = ${environment} and flat % ${text} and ${filter}
           order by similarity(flat, ${text}) desc limit ${limit})`
    : sql`(select ${column} from search_names where environment = ${environment} and flat = ${text} and ${filter} limit ${limit})`

/** Limits in one currency bind listings in others, too. */
function pricedWithin(limits: PriceAndTld): Sql {
  const converted = CONVERTED_CURRENCIES.map((currency) => ({ currency, ...convertLimits(limits, currency) }))
  const most = converted.map(({ max }) => (Number.isFinite(max) ? max : Number.MAX_SAFE_INTEGER))
  return sql`exists (
    select 1 from listings l
    left join unnest(${CONVERTED_CURRENCIES}::text[], ${converted.map(({ min }) => min)}::bigint[], ${most}::bigint[])
      as c(currency, least, most) on c.currency = l.currency
    where l.id = search_names.listing_id
      and l.price_cents >= coalesce(c.least, ${limits.minPriceCents ?? 0})
      and l.price_cents <= coalesce(c.most, ${limits.maxPriceCents ?? Number.MAX_SAFE_INTEGER}))`
}

function filterSql(filter: PriceAndTld): Sql {
  const { tld, minPriceCents, maxPriceCents, priceCurrency } = filter
  const inTld = tld !== undefined && sql`tld = ${tld}`
  if (priceCurrency !== undefined) return joinConditions([inTld, pricedWithin(filter)])
  return joinConditions([
    inTld,
    minPriceCents !== undefined && sql`price_cents >= ${minPriceCents}`,
    maxPriceCents !== undefined && sql`price_cents <= ${maxPriceCents}`,
  ])
}

/** Fewest different bits first. The approximate index serves what is not narrowed; whatever is gets an exact scan. */
function nearest(environment: string, code: string, limit: number, narrowed: Sql | null, vectors: boolean): Sql {
  // A literal, because an index of one environment serves no parameter.
  const here = environment === 'live' ? sql`environment = 'live'` : sql`environment = 'sandbox'`
  return vectors && narrowed === null
    ? sql`(select listing_id, true as rough from search_names where ${here}
           order by code <~> ${code}::bit(384) limit ${limit})`
    : sql`(select listing_id, true as rough from search_names where ${here} and ${narrowed ?? sql`true`}
           order by bit_count(code # ${code}::bit(384)) limit ${limit})`
}

/** The best within a narrow choice stay, whatever else is near. */
const certain = (part: Sql): Sql => sql`(select listing_id, false as rough from ${part} best)`

function byWords(environment: string, words: WantedCandidates['words'], size: number, filter: Sql): Sql {
  const hits = (evoked: boolean, most: number): Sql => {
    const stems = words.stems.filter((stem) => stem.evoked === evoked)
    const among = (column: Sql): Sql =>
      sql`(select listing_id from search_names where environment = ${environment} and ${column} @> array[t.stem] and ${filter} limit ${most})`
    return sql`
      select found.listing_id, t.weight * found.share * ln(1 + (${size}::float8 + 0.5) / (found.count + 0.5)) as gain
      from unnest(${stems.map(({ stem }) => stem)}::text[], ${stems.map(({ weight }) => weight)}::float8[]) as t(stem, weight)
      cross join lateral (
        select listing_id, share, count(*) over () as count from (
          select listing_id, 1::float8 as share from ${among(sql`stems`)} named
          union all select listing_id, ${TEXT_WEIGHT}::float8 from ${among(sql`text_stems`)} told) both_ways) found`
  }
  return sql`
    (select listing_id, false as rough from (${hits(false, STEM_ROWS_MAX)} union all ${hits(true, EVOKED_ROWS_MAX)}) hits
     group by listing_id order by sum(gain) desc limit ${words.limit})`
}

function buildParts(environment: string, wanted: WantedCandidates, size: number, abilities: Abilities): Sql[] {
  const { near, words, letters, anywhere, domain, inTld, coined } = wanted
  const { trigrams, vectors } = abilities
  const narrows = Object.keys(wanted.filter).length > 0
  const filter = filterSql(wanted.filter)
  const id = sql`listing_id, false as rough`
  const parts = [byWords(environment, words, size, filter)]
  for (const code of near?.codes ?? [])
    parts.push(nearest(environment, code, (near?.limit ?? 0) * ROUGH, narrows ? filter : null, vectors))
  for (const text of letters?.texts ?? []) {
    parts.push(resembling(environment, text, letters?.resembling ?? 0, id, filter, abilities))
    parts.push(sql`(select ${id} from search_names where environment = ${environment} and ${beginsWith(text)} and ${filter}
                    order by domain using ~<~ limit ${letters?.beginning ?? 0})`)
  }
  // Without the index of trigrams, every name would be read.
  if (anywhere !== undefined && trigrams)
    parts.push(sql`(select ${id} from search_names where environment = ${environment} and flat like ${`%${anywhere.text}%`}
                      and ${filter} limit ${anywhere.limit})`)
  if (domain !== undefined)
    parts.push(
      sql`(select ${id} from search_names where environment = ${environment} and domain = ${domain} and ${filter})`,
    )
  for (const code of inTld?.codes ?? []) {
    const under = sql`tld = ${inTld?.tld} and ${filter}`
    parts.push(certain(nearest(environment, code, inTld?.limit ?? 0, under, vectors)))
  }
  for (const code of coined?.codes ?? [])
    parts.push(certain(nearest(environment, code, coined?.limit ?? 0, sql`coined and ${filter}`, vectors)))
  return parts
}

/** Every name that speaks for itself in some way, with what the reranker wants to know of it. */
export function readProposals(
  db: Database,
  environment: string,
  version: string,
  wanted: WantedCandidates,
  size: number,
  abilities: Abilities,
): Promise<RemoteProposal[]> {
  const parts = buildParts(environment, wanted, size, abilities)
  const statement = sql`
    select l.id, l.domain, l.price_cents, l.currency, l.categories, coalesce(l.description, '') as description, v.vector,
      encode(v.text_hash, 'hex') as revision, n.reading, p.rough
    from (select listing_id, bool_and(rough) as rough from (${parts.reduce((all, part) => sql`${all} union all ${part}`)}) parts
          group by listing_id) p
    join search_names n on n.listing_id = p.listing_id
    join listings l on l.id = p.listing_id and l.status = 'listed'
    join listing_vectors v on v.listing_id = p.listing_id and v.version = ${version}`
  return db.session(async (session) => {
    // Compiling costs more than it saves here; and the approximate index looks at too few names by itself.
    await session.script(
      abilities.vectors
        ? 'begin read only; set local jit = off; set local hnsw.ef_search = 400'
        : 'begin read only; set local jit = off',
    )
    try {
      return await session.many<RemoteProposal>(statement)
    } finally {
      await session.script('rollback')
    }
  })
}
