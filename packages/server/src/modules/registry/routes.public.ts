// What everybody may ask about names and endings.
import type { Deps } from '../../deps.ts'
import type { PublicCaller } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { lineAnswer, NDJSON, wantsLines } from '../../http/ndjson.ts'
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

type Asking = Pick<Deps, 'db' | 'clock' | 'registry'>
type Caller = Pick<PublicCaller, 'user' | 'scopes'>

export async function searchDomain(
  deps: Asking,
  caller: Caller,
  { q }: Static<typeof SearchInput>,
): Promise<Static<typeof SearchView>> {
  const { asked, found, stop } = await startSearch(deps, caller.scopes, q)
  try {
    const results = (await Promise.all(found)).map(searchRowView)
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
    for await (const found of asTheyCome(search)) yield searchRowView(found)
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

async function* kindOfRow(rows: AsyncIterable<SearchRow>): AsyncGenerator<object> {
  for await (const row of rows) yield { kind: 'row', ...row }
}

const search = defineRoute({
  id: 'domain.search',
  area: 'public',
  method: 'POST',
  path: '/domain/search',
  summary: 'Can this name be had, and the same label under other endings?',
  description:
    'The asked name first, then its siblings. Names of the marketplace are `for_sale`, their price masked without a token that has `pricing:read`. `Accept: application/x-ndjson` sends a row a line as soon as it is known, each with `"kind":"row"`.',
  body: SearchInput,
  produces: [NDJSON],
  response: SearchView,
  handle: async ({ deps, caller, headers }, { body }) =>
    wantsLines(headers.accept)
      ? lineAnswer(kindOfRow(await streamSearch(deps, caller, body)))
      : searchDomain(deps, caller, body),
})

const whois = defineRoute({
  id: 'tools.whois',
  area: 'public',
  method: 'POST',
  path: '/tools/whois',
  summary: 'Who registered a name, when, and until when.',
  description:
    'From the registry itself: RDAP, or WHOIS where the TLD has no RDAP. An unregistered name is 200 with `registered: false`.',
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
  summary: 'What it costs to register, renew, transfer or restore a name under an ending.',
  query: TldPriceInput,
  response: TldPriceView,
  errors: ['not_found'],
  handle: ({ deps }, { query }) => tldPrice(deps, query),
})

const tlds = defineRoute({
  id: 'tlds.list',
  area: 'public',
  method: 'GET',
  path: '/tlds',
  summary: 'Every ending that is offered here, with its prices, in the order of the alphabet.',
  response: Strict({ tlds: Type.Array(OfferedTldView) }),
  handle: async ({ db }) => ({ tlds: (await offeredTlds(db)).map(offeredTldView) }),
})

const metadata = defineRoute({
  id: 'tlds.metadata',
  area: 'public',
  method: 'GET',
  path: '/tlds/{tld}/metadata',
  summary: 'The rules of an ending: terms, who may register, name servers, transfers, deadlines.',
  params: TldInput,
  response: TldMetadataView,
  errors: ['not_found'],
  handle: ({ deps }, { params }) => tldMetadata(deps, params),
})

export const publicRoutes = [search, whois, price, tlds, metadata]
