// A paginated list: loading, error, empty state, rows and the button for more.
import type { ReactNode } from 'react'
import { Empty, Failure, Loading } from './feedback.tsx'
import { More } from './more.tsx'
import { NewRows } from './new-rows.tsx'
import { type QuietSource, useQuietRows } from './quiet-rows.ts'
import type { Selection } from './selection.tsx'
import { type Column, Table } from './table.tsx'
import type { TableState } from './table-state.ts'

type List<Row> = {
  rows: readonly Row[]
  isPending: boolean
  error: (Error & { requestId?: string | null }) | null
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  source: QuietSource
}

type Props<Row> = {
  list: List<Row>
  caption: string
  rowKey: (row: Row) => string
  empty: ReactNode
  /** Filters are set: that nothing is there may be their doing. */
  filtered?: boolean
  /** One of the rows, for the notice of new ones. */
  noun?: string
  selection?: Selection<Row> | undefined
} & ({ columns: readonly Column<Row>[]; state?: undefined } | { columns?: undefined; state: TableState<Row> })

const NOTHING_MATCHES = <Empty title="No results">Change or clear the filters.</Empty>

export function ListView<Row>({ list, filtered, empty, noun = 'row', columns, state, ...table }: Props<Row>) {
  const quiet = useQuietRows(list.rows, table.rowKey, list.source)
  if (list.error && list.rows.length === 0) return <Failure error={list.error} retry={list.refetch} />
  if (list.isPending) return <Loading />
  return (
    <NewRows fresh={quiet.fresh} noun={noun} onShow={quiet.show}>
      <Table
        {...table}
        columns={state ? state.shown : columns}
        state={state}
        rows={quiet.rows}
        empty={filtered ? NOTHING_MATCHES : empty}
      />
      <More list={list} />
    </NewRows>
  )
}
