// The reads that a batch and an agent call by name: public routes, with words for a model.
import type { TObject, TSchema } from 'typebox'
import { type Asker, callPublicRoute } from '../http/call-route.ts'
import type { Route } from '../http/define-route.ts'
import { Strict, Type } from '../http/schema.ts'
import { assertValid } from '../http/validate.ts'
import { invariant } from '../kernel/errors.ts'
import { publicRoutes as catalogPublic } from '../modules/catalog/routes.public.ts'
import { publicRoutes as registryPublic } from '../modules/registry/routes.public.ts'
import { publicRoutes as searchPublic } from '../modules/search/routes.public.ts'
import { isTaxAdded } from '../modules/tax/index.ts'
import { SEARCH_MARKET_PARAMS } from './market-tools.ts'
import { type Answer, fitRows, writeTaxNote } from './texts.ts'
import { findRoute, LOOKS_UP, NextStep, READS, type Tool } from './tool.ts'

type Place = 'body' | 'query' | 'params'
/** An operation of a batch: a public read under another name. */
export type Operation = {
  name: string
  description: string
  route: Route
  params: TObject
  run(params: unknown, asker: Asker): Promise<unknown>
}

const ROUTES = [...registryPublic, ...catalogPublic, ...searchPublic]

function makeOperation(name: string, routeId: string): Operation {
  const route = findRoute(ROUTES, routeId)
  const place = (['body', 'query', 'params'] as const satisfies Place[]).find((one) => route[one] !== undefined)
  invariant(place, `${routeId} has no input`)
  return {
    name,
    description: `${route.summary}. ${route.description}`,
    route,
    params: route[place] as TObject,
    run: (params, asker) => callPublicRoute(route, { [place]: params }, asker),
  }
}

type Json = Record<string, unknown>
type Words = { description: string; next(response: never): string }
/** Tools whose response has prices. */
const PRICED = ['search_domain', 'tld_registration_price', 'market_listings']
type FoundRow = { domain: string; status: string }

const WORDS: Record<string, Words> = {
  search_domain: {
    description:
      'Check whether one exact name can be registered or bought, and see the same name under other TLDs. Use it when the ' +
      'person already has a name in mind. For ideas by topic or budget use search_market. Prices are in cents; a price of ' +
      'kind `register` is for one year at a registrar, `buy_now` is for a domain sold here.',
    next: ({ results }: { results: FoundRow[] }) => {
      const [first] = results
      if (first?.status === 'for_sale')
        return `Call get_domain for its price, or create_checkout to buy ${first.domain}.`
      if (first?.status === 'available') return `${first.domain} is not sold here. It can be registered at a registrar.`
      if (first?.status === 'registered')
        return `${first.domain} has an owner. Offer start_brokerage, or search_market for similar names.`
      return 'The registry did not respond. Try again in a minute.'
    },
  },
  whois_lookup: {
    description:
      'Look up who registered a domain: registrar, registrant, dates and nameservers. Slow: up to ten seconds. Use it ' +
      'before start_brokerage or to check an expiry date, not to find out whether a domain is for sale.',
    next: (found: Json) =>
      found.registered
        ? 'To buy it from its owner, call start_brokerage. Check search_domain first: it may be for sale here.'
        : 'It can be registered at a registrar. tld_registration_price has the price.',
  },
  tld_registration_price: {
    description: 'Get what a TLD costs: to register, renew, transfer or restore a domain. The price is in cents.',
    next: () => 'Call tld_requirements to see who may register under this TLD.',
  },
  tld_requirements: {
    description:
      'Get the rules of a TLD: who may register, for how many years, nameservers, transfers and expiry. Use it before a ' +
      'person decides on a TLD with conditions, such as .eu or .de.',
    next: () => 'Call tld_registration_price for the price.',
  },
  market_listings: {
    description:
      'List domains for sale here with exact filters: TLD, price range in cents, length, text in the name, category. To ' +
      'search by topic or meaning use search_market.',
    next: ({ page }: { page: Json }) =>
      page.next_cursor === null
        ? 'Call get_domain or create_checkout with a domain.'
        : 'Call get_domain or create_checkout with a domain, or pass page.next_cursor as cursor for more.',
  },
}

const ROUTE_IDS: Record<string, string> = {
  search_domain: 'domain.search',
  whois_lookup: 'tools.whois',
  tld_registration_price: 'pricing.tld',
  tld_requirements: 'tlds.metadata',
  market_listings: 'market.listings',
}

/** A page of a hundred would fill the context of a model; the cursor leads to the rest. */
const LISTINGS_MAX = 6

const Row = (fields: Record<string, TSchema>) => Type.Array(Strict(fields))
const pick = (rows: unknown, names: readonly string[]) =>
  (rows as Json[]).map((row) => Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : []))))

/** Lists with only the fields that a model decides by. Everything else is a call away. */
const TRIMMED: Record<string, { list: string; fields: readonly string[] }> = {
  search_domain: { list: 'results', fields: ['domain', 'status', 'available', 'price', 'price_masked', 'url'] },
  market_listings: { list: 'items', fields: ['domain', 'price_cents', 'currency', 'url'] },
}

/** The schema of the route's response, with the fields that are left of its rows, and the next step. */
function buildOutput(name: string, response: TObject): TObject {
  const trimmed = TRIMMED[name]
  const properties = { ...response.properties, next_step: NextStep() }
  if (!trimmed) return Strict(properties)
  const row = (response.properties[trimmed.list] as unknown as { items: TObject }).items
  return Strict({
    ...properties,
    [trimmed.list]: Row(Object.fromEntries(pick([row.properties], trimmed.fields).flatMap(Object.entries)) as never),
  })
}

const STATUS_ORDER = ['for_sale', 'available', 'registered', 'unknown']

/** The asked name first, then what can be had. */
const sortFound = ([asked, ...others]: FoundRow[]): FoundRow[] => [
  ...(asked ? [asked] : []),
  ...others.sort((a, b) => STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status)),
]

/** The text repeats the structured content, for clients that know only text. */
function answer(name: string, response: Json, next: string): Answer {
  const write = (rows: Json): Answer => {
    const data = { ...response, ...rows, next_step: next }
    return { data, text: JSON.stringify(data) }
  }
  const trimmed = TRIMMED[name]
  if (!trimmed) return write({})
  const rows = pick(response[trimmed.list], trimmed.fields)
  // A row left out of a page would be lost, because the cursor goes on after the page.
  if (name === 'market_listings') return write({ items: rows })
  return fitRows(sortFound(rows as FoundRow[]), (kept) => write({ results: [...kept] }))
}

function makeTool(operation: Operation): Tool {
  const { name, route, params } = operation
  const words = WORDS[name]
  invariant(words, `${name} has no words`)
  const { limit } = route
  return {
    name,
    title: route.summary,
    description: words.description,
    params,
    output: buildOutput(name, route.response as unknown as TObject),
    hints: route.area === 'public' && /^\/(?:domain|tools)\//.test(route.path) ? LOOKS_UP : READS,
    ...(limit !== undefined && limit !== 'by-operation' && limit !== 'public_reads' ? { limit } : {}),
    run: async (given: Json, asker, call): Promise<Answer> => {
      await call.progress(0, 1, `${route.summary} …`)
      const { limit = LISTINGS_MAX } = given
      const asked = name === 'market_listings' ? { ...given, limit: Math.min(Number(limit), LISTINGS_MAX) } : given
      const response = (await operation.run(asked, asker)) as Json
      const note = PRICED.includes(name) ? writeTaxNote(await isTaxAdded(asker.deps)) : ''
      return answer(name, response, `${words.next(response as never)}${note}`)
    },
  }
}

const LOOKUPS = Object.entries(ROUTE_IDS).map(([name, routeId]) => makeOperation(name, routeId))

const marketSearch = makeOperation('market_search', 'market.search')

/** With the parameters of the tool, so that one set of words works in both places. */
const searchMarket: Operation = {
  ...marketSearch,
  name: 'search_market',
  params: SEARCH_MARKET_PARAMS,
  run: async (params, asker) => {
    assertValid(SEARCH_MARKET_PARAMS, params, 'params')
    const { query, ...rest } = params as { query: string }
    return marketSearch.run({ ...rest, q: query }, asker)
  },
}

export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  [...LOOKUPS, marketSearch, searchMarket].map((one) => [one.name, one]),
)

export const LOOKUP_TOOLS: readonly Tool[] = LOOKUPS.map(makeTool)
