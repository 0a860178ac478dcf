// The frame of the account, portal and console: side menu and content. The server renders it with a skeleton as content.
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { listWorkplaces, type Person } from '../context.ts'
import { BrandMark } from '../ui/brand.tsx'
import { Button } from '../ui/button.tsx'
import { useContact } from '../ui/contact.tsx'
import { DisplaySettings, TimeZone } from '../ui/display-settings.tsx'
import { Badge } from '../ui/feedback.tsx'
import { useKeptFocus } from '../ui/keep-focus.ts'
import { rememberRecord } from '../ui/recent-records.ts'
import { type PageRecord, RecordContext, recordText } from '../ui/record.ts'

export type Way = { href: string; text: string; count?: number }

type Props = {
  label: string
  ways: readonly Way[]
  person: Person
  /** Opens the search. */
  finder?: ReactNode
  /** Above the menu: which partner, which environment. */
  choice?: ReactNode
  /** Where opened records are remembered: `console`, or a partner and environment. */
  place?: string
  children: ReactNode
}

/** As after loading a page: the title says where one is, the view starts at the top, the keyboard in the content. */
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

/** For people who work with the operator. Operators need no way to themselves. */
function OperatorContact({ person }: { person: Person }) {
  const contact = useContact()
  if (contact === null || person.role === 'operator') return null
  return (
    <p>
      <a href={contact}>Contact the operator</a>
    </p>
  )
}

/** On a phone the menu is behind a button, and closes when a page was chosen. */
function useMenu(path: string) {
  const id = useId()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === path
  const toggle = (
    <Button
      kind="plain"
      small
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setOpenAt(isOpen ? null : path)}
    >
      Menu
    </Button>
  )
  return { id, isOpen, toggle }
}

/** The record that the page is about, remembered for the palette. */
function useShownRecord(path: string, place: string | undefined) {
  const [shown, setShown] = useState<PageRecord | null>(null)
  const show = useCallback(
    (record: PageRecord | null): void => {
      setShown(record)
      if (record && place) rememberRecord(place, { ...record, href: path })
    },
    [path, place],
  )
  return { shown, show }
}

export function WorkFrame({ label, ways, person, finder, choice, place, children }: Props) {
  const [path] = useLocation()
  const isHere = (href: string): boolean => path === href || (href !== ways[0]?.href && path.startsWith(`${href}/`))
  const here = ways.find(({ href }) => isHere(href))
  const { shown, show } = useShownRecord(path, place)
  const title = shown ? recordText(shown) : here?.text
  const main = useArrival(path, title ? `${title} · ${label}` : label)
  const menu = useMenu(path)
  useKeptFocus(main)
  return (
    <TimeZone>
      {(changeZone) => (
        <div className="work">
          <a className="skip" href="#content">
            Skip to content
          </a>
          <aside className="work-side">
            <div className="work-bar">
              <a className="brand" href="/">
                <BrandMark />
                Freehold
              </a>
              {finder}
              <div className="work-toggle">{menu.toggle}</div>
            </div>
            <div className={menu.isOpen ? 'work-menu is-open' : 'work-menu'} id={menu.id}>
              <WorkplaceSwitch person={person} path={path} />
              {choice}
              <nav className="work-nav" aria-label={label}>
                {ways.map(({ href, text, count }) => (
                  <Link key={href} href={href} aria-current={isHere(href) ? 'page' : undefined}>
                    {text}
                    {count ? <Badge tone="warn">{count}</Badge> : null}
                  </Link>
                ))}
              </nav>
              <div className="work-foot">
                <DisplaySettings onZone={changeZone} />
                <OperatorContact person={person} />
                <div>{person.email}</div>
                <form method="post" action="/sign-out">
                  <Button kind="quiet" small type="submit">
                    Sign out
                  </Button>
                </form>
              </div>
            </div>
          </aside>
          <main className="work-main" id="content" tabIndex={-1} ref={main}>
            <RecordContext value={show}>{children}</RecordContext>
          </main>
        </div>
      )}
    </TimeZone>
  )
}
