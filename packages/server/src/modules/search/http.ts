// What a search process serves, to web processes only: searches, and the state of its index.
import { timingSafeEqual } from 'node:crypto'
import type { SearchEngine, SearchQuery } from '@freehold/search'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { parseJson } from '../../http/body.ts'
import { OneOf, Strict, Type } from '../../http/schema.ts'
import { assertValid } from '../../http/validate.ts'
import {
  deriveSearchToken,
  encodeResponse,
  LOADING,
  SEARCH_PATH,
  type SearchServerState,
  STATE_HEADER,
  STATE_PATH,
} from '../../kernel/contracts/search-protocol.ts'
import { ApiError } from '../../kernel/errors.ts'
import {
  MARKET_MATCHES_MAX,
  MONEY_CENTS_MAX,
  SEARCH_QUERY_LENGTH_MAX,
  SEARCHES_UNDER_WAY_MAX,
} from '../../kernel/limits.ts'
import { ENVIRONMENTS, type Environment } from '../../kernel/owner.ts'
import { tokenHash } from '../../kernel/secret-box.ts'

const BODY_BYTES_MAX = 8192
/** A character has at most this many in lower case and in its composed form: some have no composed form. */
const LONGER_MAX = 3

const Price = () => Type.Optional(Type.Integer({ minimum: 0, maximum: MONEY_CENTS_MAX }))
/** Web processes check what they are given. These limits accept all that passes there, in lower case and punycode too. */
const Query = Strict({
  q: Type.String({ maxLength: SEARCH_QUERY_LENGTH_MAX * LONGER_MAX }),
  collection: OneOf(ENVIRONMENTS),
  limit: Type.Integer({ minimum: 1, maximum: MARKET_MATCHES_MAX }),
  isTyping: Type.Optional(Type.Boolean()),
  tld: Type.Optional(Type.String({ maxLength: 255 })),
  minPriceCents: Price(),
  maxPriceCents: Price(),
})

const refuse = (message: string, headers: Record<string, string>) =>
  new ApiError('upstream_unavailable', { message, headers })

export function mountSearchServer(
  app: FastifyInstance,
  deps: Pick<Deps, 'search' | 'secrets'>,
  engine: Pick<SearchEngine, 'search'>,
): void {
  const { ready } = deps.search
  const expected = tokenHash(`Bearer ${deriveSearchToken(deps.secrets)}`)
  let underWay = 0

  async function search(body: unknown): Promise<unknown> {
    const query = parseJson(body as Buffer)
    assertValid(Query, query, 'body')
    const { collection } = query as { collection: Environment }
    if (!ready.has(collection))
      throw refuse('The search index is not complete yet. Retry later.', { [STATE_HEADER]: LOADING })
    // More would only wait in the engine's thread, and nobody would wait for them.
    if (underWay >= SEARCHES_UNDER_WAY_MAX)
      throw refuse('Too many searches are in progress. Retry shortly.', { 'retry-after': '1' })
    underWay++
    try {
      return encodeResponse(await engine.search(query as SearchQuery))
    } finally {
      underWay--
    }
  }

  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!timingSafeEqual(tokenHash(request.headers.authorization ?? ''), expected))
        throw new ApiError('invalid_token')
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.get(
      STATE_PATH,
      { config: { routeId: 'search.state' } },
      async (): Promise<SearchServerState> => ({ ready: [...ready] }),
    )
    scope.post(SEARCH_PATH, { config: { routeId: 'search.query' }, bodyLimit: BODY_BYTES_MAX }, async ({ body }) =>
      search(body ?? Buffer.alloc(0)),
    )
  })
}
