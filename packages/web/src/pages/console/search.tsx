// /console/search: whatever a text can stand for, by kind.
import { Link, useSearchParams } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { groupsOf, type Hit, hrefOf } from '../../features/operator/hits.ts'
import { EnvironmentBadge } from '../../features/partners/environment.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'

function Title({ hit }: { hit: Hit }) {
  const href = hrefOf(hit)
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
  { title: 'About', cell: ({ subtitle }) => subtitle },
  { title: 'Id', cell: ({ id }) => <span className="mono">{id}</span> },
  {
    title: 'Environment',
    cell: ({ environment }) => (environment ? <EnvironmentBadge environment={environment} /> : '–'),
  },
  { title: 'Since', cell: ({ at }) => <DateTime at={at} precision="day" /> },
]

export function Search() {
  const [search] = useSearchParams()
  const q = search.get('q') ?? ''
  const found = useRead('GET /api/operator/v1/search', { query: { q } }, { every: false, enabled: q.length >= 2 })
  if (q.length < 2)
    return (
      <>
        <PageHead title="Search" />
        <Empty title="Look for anything">
          An id, a domain name or its beginning, an address, a payment reference, a partner's name.
        </Empty>
      </>
    )
  return (
    <>
      <PageHead title="Search" text={`What was found for “${q}”.`} />
      <Reading of={found}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty title="Nothing found">Try the beginning of a domain name, a whole id or a whole address.</Empty>
          ) : (
            groupsOf(results).map(({ kind, title, hits }) => (
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
