// What everybody may ask about names and endings.
import type { Deps } from '../../deps.ts'
import type { PublicCaller } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { NDJSON, toLineResponse, wantsLines } from '../../http/ndjson.ts'
import { type Static, Strict, Type } from '../../http/schema.ts'
import { asTheyCome, findOfferedTld, findTld, lookUp, startSearch } from './service.ts'
import { offeredTlds } from './store.ts'
import {
  OfferedTldView,
  offeredTldView,
  SearchInput,
  type SearchRow,
  SearchView,
  searchRowView,
  TldInput,
  TldMetadataView,
  TldPriceInput,
  TldPriceView,
  tldMetadataView,
  tldPriceView,
  WhoisInput,
  WhoisView,
  whoisView,
} from './views.ts'

type Asking = Pick<Deps, 'db' | 'clock' | 'registry' | 'config'>
type Caller = Pick<PublicCaller, 'user' | 'scopes'>

export async function searchDomain(
  deps: Asking,
  caller: Caller,
  { q }: Static<typeof SearchInput>,
): Promise<Static<typeof SearchView>> {
  const { asked, found, stop } = await startSearch(deps, caller.scopes, q)
  try {
    const results = (await Promise.all(found)).map((one) => searchRowView(one, deps.config.baseUrl))
    return { query: asked.domain, authenticated: caller.user !== null, results }
  } finally {
    stop()
  }
}

/** The same rows as they become known. Bad input is refused before the first. */
export async function streamSearch(
  deps: Asking,
  caller: Caller,
  { q }: Static<typeof SearchInput>,
): Promise<AsyncGenerator<SearchRow>> {
  const search = await startSearch(deps, caller.scopes, q)
  return (async function* () {
    for await (const found of asTheyCome(search)) yield searchRowView(found, deps.config.baseUrl)
  })()
}

async function whoisLookup(deps: Pick<Deps, 'registry'>, { domain }: Static<typeof WhoisInput>) {
  const { name, found } = await lookUp(deps, domain)
  return whoisView(name, found)
}

const tldPrice = async (deps: Pick<Deps, 'db'>, { tld, op = 'register' }: Static<typeof TldPriceInput>) =>
  tldPriceView(await findOfferedTld(deps.db, tld), op)

const tldMetadata = async (deps: Pick<Deps, 'db'>, { tld }: Static<typeof TldInput>) =>
  tldMetadataView(await findTld(deps.db, tld))

async function* tagRows(rows: AsyncIterable<SearchRow>): AsyncGenerator<object> {
  for await (const row of rows) yield { kind: 'row', ...row }
}

const search = defineRoute({
  id: 'domain.search',
  area: 'public',
  method: 'POST',
  path: '/domain/search',
  summary: 'Search for a domain',
  description:
    'Checks whether a domain can be registered or bought, and suggests the same label under other TLDs. The searched ' +
    'domain comes first. Domains on the marketplace are `for_sale`. Without a token that has `pricing:read`, their price ' +
    'is null here; `GET /api/market/listings/{name}` shows it. `Accept: application/x-ndjson` streams one row per line, ' +
    'each with `"kind":"row"`, as soon as it is known.',
  returns: 'The searched domain and its alternatives.',
  body: SearchInput,
  produces: [NDJSON],
  response: SearchView,
  handle: async ({ deps, caller, headers }, { body }) =>
    wantsLines(headers.accept)
      ? toLineResponse(tagRows(await streamSearch(deps, caller, body)))
      : searchDomain(deps, caller, body),
})

const whois = defineRoute({
  id: 'tools.whois',
  area: 'public',
  method: 'POST',
  path: '/tools/whois',
  summary: 'Look up a registration',
  description:
    'Returns registrar, registrant, dates and nameservers from RDAP, or from WHOIS if the TLD has no RDAP. An ' +
    'unregistered domain returns 200 with `registered: false`. 503 if the registry does not respond.',
  returns: 'The registration data.',
  limit: 'whois',
  body: WhoisInput,
  response: WhoisView,
  errors: ['upstream_unavailable'],
  handle: ({ deps }, { body }) => whoisLookup(deps, body),
})

const price = defineRoute({
  id: 'pricing.tld',
  area: 'public',
  method: 'GET',
  path: '/pricing/tld',
  summary: 'Get TLD prices',
  description:
    'Returns the price to register, renew, transfer or restore a domain under a TLD. 404 if the TLD is not offered.',
  returns: 'The price.',
  query: TldPriceInput,
  response: TldPriceView,
  errors: ['not_found'],
  reads: 'may_lag',
  revalidated: true,
  handle: ({ deps }, { query }) => tldPrice(deps, query),
})

const tlds = defineRoute({
  id: 'tlds.list',
  area: 'public',
  method: 'GET',
  path: '/tlds',
  summary: 'List offered TLDs',
  description: 'In alphabetical order, with prices.',
  returns: 'The offered TLDs.',
  response: Strict({ tlds: Type.Array(OfferedTldView) }),
  reads: 'may_lag',
  revalidated: true,
  handle: async ({ db }) => ({ tlds: (await offeredTlds(db)).map(offeredTldView) }),
})

const metadata = defineRoute({
  id: 'tlds.metadata',
  area: 'public',
  method: 'GET',
  path: '/tlds/{tld}/metadata',
  summary: 'Get the rules of a TLD',
  description:
    'Returns registration terms, eligibility, nameserver, transfer and expiry rules. 404 if the TLD is unknown.',
  returns: 'The rules of the TLD.',
  params: TldInput,
  response: TldMetadataView,
  errors: ['not_found'],
  reads: 'may_lag',
  revalidated: true,
  handle: ({ deps }, { params }) => tldMetadata(deps, params),
})

export const publicRoutes = [search, whois, price, tlds, metadata]
