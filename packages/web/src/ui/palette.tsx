// The palette: opens on Ctrl K, ⌘K or `/`, and leads to pages, recent records and search results.
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from './dialog.tsx'
import { useDebounced } from './use-debounced.ts'
import { useHydrated } from './use-hydrated.ts'
import { useOptions } from './use-options.ts'

export type PaletteItem = { href: string; title: string; note?: string }
export type PaletteGroup = { title: string; items: readonly PaletteItem[] }

/** A search for what was typed; `isBusy` while its results are on the way. */
export type UseFound = (query: string) => { groups: readonly PaletteGroup[]; isBusy: boolean }

type Props = {
  /** What can be found, shown in the empty field. */
  hint: string
  pages: readonly PaletteItem[]
  readRecent: () => readonly PaletteItem[]
  useFound: UseFound
  /** The page with all results, where there is one. */
  toResults?: (query: string) => string
}

const PAUSE_MS = 200
const QUERY_LENGTH_MAX = 200

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const isOpening = (event: KeyboardEvent): boolean =>
  (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) ||
  (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target))

/** Every word of the query is somewhere in the title. */
export function matchItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ title, note }) => {
    const text = `${title} ${note ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export function Palette(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const isMac = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent)
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!isOpening(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        className="finder"
        type="button"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
      >
        <span className="finder__text">Search</span>
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Dialog title="Search" look="palette" open={isOpen} onClose={() => setOpen(false)}>
        <Body {...props} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Body({ hint, pages, readRecent, useFound, toResults, close }: Props & { close: () => void }) {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [recent] = useState(readRecent)
  const typed = text.trim()
  const query = useDebounced(typed, PAUSE_MS)
  const found = useFound(query)
  const isBusy = found.isBusy || query !== typed
  const all: PaletteItem[] =
    toResults && typed.length >= 2 ? [{ href: toResults(typed), title: `All results for “${typed}”` }] : []
  const groups = [
    { title: 'Recent', items: matchItems(recent, typed) },
    { title: 'Pages', items: matchItems(pages, typed) },
    ...(typed === '' ? [] : found.groups),
    { title: 'Search', items: all },
  ].filter(({ items }) => items.length > 0)
  const items = groups.flatMap((group) => group.items)
  function go(index: number): void {
    close()
    navigate(items[index]!.href)
  }
  const { inputProps, listId, optionId, active, setActive } = useOptions({
    count: items.length,
    isOpen: true,
    onChoose: go,
  })
  useEffect(() => {
    // New browsers return a promise, which must not become the effect's cleanup.
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  })
  let index = -1
  return (
    <>
      <input
        {...inputProps}
        className="input"
        type="text"
        aria-label="Search"
        placeholder={hint}
        maxLength={QUERY_LENGTH_MAX}
        autoComplete="off"
        spellCheck={false}
        value={text}
        data-autofocus
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
      />
      <div className="palette__list" role="listbox" id={listId} aria-label="Suggestions">
        {groups.map(({ title, items: rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
          <div key={title} role="group" aria-label={title}>
            <div className="palette__title" aria-hidden="true">
              {title}
            </div>
            {rows.map(({ href, title: name, note }) => {
              index += 1
              const own = index
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keyboard
                // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
                <div
                  key={href}
                  id={optionId(own)}
                  role="option"
                  aria-selected={own === active}
                  className="palette__option"
                  onPointerMove={() => setActive(own)}
                  onClick={() => go(own)}
                >
                  <span className="name">{name}</span>
                  {note ? <span className="soft small">{note}</span> : null}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className="palette__state small soft" role="status">
        <State count={items.length} isBusy={isBusy} />
      </p>
    </>
  )
}

function State({ count, isBusy }: { count: number; isBusy: boolean }) {
  if (isBusy) return 'Searching…'
  if (count === 0) return 'No results. Try another part of the name, an ID or an email address.'
  return `${count} ${count === 1 ? 'suggestion' : 'suggestions'}. Use the arrow keys and Enter.`
}
