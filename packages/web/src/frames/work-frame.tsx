// The frame of the account, portal and console: side menu and content.
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { listWorkplaces, type Person } from '../context.ts'
import { BrandMark } from '../ui/brand.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/feedback.tsx'
import { useCurrentInView } from '../ui/use-current-in-view.ts'

export type Way = { href: string; text: string; count?: number }

type Props = {
  label: string
  ways: readonly Way[]
  person: Person
  /** Above the menu: which partner, which environment. */
  choice?: ReactNode
  children: ReactNode
}

/** As on a page of its own: the title says where one is, the view starts at the top, the keyboard in the content. */
function useArrival(path: string, title: string) {
  const main = useRef<HTMLElement>(null)
  const arrivedAt = useRef(path)
  useEffect(() => {
    document.title = `${title} · Freehold`
    if (arrivedAt.current === path) return
    arrivedAt.current = path
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path, title])
  return main
}

/** For people with several workplaces. */
function WorkplaceSwitch({ person, path }: { person: Person; path: string }) {
  const places = listWorkplaces(person)
  if (places.length < 2) return null
  return (
    <nav className="work-switch" aria-label="Workplaces">
      {places.map(({ href, text }) => (
        <Link key={href} href={href} aria-current={path === href || path.startsWith(`${href}/`) ? 'true' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}

export function WorkFrame({ label, ways, person, choice, children }: Props) {
  const [path] = useLocation()
  const isHere = (href: string): boolean => path === href || (href !== ways[0]?.href && path.startsWith(`${href}/`))
  const here = ways.find(({ href }) => isHere(href))
  const main = useArrival(path, here ? `${here.text} · ${label}` : label)
  const menu = useCurrentInView(`${path} ${ways.map(({ count }) => count).join()}`)
  return (
    <div className="work">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <aside className="work-side">
        <a className="brand" href="/">
          <BrandMark />
          Freehold
        </a>
        <WorkplaceSwitch person={person} path={path} />
        {choice}
        <nav className="work-nav" aria-label={label} ref={menu}>
          {ways.map(({ href, text, count }) => (
            <Link key={href} href={href} aria-current={isHere(href) ? 'page' : undefined}>
              {text}
              {count ? <Badge tone="warn">{count}</Badge> : null}
            </Link>
          ))}
        </nav>
        <form className="work-foot" method="post" action="/sign-out">
          <div>{person.email}</div>
          <Button kind="quiet" small type="submit">
            Sign out
          </Button>
        </form>
      </aside>
      <main className="work-main" id="content" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  )
}
