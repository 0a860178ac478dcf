// The state of a bulk action, from its streamed lines. Pure.
import type { OrderRun } from '@freehold/sdk/types'

export type RunFacts = Omit<OrderRun, 'rows'>
export type RunRow = OrderRun['rows'][number]
export type RunLine = ({ kind: 'start' } & RunFacts) | ({ kind: 'row' } & RunRow) | ({ kind: 'summary' } & RunFacts)

export type BulkState = {
  /** Broken: the connection ended before the run did. The same request continues it. */
  phase: 'running' | 'done' | 'broken'
  run: RunFacts | null
  rows: readonly RunRow[]
}

export const RUNNING: BulkState = { phase: 'running', run: null, rows: [] }

export function stepBulk(state: BulkState, line: RunLine): BulkState {
  switch (line.kind) {
    case 'start': {
      const { kind: _kind, ...run } = line
      return { ...state, run }
    }
    case 'row': {
      const { kind: _kind, ...row } = line
      return { ...state, rows: [...state.rows, row] }
    }
    case 'summary': {
      const { kind: _kind, ...run } = line
      return { ...state, phase: 'done', run }
    }
  }
}

/** A run that was read, not streamed. */
export const fromRun = ({ rows, ...run }: OrderRun): BulkState => ({
  phase: run.pending_count > 0 ? 'broken' : 'done',
  run,
  rows: rows.filter(({ outcome }) => outcome !== 'pending'),
})

export const countOutcome = (rows: readonly RunRow[], outcome: RunRow['outcome']): number =>
  rows.filter((row) => row.outcome === outcome).length
