// Which rows of a selection count after the list was read again. Pure.

/** `isKept`: the row counts although the list has not loaded it. */
export type Selected<Row> = { row: Row; isKept: boolean }

/**
 * The selected rows as they are now: a row that the list has loaded again replaces the one that was selected. A row that left the
 * list does not count, because it may have changed: the sums of a confirmation must not contain it.
 */
export function readSelected<Row>(
  selected: ReadonlyMap<string, Selected<Row>>,
  loaded: readonly Row[],
  getKey: (row: Row) => string,
): ReadonlyMap<string, Row> {
  const fresh = new Map(loaded.map((row) => [getKey(row), row]))
  const read = new Map<string, Row>()
  for (const [key, { row, isKept }] of selected) {
    const now = fresh.get(key) ?? (isKept ? row : undefined)
    if (now !== undefined) read.set(key, now)
  }
  return read
}
