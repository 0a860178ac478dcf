// Use cases of the console: what waits for a human, what a text leads to, how things stand.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { type Environment, liveFirst } from '../../../kernel/owner.ts'
import { lastCheck } from '../../audit/index.ts'
import { listedCounts } from '../../catalog/index.ts'
import { QUEUE_GROUP_NAMES, type QueueGroupName } from '../rules/queue.ts'
import { pickBestHits, readAsked } from '../rules/search.ts'
import { countOpenCases, countPartners, salesByDay } from '../store/overview.ts'
import { type QueueGroup, readGroup } from '../store/queue.ts'
import * as search from '../store/search.ts'

export async function readQueue(
  db: Db,
  only: Environment | undefined,
  now: Date,
): Promise<Record<QueueGroupName, QueueGroup>> {
  const groups = {} as Record<QueueGroupName, QueueGroup>
  // One after the other: a page of the console must not take every connection.
  for (const name of QUEUE_GROUP_NAMES) groups[name] = await readGroup(db, name, liveFirst(only), now)
  return groups
}

/** An id stands for one thing only, so nothing else is looked for. */
export async function searchEverything(db: Db, q: string): Promise<search.Hit[]> {
  const { text, idKind, emails, domain, domainStart } = readAsked(q)
  if (idKind !== null) return search.findById(db, idKind, text.toLowerCase())
  return pickBestHits([
    domain === null ? [] : await search.findByDomain(db, domain),
    emails.length > 0 ? await search.findByEmail(db, emails) : [],
    await search.findByPaymentRef(db, text),
    await search.findPartnersByStart(db, text),
    domainStart === null ? [] : await search.findListingsByStart(db, 'live', domainStart),
    domainStart === null ? [] : await search.findListingsByStart(db, 'sandbox', domainStart),
    await search.findByMiddle(db, text),
  ])
}

export type Overview = Awaited<ReturnType<typeof readOverview>>

const DAY_SECONDS = 86_400
const DAYS_SHOWN = 30

export async function readOverview(deps: Pick<Deps, 'db' | 'clock'>, now: Date) {
  const { db } = deps
  const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
  const to = addSeconds(today, DAY_SECONDS)
  const from = addSeconds(to, -DAYS_SHOWN * DAY_SECONDS)
  const [sales, listings, partners, openCases, ledgerCheck] = await Promise.all([
    salesByDay(db, from, to),
    listedCounts(deps),
    countPartners(db),
    countOpenCases(db),
    lastCheck(db),
  ])
  return { from, to, sales, listings, partners, openCases, ledgerCheck }
}
