// A paginated list: loading, error, empty state, rows and the button for more.
import type { ReactNode } from 'react'
import { Empty, Failure, Loading } from './feedback.tsx'
import { More } from './more.tsx'
import { type Column, Table } from './table.tsx'

type List<Row> = {
  rows: readonly Row[]
  isPending: boolean
  error: (Error & { requestId?: string | null }) | null
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

type Props<Row> = {
  list: List<Row>
  caption: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: ReactNode
  /** Filters are set: that nothing is there may be their doing. */
  filtered?: boolean
}

const NOTHING_MATCHES = <Empty title="No results">Change or clear the filters.</Empty>

export function ListView<Row>({ list, filtered, empty, ...table }: Props<Row>) {
  if (list.error && list.rows.length === 0) return <Failure error={list.error} retry={list.refetch} />
  if (list.isPending) return <Loading />
  return (
    <>
      <Table {...table} rows={list.rows} empty={filtered ? NOTHING_MATCHES : empty} />
      <More list={list} />
    </>
  )
}
