// Results of a search in the documentation, for readers without JavaScript and for links to a search.
import type { PageContext } from '../../context.ts'
import { DocsFrame, type NavGroup } from '../../frames/docs-frame.tsx'
import { type SearchEntry, searchDocs } from '../../ui/search-docs.ts'

const RESULTS_MAX = 30

export type DocsSearchProps = { nav: NavGroup[]; query: string; entries: SearchEntry[] }

export const title = ({ query }: DocsSearchProps): string =>
  query === '' ? 'Search the documentation · Freehold' : `${query} · Documentation · Freehold`

export const description = (): string => 'Search the guides and the API reference of Freehold.'

export function Page({ props, context }: { props: DocsSearchProps; context: PageContext }) {
  const { query, nav, entries } = props
  const found = searchDocs(entries, query, RESULTS_MAX)
  return (
    <DocsFrame context={context} nav={nav} query={query}>
      <h1>Search the documentation</h1>
      {found.length > 0 ? (
        <ul className="docs-results">
          {found.map(({ href, title, section }) => (
            <li key={href}>
              <a href={href}>{title}</a>
              <span>{section}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {query === ''
            ? 'Enter a word to search for.'
            : `No page matches “${query}”. Try fewer or more general words.`}
        </p>
      )}
    </DocsFrame>
  )
}
