// The watchlist: domains that the person gets messages about.
import type { Watch } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall, useRead } from '../../api/hooks.ts'
import { WatchState } from '../../features/watches/watch-state.tsx'
import { useSay } from '../../ui/announce.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { Price } from '../../ui/price.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'

function StopButton({ watch, onFailure }: { watch: Watch; onFailure: (message: string) => void }) {
  const call = useCall()
  const say = useSay()
  const [isBusy, setBusy] = useState(false)
  async function stop(): Promise<void> {
    setBusy(true)
    try {
      await call('DELETE /api/account/watches/{domain}', { params: { domain: watch.domain } })
      say(`You no longer watch ${watch.domain_unicode}.`)
    } catch (error) {
      onFailure((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      kind="plain"
      small
      busy={isBusy}
      aria-label={`Stop watching ${watch.domain_unicode}`}
      onClick={() => void stop()}
    >
      Stop watching
    </Button>
  )
}

const buildColumns = (onFailure: (message: string) => void): Column<Watch>[] => [
  {
    title: 'Domain',
    cell: ({ domain, domain_unicode }) => (
      <a className="name" href={`/domains/${domain}`}>
        {domain_unicode}
      </a>
    ),
  },
  { title: 'Status', cell: (watch) => <WatchState watch={watch} /> },
  {
    title: 'Price',
    cell: ({ price_cents, currency }) =>
      price_cents === null || currency === null ? '–' : <Price cents={price_cents} currency={currency} />,
    end: true,
  },
  {
    title: 'Checked',
    cell: ({ checked_at }) => (checked_at === null ? 'Not yet' : <DateTime at={checked_at} />),
  },
  { title: 'Action', cell: (watch) => <StopButton watch={watch} onFailure={onFailure} />, end: true },
]

export function WatchlistPage() {
  const list = useRead('GET /api/account/watches', {})
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      <PageHead
        title="Watchlist"
        text="We email you when a domain on this list is for sale, changes its price, or becomes available."
      />
      {failure ? <Notice tone="bad">{failure}</Notice> : null}
      <Reading of={list}>
        {({ watches }) => (
          <Table
            caption="Watched domains"
            columns={buildColumns(setFailure)}
            rows={watches}
            rowKey={({ domain }) => domain}
            empty={
              <Empty title="You are not watching any domains">
                <p>Open the page of a domain and choose “Watch domain”.</p>
                <LinkButton href="/search">Search for a domain</LinkButton>
              </Empty>
            }
          />
        )}
      </Reading>
    </>
  )
}
