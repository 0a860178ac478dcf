// The console's palette: pages, recent records, and everything that the operator search finds.
import { useRead } from '../../api/hooks.ts'
import type { Environment } from '../../api/shown-environment.ts'
import { Palette, type PaletteGroup, type PaletteItem } from '../../ui/palette.tsx'
import { readRecent } from '../../ui/recent-records.ts'
import { wordText } from '../../ui/text.ts'
import { useShownEnvironment } from './console-environment.ts'
import { describeHit, groupHits, type Hit, keepShown, toHref } from './hits.ts'

/** As many of a kind as can be looked through; the page of results has the others. */
const SHOWN = 6

const toItems = (hits: readonly Hit[]): PaletteItem[] =>
  hits
    .flatMap((hit) => {
      const href = toHref(hit)
      const note = [describeHit(hit), hit.environment && wordText(hit.environment)].filter(Boolean).join(' · ')
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
  const groups = groupHits(keepShown(found.data?.results ?? [], environment)).map(({ title, hits }) => ({
    title,
    items: toItems(hits),
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
export function Finder({ pages }: { pages: readonly PaletteItem[] }) {
  const { environment } = useShownEnvironment()
  return (
    <Palette
      hint="Page, domain, partner, ID or email address"
      pages={pages}
      readRecent={() => listRecent(environment)}
      useFound={useFound}
      toResults={(query) => `/console/search?q=${encodeURIComponent(query)}`}
    />
  )
}
