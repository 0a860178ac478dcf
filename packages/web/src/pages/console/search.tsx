// /console/search: results across all kinds of records.
import { Link, useSearchParams } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { describeHit, groupHits, type Hit, toHref } from '../../features/operator/hits.ts'
import { EnvironmentBadge } from '../../features/partners/environment.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { getStatusWords } from './status-words.ts'

function Title({ hit }: { hit: Hit }) {
  const href = toHref(hit)
  return href ? (
    <Link className="name" href={href}>
      {hit.title}
    </Link>
  ) : (
    <span className="name">{hit.title}</span>
  )
}

const COLUMNS: readonly Column<Hit>[] = [
  { title: 'Name', cell: (hit) => <Title hit={hit} /> },
  { title: 'Details', cell: (hit) => describeHit(hit, getStatusWords) },
  { title: 'ID', cell: ({ id }) => <span className="mono">{id}</span> },
  {
    title: 'Environment',
    cell: ({ environment }) => (environment ? <EnvironmentBadge environment={environment} /> : '–'),
  },
  { title: 'Created', cell: ({ at }) => <DateTime at={at} precision="day" /> },
]

export function Search() {
  const [search] = useSearchParams()
  const q = search.get('q') ?? ''
  const found = useRead('GET /api/operator/v1/search', { query: { q } }, { every: false, enabled: q.length >= 2 })
  if (q.length < 2)
    return (
      <>
        <PageHead title="Search" />
        <Empty title="Search all records">
          Enter an ID, a payment reference, or any part of a domain, an email address or a partner's name.
        </Empty>
      </>
    )
  return (
    <>
      <PageHead title="Search" text={`Results for “${q}”`} />
      <Reading of={found}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty title="No results">Try another part of the name, a complete ID or a complete email address.</Empty>
          ) : (
            groupHits(results).map(({ kind, title, hits }) => (
              <Panel key={kind} title={title}>
                <Table caption={title} columns={COLUMNS} rows={hits} rowKey={({ id }) => id} />
              </Panel>
            ))
          )
        }
      </Reading>
    </>
  )
}
