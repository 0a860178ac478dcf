// The console's own questions: what waits for a human, where is this, how do things stand.
import { defineRoute } from '../../http/define-route.ts'
import { EnvironmentName, Strict, Type } from '../../http/schema.ts'
import { invalidField } from '../../kernel/errors.ts'
import { SEARCH_QUERY_LENGTH_MAX, SEARCH_QUERY_LENGTH_MIN } from '../../kernel/limits.ts'
import { FOUND_MAX } from './search-rules.ts'
import { readOverview, readQueue, searchEverything } from './service.ts'
import { HitView, hitView, OverviewView, overviewView, QueueView, queueView } from './views.ts'

const queue = defineRoute({
  id: 'operator.queue',
  area: 'operator',
  method: 'GET',
  path: '/queue',
  summary: 'What waits for a human: live before sandbox, the oldest first.',
  query: Strict({ environment: Type.Optional(EnvironmentName()) }),
  response: QueueView,
  handle: async ({ db, now }, { query }) => queueView(await readQueue(db, query.environment, now)),
})

const search = defineRoute({
  id: 'operator.search',
  area: 'operator',
  method: 'GET',
  path: '/search',
  summary: 'Find anything by its id, its name or an address.',
  description:
    'Any id; a key id; a domain name or its beginning; the address of a user, a partner or a buyer; the payment reference of an ' +
    'order; the beginning of a partner’s name or address. What matches whole comes first.',
  query: Strict({
    q: Type.String({
      minLength: SEARCH_QUERY_LENGTH_MIN,
      maxLength: SEARCH_QUERY_LENGTH_MAX,
      examples: ['quickwheels'],
    }),
  }),
  response: Strict({ results: Type.Array(HitView, { description: `At most ${FOUND_MAX}.` }) }),
  handle: async ({ db }, { query }) => {
    if (query.q.trim().length < SEARCH_QUERY_LENGTH_MIN)
      throw invalidField('q', `must have at least ${SEARCH_QUERY_LENGTH_MIN} characters besides blanks`)
    return { results: (await searchEverything(db, query.q)).map(hitView) }
  },
})

const overview = defineRoute({
  id: 'operator.overview',
  area: 'operator',
  method: 'GET',
  path: '/overview',
  summary: 'The last 30 days of sales and what there is now.',
  description: 'In a large inventory the count of listings may be five minutes old.',
  response: OverviewView,
  handle: async ({ deps, now }) => overviewView(await readOverview(deps, now)),
})

export const consoleRoutes = [queue, search, overview]
