// The frame of the documentation: navigation that guides and reference share, and the search.
import type { ReactNode } from 'react'
import type { PageContext } from '../context.ts'
import { SiteFrame } from './site-frame.tsx'

export type NavGroup = { title: string; links: { href: string; title: string }[] }

/** Groups that are open on every page. */
const OPEN = ['Documentation', 'Start here']

type Props = { context: PageContext; nav: readonly NavGroup[]; query?: string; children: ReactNode }

function Group({ group, path }: { group: NavGroup; path: string }) {
  const isHere = group.links.some(({ href }) => href === path)
  return (
    <details open={isHere || OPEN.includes(group.title)}>
      <summary>{group.title}</summary>
      <ul>
        {group.links.map(({ href, title }) => (
          <li key={href}>
            <a href={href} aria-current={href === path ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

export const DocsFrame = ({ context, nav, query = '', children }: Props) => (
  <SiteFrame context={context}>
    <div className="docs-frame" data-docs>
      <aside className="docs-side">
        <search>
          <form action="/docs/search" method="get" className="docs-search" data-docs-search>
            <label htmlFor="docs-query">Search the documentation</label>
            <input
              id="docs-query"
              name="q"
              type="search"
              defaultValue={query}
              autoComplete="off"
              placeholder="Search"
            />
          </form>
        </search>
        <a className="docs-menu" href="#docs-nav">
          All pages
        </a>
      </aside>
      <div className="docs docs-main">{children}</div>
      {/* Behind the text: hundreds of links do not keep the first paint of the text waiting. */}
      <nav className="docs-nav" aria-label="Documentation" id="docs-nav">
        {nav.map((group) => (
          <Group key={group.title} group={group} path={context.path} />
        ))}
      </nav>
    </div>
  </SiteFrame>
)
