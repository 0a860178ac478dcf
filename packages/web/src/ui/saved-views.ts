// Saved views of a list: filters, order and columns under a name, kept in this browser.
import { useSearchParams } from 'wouter'
import { useStored } from './stored.ts'
import { parseTitles, type TableState } from './table-state.ts'

export type SavedView = {
  name: string
  /** Filters and order, as in the URL. */
  search: string
  hidden: readonly string[]
}

export const VIEWS_MAX = 30
export const VIEW_NAME_LENGTH_MAX = 60

export function parseViews(stored: unknown): SavedView[] | null {
  if (!Array.isArray(stored)) return null
  return stored.flatMap((one: Partial<SavedView> | null) => {
    const { name, search } = one ?? {}
    const hidden = parseTitles(one?.hidden)
    return typeof name === 'string' && typeof search === 'string' && hidden ? [{ name, search, hidden }] : []
  })
}

/** Saving under a name that exists replaces that view. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view]
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, VIEWS_MAX)

/** Parameters in one order, so that equal views have equal text. */
export function tidySearch(search: URLSearchParams): string {
  const sorted = new URLSearchParams(search)
  sorted.sort()
  return sorted.toString()
}

export function useSavedViews<Row>({ id, hidden, hide }: TableState<Row>) {
  const [search, setSearch] = useSearchParams()
  const [views, setViews] = useStored<readonly SavedView[]>(`views.${id}`, [], parseViews)
  const now = tidySearch(search)
  const isHidden = (titles: readonly string[]): boolean => [...titles].sort().join() === [...hidden].sort().join()
  return {
    views,
    current: views.find((view) => view.search === now && isHidden(view.hidden)),
    save: (name: string) => setViews(withView(views, { name, search: now, hidden })),
    remove: (name: string) => setViews(views.filter((view) => view.name !== name)),
    open(view: SavedView) {
      hide(view.hidden)
      setSearch(new URLSearchParams(view.search))
    },
  }
}
