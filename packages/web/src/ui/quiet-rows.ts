// Rows that stay where they are: what is new waits until the reader asks for it, what changed is updated in place.
import { useEffect, useRef, useState } from 'react'

/**
 * `visible` are the keys to show, `fresh` the number of rows that wait. Rows at the end, which the next page brought, are shown. A
 * row that the new ones pushed off the last page stays; a row that is gone from the middle is gone.
 */
export function arrange(shown: readonly string[], keys: readonly string[]): { visible: string[]; fresh: number } {
  const known = new Set(shown)
  const present = new Set(keys)
  if (shown.length === 0) return { visible: [...keys], fresh: 0 }
  const last = keys.findLastIndex((key) => known.has(key))
  const isAppended = (index: number): boolean => last >= 0 && index > last
  const fresh = keys.filter((key, index) => !known.has(key) && !isAppended(index)).length
  const end = shown.findLastIndex((key) => present.has(key)) + 1
  const pushedOut = shown.slice(end).slice(0, fresh)
  const visible = keys.filter((key, index) => known.has(key) || isAppended(index))
  return { visible: [...visible, ...pushedOut], fresh }
}

/** `scope` is what the rows are a list of: another filter starts over. `wroteAt`: what the reader's own action made is shown. */
export type QuietSource = { scope: string; updatedAt: number; wroteAt: number }

type Shown = { scope: string; keys: readonly string[]; updatedAt: number }

const pairWith = <Row>(key: string, row: Row | undefined): [string, Row][] => (row === undefined ? [] : [[key, row]])

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index])

export function useQuietRows<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  { scope, updatedAt, wroteAt }: QuietSource,
): { rows: readonly Row[]; fresh: number; show: () => void } {
  const [shown, setShown] = useState<Shown | null>(null)
  const seen = useRef(new Map<string, Row>())
  const byKey = new Map(rows.map((row) => [rowKey(row), row]))
  const keys = [...byKey.keys()]
  const isOwn = shown !== null && shown.updatedAt < wroteAt && updatedAt >= wroteAt
  const startsOver = shown === null || shown.scope !== scope || isOwn
  const { visible, fresh } = startsOver ? { visible: keys, fresh: 0 } : arrange(shown.keys, keys)
  useEffect(() => {
    seen.current = new Map(visible.flatMap((key) => pairWith(key, byKey.get(key) ?? seen.current.get(key))))
    if (!shown || shown.scope !== scope || shown.updatedAt !== updatedAt || !isSame(shown.keys, visible))
      setShown({ scope, keys: visible, updatedAt })
  })
  return {
    rows: visible.flatMap((key) => byKey.get(key) ?? seen.current.get(key) ?? []),
    fresh,
    show: () => setShown({ scope, keys, updatedAt }),
  }
}
