// Referral for partners: links, clicks, referred sales, commission and its payouts.
import type { TObject } from 'typebox'
import { defineRoute } from '../../http/define-route.ts'
import { datesQuery as dates, NEWEST, respondWithList } from '../../http/list-response.ts'
import { decodeCursor, toPage } from '../../http/pagination.ts'
import { dateRange } from '../../http/query.ts'
import { pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { pageSorted, sortQuery } from '../../http/sorting.ts'
import { dayRange, requireAffiliate } from './rules.ts'
import { createLink } from './service/create-link.ts'
import { clicksByDay, clicksByLink } from './store/clicks.ts'
import { listBalances, listEntries } from './store/commission.ts'
import { listLinks } from './store/links.ts'
import { listPayouts, PAYOUT_SORTS, type PayoutRow, totalPaid } from './store/payouts.ts'
import { listSales } from './store/sales.ts'
import {
  BalanceView,
  balanceView,
  ClicksView,
  clicksView,
  EntryView,
  entryView,
  LinkInput,
  LinkView,
  linkView,
  PayoutView,
  payoutView,
  SaleView,
  saleView,
  TotalPaidView,
  totalPaidView,
} from './views.ts'

const listColumns = (view: TObject): string[] => Object.keys(view.properties)

const create = defineRoute({
  id: 'links.create',
  area: 'partner',
  method: 'POST',
  path: '/links',
  scope: 'refer',
  requires: requireAffiliate,
  summary: 'Create a referral link',
  description:
    'Kind `domain` requires a listed `domain`. Kind `product` requires `product`. Kind `generic` requires neither. 403 ' +
    '`affiliate_not_linked` without an affiliate account.',
  returns: 'The created link.',
  body: LinkInput,
  status: 201,
  response: LinkView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    const { kind, domain, product, destination_url: destinationUrl, label } = body
    const { baseUrl } = deps.config
    return linkView(
      await createLink(tx, caller, { kind, domain, product, destinationUrl, label }, baseUrl, now),
      baseUrl,
    )
  },
})

const list = defineRoute({
  id: 'links.list',
  area: 'partner',
  method: 'GET',
  path: '/links',
  scope: 'refer',
  requires: requireAffiliate,
  summary: 'List your referral links',
  description: 'Newest first, with clicks and sales. `Accept: text/csv` returns all links as CSV.',
  returns: 'A page of links.',
  query: Strict({ ...pageQuery }),
  produces: ['text/csv'],
  response: Strict({ links: Type.Array(LinkView), ...pageFields }),
  handle: async ({ deps, db, caller, headers }, { query }) => {
    // What is not written yet was noted by the counter; the older figures are still worth showing.
    await deps.clicks.flush().catch(() => {})
    const filters = { list: 'links' }
    return respondWithList(
      { headers, query },
      {
        columns: [
          ...listColumns(LinkView).filter((name) => name !== 'stats'),
          ...listColumns(LinkView.properties.stats),
        ],
        read: async (cursor, limit) => {
          const [before] = decodeCursor(cursor, filters, ['string']) ?? []
          const rows = await listLinks(db, caller, { before, limit: limit + 1 })
          const page = toPage(rows, limit, filters, (row) => [row.id])
          return { ...page, rows: page.rows.map((row) => linkView(row, deps.config.baseUrl, row)) }
        },
        toLine: (link) => ({ ...link, ...link.stats }),
        toBody: (links) => ({ links }),
      },
    )
  },
})

const clicks = defineRoute({
  id: 'me.clicks',
  area: 'partner',
  method: 'GET',
  path: '/me/clicks',
  scope: 'report',
  requires: requireAffiliate,
  summary: 'Get referral clicks',
  description:
    'Clicks on your links by day and by link. Clicks are stored per UTC day. A day counts if any part of it is between `from` and `to`.',
  returns: 'The clicks of the range.',
  query: Strict({ ...dates }),
  response: ClicksView,
  handle: async ({ deps, db, caller }, { query }) => {
    const days = dayRange(dateRange(query))
    await deps.clicks.flush().catch(() => {})
    return clicksView(await clicksByDay(db, caller, days), await clicksByLink(db, caller, days))
  },
})

const sales = defineRoute({
  id: 'me.sales',
  area: 'partner',
  method: 'GET',
  path: '/me/sales',
  scope: 'report',
  requires: requireAffiliate,
  summary: 'List referred sales',
  description:
    'Sales that came through your links, newest first. `Accept: text/csv` returns all matching sales as CSV.',
  returns: 'A page of referred sales.',
  query: Strict({ ...pageQuery, ...dates }),
  produces: ['text/csv'],
  response: Strict({ sales: Type.Array(SaleView), ...pageFields }),
  handle: ({ db, caller, headers }, { query }) => {
    const filters = { list: 'me.sales', ...dateRange(query) }
    return respondWithList(
      { headers, query },
      {
        columns: listColumns(SaleView),
        read: async (cursor, limit) => {
          const [before] = decodeCursor(cursor, filters, ['string']) ?? []
          const rows = await listSales(db, { owner: caller, ...filters, before, limit: limit + 1 })
          const page = toPage(rows, limit, filters, (row) => [row.id])
          return { ...page, rows: page.rows.map(saleView) }
        },
        toBody: (found) => ({ sales: found }),
      },
    )
  },
})

const commissions = defineRoute({
  id: 'me.commissions',
  area: 'partner',
  method: 'GET',
  path: '/me/commissions',
  scope: 'report',
  requires: requireAffiliate,
  summary: 'List commission entries',
  description:
    'Every entry of your referral commission, newest first, with the balance per currency. Commission is `accrued` at the ' +
    'sale, `pending` 30 days after delivery and then paid out. A refund reverses it. `Accept: text/csv` returns all matching entries as CSV.',
  returns: 'A page of entries with the balance.',
  query: Strict({ ...pageQuery, ...dates }),
  produces: ['text/csv'],
  response: Strict({ entries: Type.Array(EntryView), balance: Type.Array(BalanceView), ...pageFields }),
  handle: ({ db, caller, headers }, { query }) => {
    const filters = { list: 'me.commissions', ...dateRange(query) }
    return respondWithList(
      { headers, query },
      {
        columns: listColumns(EntryView),
        read: async (cursor, limit) => {
          const [before] = decodeCursor(cursor, filters, ['number']) ?? []
          const rows = await listEntries(db, { owner: caller, ...filters, before, limit: limit + 1 })
          const page = toPage(rows, limit, filters, (row) => [row.line])
          return { ...page, rows: page.rows.map(entryView) }
        },
        toBody: async (entries) => ({ entries, balance: (await listBalances(db, caller)).map(balanceView) }),
      },
    )
  },
})

const payouts = defineRoute({
  id: 'me.payouts',
  area: 'partner',
  method: 'GET',
  path: '/me/payouts',
  scope: 'report',
  requires: requireAffiliate,
  summary: 'List referral payouts',
  description:
    'Payouts of your referral commission, newest first or as `sort` says, with the total paid over all time. ' +
    '`Accept: text/csv` returns all matching payouts as CSV.',
  returns: 'A page of payouts.',
  query: Strict({ ...pageQuery, ...sortQuery(PAYOUT_SORTS, NEWEST), ...dates }),
  produces: ['text/csv'],
  response: Strict({ payouts: Type.Array(PayoutView), total_paid: Type.Array(TotalPaidView), ...pageFields }),
  handle: ({ db, caller, headers }, { query }) => {
    const range = dateRange(query)
    const filters = { list: 'me.payouts', ...range }
    return respondWithList(
      { headers, query },
      {
        columns: listColumns(PayoutView),
        read: async (cursor, limit) => {
          const page = await pageSorted(
            { sort: query.sort, fallback: NEWEST, cursor, limit, filters },
            { created: null, amount: { kind: 'number', getValue: ({ amountCents }: PayoutRow) => amountCents } },
            ({ id }) => id,
            (keyset, room) => listPayouts(db, caller, range, keyset, room),
          )
          return { ...page, rows: page.rows.map(payoutView) }
        },
        toBody: async (found) => ({ payouts: found, total_paid: (await totalPaid(db, caller)).map(totalPaidView) }),
      },
    )
  },
})

export const partnerRoutes = [create, list, clicks, sales, commissions, payouts]
