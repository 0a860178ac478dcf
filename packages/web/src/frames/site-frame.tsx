// The frame of the public pages: header with navigation, content, footer.
import type { ReactNode } from 'react'
import { listWorkplaces, type PageContext } from '../context.ts'
import { BrandMark } from '../ui/brand.tsx'
import { ContactContext } from '../ui/contact.tsx'
import { LocaleContext } from '../ui/locale.tsx'

const WAYS = [
  { href: '/market', text: 'Market' },
  { href: '/tlds', text: 'Extensions' },
  { href: '/whois', text: 'WHOIS' },
  { href: '/developers', text: 'Developers' },
]

/** `lead` stands above the content, as wide as the page. */
type Props = { context: PageContext; lead?: ReactNode; children: ReactNode }

export function SiteFrame({ context, lead, children }: Props) {
  const { person, path, locale, contact } = context
  const own = person ? listWorkplaces(person) : [{ href: '/sign-in', text: 'Sign in' }]
  return (
    <LocaleContext value={locale}>
      <div className="site">
        <a className="skip" href="#content">
          Skip to content
        </a>
        <header className="site-head">
          <div className="wrap">
            <a className="brand" href="/">
              <BrandMark />
              Freehold
            </a>
            <nav className="site-nav" aria-label="Site">
              {[...WAYS, ...own].map(({ href, text }) => (
                <a
                  key={href}
                  href={href}
                  aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}
                >
                  {text}
                </a>
              ))}
            </nav>
          </div>
        </header>
        <main className="site__main" id="content">
          {lead}
          <ContactContext value={contact}>
            <div className="wrap page">{children}</div>
          </ContactContext>
        </main>
        <footer className="site-foot">
          <div className="wrap">
            <span>Freehold, the open domain marketplace</span>
            <a href="/market">Market</a>
            <a href="/developers">Developers</a>
            <a href="/docs">API reference</a>
            <a href="/openapi.json">OpenAPI</a>
            {contact === null ? null : <a href={contact}>Contact</a>}
          </div>
        </footer>
      </div>
    </LocaleContext>
  )
}
