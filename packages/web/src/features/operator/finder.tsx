// The console's palette: pages, recent records, and everything that the operator search finds.
import { createContext, useContext } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Environment } from '../../api/shown-environment.ts'
import { Palette, type PaletteGroup, type PaletteItem } from '../../ui/palette.tsx'
import { readRecent } from '../../ui/recent-records.ts'
import { wordText } from '../../ui/text.ts'
import { useShownEnvironment } from './console-environment.ts'
import { describeHit, groupHits, type Hit, keepShown, type StatusWords, toHref } from './hits.ts'

/** As many of a kind as can be looked through; the page of results has the others. */
const SHOWN = 6

/** How lists say a status; the features that know belong together in the console only. */
const WordsContext = createContext<StatusWords>(() => undefined)

const toItems = (hits: readonly Hit[], getWords: StatusWords): PaletteItem[] =>
  hits
    .flatMap((hit) => {
      const href = toHref(hit)
      const note = [describeHit(hit, getWords), hit.environment && wordText(hit.environment)]
        .filter(Boolean)
        .join(' · ')
      return href ? [{ href, title: hit.title, note }] : []
    })
    .filter(({ href }, index, all) => all.findIndex((other) => other.href === href) === index)
    .slice(0, SHOWN)

function useFound(query: string): { groups: readonly PaletteGroup[]; isBusy: boolean } {
  const found = useRead(
    'GET /api/operator/v1/search',
    { query: { q: query } },
    { every: false, enabled: query.length >= 2 },
  )
  const { environment } = useShownEnvironment()
  const getWords = useContext(WordsContext)
  const groups = groupHits(keepShown(found.data?.results ?? [], environment)).map(({ title, hits }) => ({
    title,
    items: toItems(hits, getWords),
  }))
  return { groups, isBusy: found.isFetching }
}

const listRecent = (environment: Environment): PaletteItem[] =>
  readRecent(`console ${environment}`).map(({ href, kind, id, name }) => ({
    href,
    title: name,
    note: `${kind} ${id}`,
  }))

/** Recent records and results are of the environment shown; the page of results has both. */
export function Finder({ pages, getWords }: { pages: readonly PaletteItem[]; getWords: StatusWords }) {
  const { environment } = useShownEnvironment()
  return (
    <WordsContext value={getWords}>
      <Palette
        hint="Page, domain, partner, ID or email address"
        pages={pages}
        readRecent={() => listRecent(environment)}
        useFound={useFound}
        toResults={(query) => `/console/search?q=${encodeURIComponent(query)}`}
      />
    </WordsContext>
  )
}
