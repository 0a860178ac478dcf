// What people do with the names that they hold.
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import { instant } from '../../http/query.ts'
import { pageQuery, Strict, Type } from '../../http/schema.ts'
import { assertStorable, assertValid } from '../../http/validate.ts'
import { invalidField, invariant, notFound } from '../../kernel/errors.ts'
import { BULK_BODY_BYTES_MAX, BULK_DOMAINS_MAX } from '../../kernel/limits.ts'
import { type BulkOp, type Params, readNameservers } from './rules.ts'
import { listDomains, readNames, runBulk } from './service.ts'
import { listRuns } from './store.ts'
import {
  BulkCatalogueView,
  BulkInput,
  BulkRunsView,
  BulkView,
  bulkCheckoutView,
  bulkRowView,
  bulkRunView,
  OPERATIONS,
  OwnedDomainsView,
  ownedDomainView,
} from './views.ts'

const isOp = (text: string): text is BulkOp => Object.hasOwn(OPERATIONS, text)

/** The parameters as the operation takes them; what no schema can say is judged here. */
function readParams(op: BulkOp, given: unknown): Params[BulkOp] {
  assertValid(OPERATIONS[op].params, given, 'params')
  assertStorable(given, 'params')
  const params = given as { nameservers?: string[]; price_cents?: number; floor_price_cents?: number }
  if (params.floor_price_cents !== undefined && params.floor_price_cents > (params.price_cents ?? 0))
    throw invalidField('floor_price_cents', 'must not be higher than the price')
  if (params.nameservers === undefined) return params as Params[BulkOp]
  const nameservers = readNameservers(params.nameservers)
  if (!nameservers) throw invalidField('nameservers', 'must be distinct hostnames such as ns1.example.net')
  return { nameservers }
}

const list = defineRoute({
  id: 'domains.owned',
  area: 'public',
  method: 'GET',
  path: '/domains',
  summary: 'List your domains',
  description: 'Domains you bought that were delivered to your account.',
  returns: 'A page of your domains.',
  signedIn: 'domains:manage',
  confirmed: true,
  query: Strict({
    ...pageQuery,
    expires_before: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Only domains that expire before this time: a date or a date-time.',
        examples: ['2027-01-01'],
      }),
    ),
  }),
  response: OwnedDomainsView,
  handle: async ({ db, caller }, { query }) => {
    invariant(caller.user, 'only the signed-in come here')
    const limit = pageLimit(query.limit)
    const before = query.expires_before
    const expiresBefore = before === undefined ? undefined : instant('expires_before', before)
    const filters = { list: 'domains', user: caller.user.id, expiresBefore: expiresBefore?.getTime() }
    const key = decodeCursor(query.cursor, filters, ['instant', 'string'])
    const after = key && { acquiredAt: new Date(key[0]), domain: key[1] }
    const rows = await listDomains(db, caller.user.id, { after, expiresBefore }, limit + 1)
    const page = toPage(rows, limit, filters, ({ domain }) => [domain.acquiredAt.getTime(), domain.domain])
    return {
      domains: page.rows.map(({ domain, listing }) => ownedDomainView(domain, listing)),
      next_cursor: page.nextCursor,
      has_more: page.hasMore,
    }
  },
})

const operations = defineRoute({
  id: 'bulk.operations',
  area: 'public',
  method: 'GET',
  path: '/domains/bulk',
  summary: 'List bulk operations',
  description: 'Returns each operation with the JSON Schema of its parameters.',
  returns: 'The bulk operations.',
  response: BulkCatalogueView,
  revalidated: true,
  handle: ({ deps }) => ({
    max_domains: BULK_DOMAINS_MAX,
    operations: Object.entries(OPERATIONS).map(([op, { description, params }]) => ({
      op,
      description,
      params,
      available: op !== 'renew' || deps.domainCommands.canCharge(),
    })),
  }),
})

const run = defineRoute({
  id: 'bulk.run',
  area: 'public',
  method: 'POST',
  path: '/domains/bulk/{op}',
  summary: 'Run a bulk operation',
  description:
    'Applies one operation to up to 1,000 of your domains. Each distinct domain has its own row. A domain that is not ' +
    'yours or not valid fails only in its row. `dry_run` returns what would happen without changing anything. With a ' +
    'connector, nameservers, locks and privacy change at the registry in the background: `progress` of a row is ' +
    '`pending`. `renew` costs money: rows have `payment_required`, and `checkout` has the page to pay all of them.',
  returns: 'The result for each domain.',
  signedIn: 'domains:manage',
  confirmed: true,
  writes: true,
  params: Strict({ op: Type.String({ maxLength: 64, examples: ['renew'] }) }),
  body: BulkInput,
  bodyInParts: true,
  bodyBytesMax: BULK_BODY_BYTES_MAX,
  response: BulkView,
  errors: ['not_found'],
  prepare: async (_, { params: { op }, body }) => {
    if (!isOp(op)) throw notFound(`Unknown operation. Use one of ${Object.keys(OPERATIONS).join(', ')}.`)
    const params = readParams(op, body.params ?? {})
    return { op, params: params as never, names: await readNames(body.domains), dryRun: body.dry_run ?? false }
  },
  handle: async ({ deps, tx, caller, now, prepared }) => {
    invariant(caller.user, 'only the signed-in come here')
    const { op, dryRun } = prepared
    const { id, rows, succeeded, bill } = await runBulk(deps.domainCommands, tx, caller.user.id, prepared, now)
    return {
      bulk_id: id,
      op,
      dry_run: dryRun,
      total: rows.length,
      succeeded,
      failed: rows.length - succeeded,
      results: rows.map(bulkRowView),
      checkout: bill && bulkCheckoutView(bill),
    }
  },
})

const runs = defineRoute({
  id: 'bulk.runs',
  area: 'public',
  method: 'GET',
  path: '/account/bulk-runs',
  summary: 'List bulk runs',
  description: 'Your bulk operations, newest first. Dry runs are not stored.',
  returns: 'A page of bulk runs.',
  signedIn: 'domains:manage',
  confirmed: true,
  query: Strict({ ...pageQuery }),
  response: BulkRunsView,
  handle: async ({ db, caller }, { query }) => {
    invariant(caller.user, 'only the signed-in come here')
    const limit = pageLimit(query.limit)
    const filters = { list: 'bulk_runs', user: caller.user.id }
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const page = toPage(await listRuns(db, caller.user.id, { before, limit: limit + 1 }), limit, filters, (row) => [
      row.id,
    ])
    return { bulk_runs: page.rows.map(bulkRunView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

export const publicRoutes = [list, operations, run, runs]
