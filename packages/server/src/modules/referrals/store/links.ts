// SQL of referral links.
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { LinkKind, Product } from '../rules.ts'

export type Link = Owner & {
  id: Id<'link'>
  code: string
  kind: LinkKind
  domain: string | null
  product: Product | null
  destination: string
  label: string | null
  active: boolean
  createdAt: Date
}

export type LinkStats = {
  clicks: number
  uniqueClicks: number
  sales: number
  saleAmountCents: number
  commissionCents: number
}

const owned = (owner: Owner) => sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}`

export async function insertLink(tx: Tx, link: Link): Promise<void> {
  await tx.run(sql`
    insert into referral_links (id, partner_id, environment, code, kind, domain, product, destination, label, active, created_at)
    values (${link.id}, ${link.partnerId}, ${link.environment}, ${link.code}, ${link.kind}, ${link.domain}, ${link.product},
            ${link.destination}, ${link.label}, ${link.active}, ${link.createdAt})`)
}

export const findLink = (db: Db, owner: Owner, id: string): Promise<Link | undefined> =>
  db.one<Link>(sql`select * from referral_links where id = ${id} and ${owned(owner)}`)

/** Sales that were reversed stay sales of the link; what they no longer earn is taken off. */
export const listLinks = (
  db: Db,
  owner: Owner,
  page: { before: string | undefined; limit: number },
): Promise<(Link & LinkStats)[]> =>
  db.many<Link & LinkStats>(sql`
    select l.*, c.clicks, c.unique_clicks, s.sales, s.sale_amount_cents, s.commission_cents
    from referral_links l
    cross join lateral (
      select coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(unique_clicks), 0)::bigint as unique_clicks
      from referral_clicks where link_id = l.id) c
    cross join lateral (
      select count(*)::bigint as sales, coalesce(sum(amount_cents), 0)::bigint as sale_amount_cents,
             coalesce(sum(commission_cents) filter (where category is distinct from 'reversed'), 0)::bigint as commission_cents
      from referral_sales where link_id = l.id) s
    where ${joinConditions([owned(owner), page.before !== undefined && sql`l.id < ${page.before}`])}
    order by l.id desc limit ${page.limit}`)

export type Redirect = { linkId: Id<'link'>; partnerId: Id<'partner'>; destination: string; offsetSeconds: number }

/** What a click needs to know of a link that works. */
export const findRedirect = (db: Db, code: string): Promise<Redirect | undefined> =>
  db.one<Redirect>(sql`
    select l.id as link_id, l.partner_id, l.destination,
           clock_offset(l.environment, p.sandbox_offset_seconds) as offset_seconds
    from referral_links l join partners p on p.id = l.partner_id where l.code = ${code} and l.active`)
