// The frame of single-task pages (pay, sign in, authorize), without a menu.
import type { ReactNode } from 'react'
import type { PageContext } from '../context.ts'
import { BrandMark } from '../ui/brand.tsx'
import { LocaleContext } from '../ui/locale.tsx'

export function FormFrame({ context, children, wide }: { context: PageContext; children: ReactNode; wide?: boolean }) {
  return (
    <LocaleContext value={context.locale}>
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
      </div>
    </LocaleContext>
  )
}
