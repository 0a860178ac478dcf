// The four public questions as functions: parameters in, wire answers out. The routes, the batch and the tools of agents ask them.
import type { Deps } from '../../deps.ts'
import type { PublicCaller } from '../../http/callers.ts'
import type { Static } from '../../http/schema.ts'
import { asTheyCome, findOfferedTld, findTld, lookUp, startSearch } from './service.ts'
import {
  type SearchInput,
  type SearchRow,
  type SearchView,
  searchRowView,
  type TldInput,
  type TldPriceInput,
  tldMetadataView,
  tldPriceView,
  type WhoisInput,
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

export async function whoisLookup(deps: Pick<Deps, 'registry'>, { domain }: Static<typeof WhoisInput>) {
  const { name, found } = await lookUp(deps, domain)
  return whoisView(name, found)
}

export const tldPrice = async (deps: Pick<Deps, 'db'>, { tld, op = 'register' }: Static<typeof TldPriceInput>) =>
  tldPriceView(await findOfferedTld(deps.db, tld), op)

export const tldMetadata = async (deps: Pick<Deps, 'db'>, { tld }: Static<typeof TldInput>) =>
  tldMetadataView(await findTld(deps.db, tld))
