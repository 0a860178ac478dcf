// Which tables grow, and for how long their rows are kept: no table is forgotten, and the guide shows the same list.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { openShop, V1 } from '../../../test/shop.ts'
import { JOBS } from '../../background.ts'
import { sql } from '../../db/sql.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { FIXED_TABLES, GROWING_TABLES } from './tables.ts'

const DAY = 86_400

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
})

describe('the list of tables', () => {
  it('has every table of the database once: as growing with a retention, or as fixed', async () => {
    const rows = await service.db.many<{ name: string }>(sql`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
        and coalesce(pg_get_expr(relpartbound, oid), '') !~ '^(FOR VALUES FROM|DEFAULT)'`)
    const listed = [...GROWING_TABLES.map(({ table }) => table), ...FIXED_TABLES]
    expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('names only jobs that run', () => {
    const names = new Set(JOBS.map(({ name }) => name))
    expect(GROWING_TABLES.filter(({ job }) => job !== null && !names.has(job))).toEqual([])
  })

  it('is the one of the operating guide', () => {
    const guide = readFileSync(new URL('../../../../../docs/guides/operating.md', import.meta.url), 'utf8')
    const rows = [...guide.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\| (?:`([\w.]+)`|–) +\|$/gm)]
    expect(rows.map(([, table, growsWith, kept, job = null]) => ({ table, growsWith, kept, job }))).toEqual(
      GROWING_TABLES,
    )
  })
})

it('tells the size of every growing table on /metrics, read once a minute', async () => {
  const sizes = async () => {
    const text = (await service.send({ method: 'GET', url: '/metrics' })).text
    return new Map(
      [...text.matchAll(/^freehold_table_bytes\{table="(\w+)"\} (\d+)$/gm)].map((row) => [row[1]!, row[2]!]),
    )
  }
  const before = await sizes()
  expect([...before.keys()].sort()).toEqual(GROWING_TABLES.map(({ table }) => table).sort())
  for (const table of ['partners', 'used_nonces']) expect(Number(before.get(table))).toBeGreaterThan(0)
  await service.db.run(sql`
    insert into used_nonces select gen_random_uuid(), 0, now() from generate_series(1, 5000)`)
  expect((await sizes()).get('used_nonces')).toBe(before.get('used_nonces'))
})

describe('what came to nothing', () => {
  it('deletes quotes 90 days after they ended, and none that was ordered or is active', async () => {
    const make = async (name: string) => {
      await service.list('sandbox', name)
      return (await service.signed(partner, 'POST', `${V1}/quotes`, { domain: name })).json.quote_id as string
    }
    const [old, recent, active] = [await make('old.test'), await make('recent.test'), await make('active.test')]
    for (const id of [old, recent]) await service.signed(partner, 'DELETE', `${V1}/quotes/${id}`)
    await service.db.run(sql`
      update quotes set expires_at = ${addSeconds(service.clock.now(), -91 * DAY)} where id in (${old}, ${active})`)
    await service.background.runJobNow('quotes.purge')
    const left = await service.db.many<{ id: string }>(
      sql`select id from quotes where id in (${old}, ${recent}, ${active}) order by id`,
    )
    expect(left.map(({ id }) => id)).toEqual([recent, active].sort())
  })

  it('deletes checkouts of anonymous visitors 90 days after they ended unpaid, and no partner’s', async () => {
    await service.house()
    const { session_id: own } = await openShop(service).session(partner)
    await service.db.run(sql`
      update checkout_sessions set status = 'expired', updated_at = ${addSeconds(service.clock.now(), -91 * DAY)}
      where id = ${own}`)
    const copies = ['old', 'recent', 'paid']
    for (const [index, name] of copies.entries())
      await service.db.run(sql`
        insert into checkout_sessions
        select (jsonb_populate_record(s, jsonb_build_object(
          'id', ${`cks_${name}`}::text,
          'partner_id', (select value ->> 'partner_id' from service_state where key = 'house_partner'),
          'updated_at', ${addSeconds(service.clock.now(), (index === 1 ? -89 : -91) * DAY)}::timestamptz))).*
        from checkout_sessions s where id = ${own}`)
    await service.db.run(sql`
      insert into payments (id, session_id, attempt, provider, status, amount_cents, currency, created_at, updated_at, lock_until)
      values ('cks_paid.1', 'cks_paid', 1, 'sandbox', 'failed', 1, 'USD', now(), now(), now())`)
    await service.background.runJobNow('checkout.purge')
    const left = await service.db.many<{ id: string }>(
      sql`select id from checkout_sessions where id in (${own}, 'cks_old', 'cks_recent', 'cks_paid')`,
    )
    expect(left.map(({ id }) => id).sort()).toEqual([own, 'cks_paid', 'cks_recent'].sort())
  })
})
