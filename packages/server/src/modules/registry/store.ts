// SQL of endings.
import { type Db, joinConditions, sql, type Tx } from '../../db/sql.ts'
import { changeState } from '../../db/state.ts'
import type { PricedTld, Tld } from './rules/tlds.ts'

export const findTld = (db: Db, tld: string): Promise<Tld | undefined> =>
  db.one<Tld>(sql`select * from tlds where tld = ${tld}`)

export const lockTld = (tx: Tx, tld: string): Promise<Tld | undefined> =>
  tx.one<Tld>(sql`select * from tlds where tld = ${tld} for update`)

export const findTlds = (db: Db, tlds: readonly string[]): Promise<Tld[]> =>
  db.many<Tld>(sql`select * from tlds where tld = any(${tlds})`)

export type TldFilter = {
  type: string | undefined
  offered: boolean | undefined
  isDescending: boolean
  after: string | undefined
  limit: number
}

const OFFERED = sql`coalesce(register_cents, renew_cents, transfer_cents, restore_cents) is not null`

/** In the order of the alphabet, A-labels last. */
export const listTlds = (db: Db, { type, offered, isDescending, after, limit }: TldFilter): Promise<Tld[]> =>
  db.many<Tld>(sql`
    select * from tlds
    where ${joinConditions([
      type !== undefined && sql`type = ${type}`,
      offered !== undefined && sql`(${OFFERED}) = ${offered}`,
      after !== undefined && sql`tld ${isDescending ? sql`<` : sql`>`} ${after}`,
    ])}
    order by tld ${isDescending ? sql`desc` : sql`asc`} limit ${limit}`)

/** Everything that is offered at all, in the order of the alphabet. The rules of all TLDs would be ten times as much to read. */
export const offeredTlds = (db: Db): Promise<PricedTld[]> =>
  db.many<PricedTld>(sql`
    select tld, tld_unicode, type, register_cents, renew_cents, transfer_cents, restore_cents
    from tlds where ${OFFERED} order by tld`)

/** As the table names its columns. */
const toRow = (tld: Tld): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tld).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )

/** Writes whole rows. `keepEdited`: what an operator changed stays as it is. */
export async function saveTlds(tx: Tx, tlds: readonly Tld[], keepEdited: boolean): Promise<void> {
  await tx.run(sql`
    insert into tlds as t select * from jsonb_populate_recordset(null::tlds, ${JSON.stringify(tlds.map(toRow))}::jsonb)
    on conflict (tld) do update set
      type = excluded.type, tld_unicode = excluded.tld_unicode,
      min_years = excluded.min_years, max_years = excluded.max_years,
      register_cents = excluded.register_cents, renew_cents = excluded.renew_cents,
      transfer_cents = excluded.transfer_cents, restore_cents = excluded.restore_cents,
      prices_as_of = excluded.prices_as_of,
      organization_required = excluded.organization_required, organization_rules = excluded.organization_rules,
      local_presence_required = excluded.local_presence_required, allowed_countries = excluded.allowed_countries,
      nameservers_required = excluded.nameservers_required, nameservers_min = excluded.nameservers_min,
      nameservers_max = excluded.nameservers_max, nameserver_rules = excluded.nameserver_rules,
      idn = excluded.idn, dnssec = excluded.dnssec, auth_code_required = excluded.auth_code_required,
      transfer_lock_days = excluded.transfer_lock_days, auto_renew_grace_days = excluded.auto_renew_grace_days,
      redemption_days = excluded.redemption_days, pending_delete_days = excluded.pending_delete_days,
      edited_at = excluded.edited_at, updated_at = excluded.updated_at
    where not ${keepEdited} or t.edited_at is null`)
}

/** Which shipped catalogue the table was filled from; true when it was another one, which is then noted. */
export const noteCatalogue = (tx: Tx, version: string): Promise<boolean> => changeState(tx, 'tld_catalogue', version)
