// The state of a settlement run, from its streamed lines. Pure.

export type RunLine =
  | { kind: 'start'; due: number }
  | { kind: 'statement'; partner_name: string; orders_count: number }
  | { kind: 'summary'; settlements_count: number; orders_count: number }

export type RunState = {
  phase: 'idle' | 'running' | 'done' | 'broken'
  /** Accounts with something to close; null until it is known. */
  due: number | null
  statements: number
  orders: number
  last: string | null
}

export const INITIAL: RunState = { phase: 'idle', due: null, statements: 0, orders: 0, last: null }

export function step(run: RunState, line: RunLine): RunState {
  switch (line.kind) {
    case 'start':
      return { ...run, due: line.due }
    case 'statement':
      return {
        ...run,
        statements: run.statements + 1,
        orders: run.orders + line.orders_count,
        last: line.partner_name,
      }
    case 'summary':
      return { ...run, phase: 'done', statements: line.settlements_count, orders: line.orders_count }
  }
}
