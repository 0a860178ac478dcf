// The watchlist of the signed-in person.
import { defineRoute } from '../../http/define-route.ts'
import { DomainText, Strict, Type } from '../../http/schema.ts'
import { invariant } from '../../kernel/errors.ts'
import { WATCHES_MAX } from '../../kernel/limits.ts'
import { stopWatching, watchDomain } from './service.ts'
import { listWatches } from './store.ts'
import { WatchView, watchView } from './views.ts'

const params = Strict({ domain: DomainText() })

const list = defineRoute({
  id: 'account.watches',
  area: 'public',
  method: 'GET',
  path: '/account/watches',
  summary: 'List watched domains',
  description: `The domains on your watchlist, the latest first. At most ${WATCHES_MAX}.`,
  returns: 'The watched domains.',
  signedIn: 'session',
  response: Strict({ watches: Type.Array(WatchView, { maxItems: WATCHES_MAX, description: 'Watched domains.' }) }),
  handle: async ({ db, caller }) => {
    invariant(caller.user, 'only the signed-in come here')
    return { watches: (await listWatches(db, caller.user.id)).map(watchView) }
  },
})

const add = defineRoute({
  id: 'account.watches.add',
  area: 'public',
  method: 'PUT',
  path: '/account/watches/{domain}',
  summary: 'Watch a domain',
  description:
    'Emails you when the domain is listed for sale, changes its price, or becomes available to register. Listings are ' +
    'compared every minute, registries about twice a day. Watching a domain again changes nothing.',
  returns: 'The watched domain.',
  signedIn: 'session',
  writes: true,
  params,
  response: WatchView,
  errors: ['conflict'],
  handle: async ({ tx, caller, now }, { params: { domain } }) => {
    invariant(caller.user, 'only the signed-in come here')
    return watchView(await watchDomain(tx, caller.user.id, domain, now))
  },
})

const remove = defineRoute({
  id: 'account.watches.remove',
  area: 'public',
  method: 'DELETE',
  path: '/account/watches/{domain}',
  summary: 'Stop watching a domain',
  description: 'Removes the domain from your watchlist. You get no more messages about it.',
  returns: 'Confirmation.',
  signedIn: 'session',
  writes: true,
  params,
  response: Strict({ deleted: Type.Literal(true) }),
  errors: ['not_found'],
  handle: async ({ tx, caller }, { params: { domain } }) => {
    invariant(caller.user, 'only the signed-in come here')
    await stopWatching(tx, caller.user.id, domain)
    return { deleted: true as const }
  },
})

export const publicRoutes = [list, add, remove]
