// The frame of the public pages: header with navigation, content, footer.
import type { ReactNode } from 'react'
import { listOwnPlaces, type PageContext } from '../context.ts'
import { BrandMark } from '../ui/brand.tsx'
import { ContactContext } from '../ui/contact.tsx'
import { LocaleContext } from '../ui/locale.tsx'
import { TaxAddedContext } from '../ui/price.tsx'

const WAYS = [
  { href: '/market', text: 'Market' },
  { href: '/brokerage', text: 'Brokerage' },
  { href: '/tlds', text: 'Extensions' },
  { href: '/whois', text: 'WHOIS' },
  { href: '/developers', text: 'Developers' },
]

const FOOTER = [
  { href: '/market', text: 'Market' },
  { href: '/sell', text: 'Sell a domain' },
  { href: '/brokerage', text: 'Brokerage' },
  { href: '/developers', text: 'Developers' },
  { href: '/docs', text: 'API reference' },
  { href: '/openapi.json', text: 'OpenAPI' },
]

/** `lead` stands above the content, as wide as the page. */
type Props = { context: PageContext; lead?: ReactNode; children: ReactNode }

export function SiteFrame({ context, lead, children }: Props) {
  const { path, locale, contact, links, isTaxAdded } = context
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
              {[...WAYS, ...listOwnPlaces(context)].map(({ href, text }) => (
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
          <TaxAddedContext value={isTaxAdded}>
            {lead}
            <ContactContext value={contact}>
              <div className="wrap page">{children}</div>
            </ContactContext>
          </TaxAddedContext>
        </main>
        <footer className="site-foot">
          <div className="wrap">
            <span className="site-foot__name">Freehold, the open domain marketplace</span>
            <nav className="site-foot__links" aria-label="Footer">
              {[...FOOTER, ...links, ...(contact === null ? [] : [{ href: contact, text: 'Contact' }])].map(
                ({ href, text }) => (
                  <a key={text} href={href}>
                    {text}
                  </a>
                ),
              )}
            </nav>
          </div>
        </footer>
      </div>
    </LocaleContext>
  )
}
