// The frame of single-task pages (pay, sign in, authorize, follow an order), without a menu.
import type { ReactNode } from 'react'
import type { PageContext } from '../context.ts'
import { BrandMark } from '../ui/brand.tsx'
import { ContactContext, ContactLink } from '../ui/contact.tsx'
import { LocaleContext } from '../ui/locale.tsx'

export function FormFrame({ context, children, wide }: { context: PageContext; children: ReactNode; wide?: boolean }) {
  return (
    <LocaleContext value={context.locale}>
      <ContactContext value={context.contact}>
        <div className="site">
          <header className="site-head">
            <div className="wrap">
              <a className="brand" href="/">
                <BrandMark />
                Freehold
              </a>
            </div>
          </header>
          <main className="site__main" id="content">
            <div className={wide ? 'wrap page' : 'wrap page narrow'}>{children}</div>
          </main>
          {context.contact === null ? null : (
            <footer className="site-foot no-print">
              <div className="wrap">
                <span>
                  Questions or problems? <ContactLink>Contact the marketplace</ContactLink>
                </span>
              </div>
            </footer>
          )}
        </div>
      </ContactContext>
    </LocaleContext>
  )
}
