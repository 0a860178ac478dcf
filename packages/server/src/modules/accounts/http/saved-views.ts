// Routes of saved views, for the pages of console and portal.
import type { PublicCaller } from '../../../http/callers.ts'
import { defineRoute } from '../../../http/define-route.ts'
import { isoTime, Named, type Static, Strict, Timestamp, Type } from '../../../http/schema.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import { SAVED_VIEW_NAME_LENGTH_MAX, SAVED_VIEW_SEARCH_LENGTH_MAX, SAVED_VIEWS_MAX } from '../../../kernel/limits.ts'
import { deleteView, saveView } from '../service/save-view.ts'
import { listViews, type SavedView } from '../store/saved-views.ts'

const list = Type.String({
  maxLength: 60,
  pattern: '^(console|portal)\\.[a-z-]{1,40}$',
  description: 'The list that the view is of.',
  examples: ['console.orders'],
})
const name = Type.String({
  minLength: 1,
  maxLength: SAVED_VIEW_NAME_LENGTH_MAX,
  description: 'Name of the view, unique for its list.',
  examples: ['Held orders'],
})

const fields = {
  list,
  name,
  search: Type.String({
    maxLength: SAVED_VIEW_SEARCH_LENGTH_MAX,
    description: 'Filters and order, as in the URL of the list.',
    examples: ['sort=created_asc&status=MANUAL_REVIEW'],
  }),
  hidden_columns: Type.Array(Type.String({ maxLength: 60 }), {
    maxItems: 50,
    description: 'Titles of hidden columns.',
  }),
}

export const SavedViewView = Named(
  'SavedView',
  { ...fields, created_at: Timestamp() },
  'A view of a list in the console or the portal.',
)

const toView = (view: SavedView): Static<typeof SavedViewView> => ({
  list: view.list,
  name: view.name,
  search: view.search,
  hidden_columns: view.hiddenColumns,
  created_at: isoTime(view.createdAt),
})

function getUserId({ user }: PublicCaller): Id<'user'> {
  invariant(user, 'only the signed-in come here')
  return user.id
}

const ViewsList = Strict({
  views: Type.Array(SavedViewView, { maxItems: SAVED_VIEWS_MAX, description: 'Your views, by list and name.' }),
})

const listAll = defineRoute({
  id: 'account.views',
  area: 'public',
  method: 'GET',
  path: '/account/views',
  summary: 'List your saved views',
  description: 'Views of lists in the console and the portal, which you see in every browser.',
  returns: 'The saved views.',
  signedIn: 'session',
  response: ViewsList,
  handle: async ({ db, caller }) => ({ views: (await listViews(db, getUserId(caller))).map(toView) }),
})

const save = defineRoute({
  id: 'account.views.save',
  area: 'public',
  method: 'PUT',
  path: '/account/views',
  summary: 'Save a view',
  description: `Creates the view, or replaces the one with the same list and name. At most ${SAVED_VIEWS_MAX} views.`,
  returns: 'All your saved views.',
  signedIn: 'session',
  body: Strict(fields),
  response: ViewsList,
  errors: ['conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { body }) => {
    const userId = getUserId(caller)
    const { hidden_columns: hiddenColumns, ...rest } = body
    await saveView(tx, userId, { ...rest, hiddenColumns, createdAt: now })
    return { views: (await listViews(tx, userId)).map(toView) }
  },
})

const remove = defineRoute({
  id: 'account.views.remove',
  area: 'public',
  method: 'DELETE',
  path: '/account/views',
  summary: 'Delete a saved view',
  description: '404 if you have no view with this list and name.',
  returns: 'Your remaining saved views.',
  signedIn: 'session',
  query: Strict({ list, name }),
  response: ViewsList,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, caller }, { query }) => {
    const userId = getUserId(caller)
    await deleteView(tx, userId, query.list, query.name)
    return { views: (await listViews(tx, userId)).map(toView) }
  },
})

export const viewRoutes = [listAll, save, remove]
