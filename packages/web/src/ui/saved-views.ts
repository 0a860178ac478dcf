// Saved views of a list: filters, order and columns under a name. The workplace keeps them.
import { createContext, useContext } from 'react'
import { useSearchParams } from 'wouter'
import { parseTitles, type TableState } from './table-state.ts'

export type SavedView = {
  name: string
  /** Filters and order, as in the URL. */
  search: string
  hidden: readonly string[]
}

export const VIEW_NAME_LENGTH_MAX = 60

/** The views of all lists, each with the list that it is of. */
export type ViewStore = {
  views: readonly (SavedView & { list: string })[]
  /** Saving under a name that exists replaces that view. */
  save: (list: string, view: SavedView) => Promise<unknown>
  remove: (list: string, name: string) => Promise<unknown>
}

const NO_VIEWS: ViewStore = { views: [], save: async () => undefined, remove: async () => undefined }

/** A hook, so that views are read only where a list shows them. */
export const ViewStoreContext = createContext<() => ViewStore>(() => NO_VIEWS)

/** What browsers kept before accounts did. */
export function parseViews(stored: unknown): SavedView[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: Partial<SavedView> | null) => {
    const { name, search } = one ?? {}
    const hidden = parseTitles(one?.hidden)
    return typeof name === 'string' && typeof search === 'string' && hidden
      ? [{ name, search: tidySearch(new URLSearchParams(search)), hidden }]
      : []
  })
}

/** A view opens in the environment that is shown. */
const NOT_IN_VIEW = 'environment'

/** Parameters in one order, so that equal views have equal text. */
export function tidySearch(search: URLSearchParams): string {
  const sorted = new URLSearchParams(search)
  sorted.delete(NOT_IN_VIEW)
  sorted.sort()
  return sorted.toString()
}

/** The URL of a view, with what belongs to no view. */
export function openSearch(view: string, now: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(view)
  const kept = now.get(NOT_IN_VIEW)
  if (kept !== null) after.set(NOT_IN_VIEW, kept)
  return after
}

export function useSavedViews<Row>({ id, hidden, hide }: TableState<Row>) {
  const [search, setSearch] = useSearchParams()
  const useViews = useContext(ViewStoreContext)
  const store = useViews()
  const views = store.views.filter(({ list }) => list === id)
  const now = tidySearch(search)
  const isHidden = (titles: readonly string[]): boolean => [...titles].sort().join() === [...hidden].sort().join()
  return {
    views,
    current: views.find((view) => view.search === now && isHidden(view.hidden)),
    save: (name: string) => store.save(id, { name, search: now, hidden }),
    remove: (name: string) => store.remove(id, name),
    open(view: SavedView) {
      hide(view.hidden)
      setSearch((before) => openSearch(view.search, before))
    },
  }
}
