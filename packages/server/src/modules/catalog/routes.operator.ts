// Operator endpoints for the inventory: create, list, change, withdraw, import.
import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { isPlainUtf8 } from '../../http/body.ts'
import { defineRoute, RawResponse } from '../../http/define-route.ts'
import { datesQuery, respondWithList } from '../../http/list-response.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { DomainText, EnvironmentName, Nullable, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { sortQuery } from '../../http/sorting.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { DESCRIPTION_LENGTH_MAX } from '../../kernel/limits.ts'
import { importListings, LISTING_COLUMNS, readListings } from './http.ts'
import { LISTING_STATUSES, WITHDRAWAL_ACTIONS } from './rules.ts'
import { IMPORT_TYPES, type LineReport } from './service/import.ts'
import { changeListing, createListing, readDomain, readTld, withdrawListing } from './service/list.ts'
import { acceptWithdrawal, relistWithdrawn } from './service/watch-listings.ts'
import { findImport, type ImportReport } from './store/imports.ts'
import { findListing, LISTING_SORTS } from './store/listings.ts'
import { findWithdrawal } from './store/withdrawals.ts'
import { ImportView, importView } from './views/imports.ts'
import {
  ListingDetailView,
  ListingView,
  listingDetailView,
  listingTerms,
  listingView,
  offerTerms,
} from './views/listings.ts'

const ListingPath = Strict({ listing_id: Type.String() })

type Terms = {
  price_cents?: number
  floor_price_cents?: number
  currency?: string
  description?: string | null
  categories?: string[]
  accepts_offers?: boolean
  auto_accept_offers?: boolean
}
const toTerms = <T extends Terms>(body: T) => ({
  priceCents: body.price_cents as T['price_cents'],
  floorPriceCents: body.floor_price_cents,
  currency: body.currency as T['currency'],
  description: body.description,
  categories: body.categories,
  acceptsOffers: body.accepts_offers,
  autoAcceptOffers: body.auto_accept_offers,
})

const create = defineRoute({
  id: 'operator.listings.create',
  area: 'operator',
  method: 'POST',
  path: '/listings',
  operators: ['support'],
  summary: 'Create a listing',
  description: 'Lists a domain in the live or the sandbox inventory. 409 `already_listed` if it is listed or sold.',
  returns: 'The created listing.',
  body: Strict({ environment: EnvironmentName(), domain: DomainText(), ...listingTerms, ...offerTerms }),
  status: 201,
  response: ListingView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ tx, now }, { body }) =>
    listingView(
      await createListing(tx, { environment: body.environment, domain: body.domain, ...toTerms(body) }, now),
      now,
    ),
})

const list = defineRoute({
  id: 'operator.listings.list',
  area: 'operator',
  method: 'GET',
  path: '/listings',
  summary: 'List listings',
  description:
    'Live before sandbox, then newest first or as `sort` says. `Accept: text/csv` returns all matching listings as CSV.',
  returns: 'A page of listings.',
  query: Strict({
    ...pageQuery,
    ...sortQuery(LISTING_SORTS, 'created_desc'),
    environment: Type.Optional(EnvironmentName()),
    status: Type.Optional(
      Type.String({ description: `Statuses, separated by commas: ${LISTING_STATUSES.join(', ')}.` }),
    ),
    tld: Type.Optional(
      Type.String({ minLength: 1, maxLength: 253, description: 'A TLD in any form: `com`, `.CO.UK`, `рф`.' }),
    ),
    domain: Type.Optional(DomainText('The exact domain, as A-label or U-label.')),
    ...datesQuery,
  }),
  produces: ['text/csv'],
  response: Strict({ listings: Type.Array(ListingView), ...pageFields }),
  handle: async ({ db, now, headers }, { query }) => {
    const filters = {
      list: 'listings',
      environment: query.environment,
      statuses: commaList('status', query.status, LISTING_STATUSES),
      tld: query.tld === undefined ? undefined : readTld(query.tld),
      domain: query.domain === undefined ? undefined : readDomain(query.domain, query.environment ?? 'sandbox').domain,
      ...dateRange(query),
    }
    const read = readListings(db, filters, query.sort, now)
    return respondWithList({ headers, query }, { columns: LISTING_COLUMNS, read, toBody: (listings) => ({ listings }) })
  },
})

const get = defineRoute({
  id: 'operator.listings.get',
  area: 'operator',
  method: 'GET',
  path: '/listings/{listing_id}',
  summary: 'Get a listing',
  description: 'Returns one listing. `withdrawal` says why the service withdrew it.',
  returns: 'The listing.',
  params: ListingPath,
  response: ListingDetailView,
  errors: ['not_found'],
  handle: async ({ db, now }, { params }) => {
    const listing = isId('listing', params.listing_id) ? await findListing(db, params.listing_id) : undefined
    if (!listing) throw notFound('Listing not found.')
    return listingDetailView(listing, await findWithdrawal(db, listing.id), now)
  },
})

const change = defineRoute({
  id: 'operator.listings.change',
  area: 'operator',
  method: 'PATCH',
  path: '/listings/{listing_id}',
  operators: ['support'],
  summary: 'Update a listing',
  description: 'Changes only the fields you send. Active quotes keep their price.',
  returns: 'The updated listing.',
  params: ListingPath,
  body: Strict(
    {
      price_cents: Type.Optional(listingTerms.price_cents),
      floor_price_cents: listingTerms.floor_price_cents,
      currency: Type.Optional(listingTerms.currency),
      description: Type.Optional(Nullable(Type.String({ maxLength: DESCRIPTION_LENGTH_MAX }))),
      categories: listingTerms.categories,
      ...offerTerms,
    },
    { minProperties: 1 },
  ),
  response: ListingView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, now }, { params, body }) =>
    listingView(await changeListing(tx, params.listing_id, toTerms(body), now), now),
})

const withdraw = defineRoute({
  id: 'operator.listings.withdraw',
  area: 'operator',
  method: 'DELETE',
  path: '/listings/{listing_id}',
  operators: ['support'],
  summary: 'Withdraw a listing',
  description: 'Removes the domain from sale. It can be listed again later. 409 while the domain is reserved.',
  returns: 'The withdrawn listing.',
  params: ListingPath,
  response: ListingView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, now }, { params }) => listingView(await withdrawListing(tx, params.listing_id, now), now),
})

const DECISIONS = {
  relist: {
    decide: relistWithdrawn,
    summary: 'Relist a withdrawn listing',
    description:
      'Puts a listing that the service withdrew back on sale, with the same terms. The service does not withdraw it again ' +
      'for 30 days. 409 if the domain is listed or sold, or the service did not withdraw the listing.',
    returns: 'The listing, on sale again.',
  },
  accept_withdrawal: {
    decide: acceptWithdrawal,
    summary: 'Accept the withdrawal of a listing',
    description: 'The listing stays withdrawn and leaves the queue. 409 if the service did not withdraw it.',
    returns: 'The withdrawn listing.',
  },
}

const decisions = WITHDRAWAL_ACTIONS.map((action) => {
  const { decide, ...texts } = DECISIONS[action]
  return defineRoute({
    id: `operator.listings.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/listings/{listing_id}/${action}`,
    operators: ['support'],
    ...texts,
    params: ListingPath,
    response: ListingDetailView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ tx, caller, now }, { params }) => {
      const listing = await decide(tx, params.listing_id, caller.actor, now)
      return listingDetailView(listing, await findWithdrawal(tx, listing.id), now)
    },
  })
})

async function* asNdjson(
  deps: Deps,
  lines: AsyncGenerator<LineReport, ImportReport>,
  dryRun: boolean,
): AsyncGenerator<string> {
  let report: ImportReport | undefined
  try {
    while (report === undefined) {
      const next = await lines.next()
      if (next.done) report = next.value
      else yield `${JSON.stringify({ kind: 'line', ...next.value })}\n`
    }
    yield `${JSON.stringify({ kind: 'report', ...(await importView(deps, report, dryRun)) })}\n`
  } finally {
    // A reader that goes away ends the import, which then reports that it failed.
    if (report === undefined) await lines.return(undefined as never)
  }
}

const importRoute = defineRoute({
  id: 'operator.listings.import',
  area: 'operator',
  method: 'POST',
  path: '/listings/import',
  operators: ['support'],
  summary: 'Import listings',
  description:
    'Streams CSV or NDJSON of any size. Columns or fields: domain, price_cents, floor_price_cents, currency, description, ' +
    'categories (in CSV separated by |). An existing listing gets the new terms. A sold domain is rejected. Lines are ' +
    'written in batches of 1,000, so after an interruption send the file again. With `Accept: application/x-ndjson` the ' +
    'response has one line per line read and the report as its last line. New domains become searchable in the background, ' +
    'newest first: see `search` in the report.',
  returns: 'The import report.',
  query: Strict({
    environment: EnvironmentName(),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'True: check the whole file and report what would change, without changing anything.',
      }),
    ),
  }),
  streamed: true,
  consumes: Object.keys(IMPORT_TYPES),
  produces: ['application/x-ndjson'],
  response: ImportView,
  errors: ['unsupported_media_type'],
  handle: async ({ deps, caller, headers, requestId, path }, { query, stream }) => {
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() as keyof typeof IMPORT_TYPES
    if (!Object.hasOwn(IMPORT_TYPES, type) || !isPlainUtf8(headers))
      throw new ApiError('unsupported_media_type', {
        message: `Unsupported content type or encoding. Send ${Object.keys(IMPORT_TYPES).join(' or ')} in UTF-8, uncompressed.`,
      })
    const source = stream ?? Readable.from([])
    const dryRun = query.dry_run ?? false
    const lines = importListings(deps, {
      environment: query.environment,
      call: { actor: caller.actor, requestId, method: 'POST', path },
      contentType: type,
      source,
      dryRun,
    })
    if (headers.accept?.includes('application/x-ndjson'))
      return new RawResponse('application/x-ndjson', Readable.from(asNdjson(deps, lines, dryRun)))
    let next = await lines.next()
    while (!next.done) next = await lines.next()
    return importView(deps, next.value, dryRun)
  },
})

const showImport = defineRoute({
  id: 'operator.listings.import_report',
  area: 'operator',
  method: 'GET',
  path: '/listings/imports/{import_id}',
  summary: 'Get an import report',
  description: 'Returns the progress of a running import or the report of a finished one.',
  returns: 'The import report.',
  params: Strict({ import_id: Type.String() }),
  response: ImportView,
  errors: ['not_found'],
  handle: async ({ db, deps }, { params }) => {
    const report = isId('import', params.import_id) ? await findImport(db, params.import_id) : undefined
    if (!report) throw notFound('Import not found.')
    return importView(deps, report)
  },
})

export const operatorRoutes = [create, list, get, change, withdraw, ...decisions, importRoute, showImport]
