// The console's palette: pages, recent records, and everything that the operator search finds.
import { useRead } from '../../api/hooks.ts'
import { Palette, type PaletteGroup, type PaletteItem } from '../../ui/palette.tsx'
import { readRecent } from '../../ui/recent-records.ts'
import { wordText } from '../../ui/text.ts'
import { describeHit, groupHits, type Hit, toHref } from './hits.ts'

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
  const groups = groupHits(found.data?.results ?? []).map(({ title, hits }) => ({ title, items: toItems(hits) }))
  return { groups, isBusy: found.isFetching }
}

const listRecent = (): PaletteItem[] =>
  readRecent('console').map(({ href, kind, id, name }) => ({ href, title: name, note: `${kind} ${id}` }))

export const Finder = ({ pages }: { pages: readonly PaletteItem[] }) => (
  <Palette
    hint="Page, domain, partner, ID or email address"
    pages={pages}
    readRecent={listRecent}
    useFound={useFound}
    toResults={(query) => `/console/search?q=${encodeURIComponent(query)}`}
  />
)
