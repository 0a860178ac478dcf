// My domains: find, select and change many at once.
import { useEffect, useState } from 'react'
import { useList } from '../../api/hooks.ts'
import { BulkPanel } from '../../features/domains/bulk-panel.tsx'
import { domainColumns } from '../../features/domains/domain-columns.tsx'
import { Actions, Button, LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { countText } from '../../ui/text.ts'

/** The limit of one bulk operation. */
const CHOSEN_MAX = 1000

export function DomainsPage() {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isChanging, setChanging] = useState(false)
  const list = useList('GET /api/domains', { query: { limit: 100 } }, ({ domains }) => domains, { every: false })
  const { hasNextPage, isFetchingNextPage, fetchNextPage, rows } = list
  // The first thousand load automatically, so that all of them can be found and selected.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && rows.length < CHOSEN_MAX) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, rows.length])

  const wanted = words.trim().toLowerCase()
  const shown = rows.filter(({ domain, domain_unicode }) => domain.includes(wanted) || domain_unicode.includes(wanted))

  function toggle(domain: string): void {
    const next = new Set(chosen)
    if (!next.delete(domain)) next.add(domain)
    setChosen(next)
  }

  const chooseShown = (): void => setChosen(new Set(shown.slice(0, CHOSEN_MAX).map(({ domain }) => domain)))

  return (
    <>
      <PageHead
        title="My domains"
        text={hasNextPage ? `${rows.length} domains or more` : countText(rows.length, 'domain')}
      />
      {isChanging && chosen.size > 0 ? <BulkPanel domains={[...chosen]} onClose={() => setChanging(false)} /> : null}
      {rows.length > 0 ? (
        <div className="choosing">
          <search>
            <TextField
              label="Filter my domains"
              type="search"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </search>
          <Actions>
            <Button kind="plain" onClick={chooseShown}>
              {`Select all ${shown.length}`}
            </Button>
            <Button kind="plain" disabled={chosen.size === 0} onClick={() => setChosen(new Set())}>
              Clear selection
            </Button>
            <Button disabled={chosen.size === 0} onClick={() => setChanging(true)}>
              {`Change ${chosen.size} selected`}
            </Button>
          </Actions>
        </div>
      ) : null}
      <ListView
        list={{ ...list, rows: shown }}
        caption="My domains"
        columns={domainColumns({ has: (domain) => chosen.has(domain), toggle })}
        rowKey={({ domain }) => domain}
        empty={
          wanted ? (
            <Empty title={`None of your domains contain “${words.trim()}”`}>Try a shorter filter.</Empty>
          ) : (
            <Empty title="No domains yet">
              <p>Domains you buy or claim appear here once they are delivered.</p>
              <LinkButton href="/market">Browse market</LinkButton>
            </Empty>
          )
        }
      />
    </>
  )
}
