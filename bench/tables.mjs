// What docs/performance.md shows of results.json: one table a bench, between its markers. Pure.

const MARKED = /<!-- bench:(\w+) -->\n[\s\S]*?<!-- \/bench -->/g

/**
 * A row that was measured again replaces its earlier self; all others stay with their date. What was taken quickly does not
 * replace what was taken in full.
 */
export function mergeResults(results, added) {
  const same = (one) => one.name === added.name && one.database === added.database
  const isFirm = (one) => one.size !== 'quick' && added.size === 'quick'
  const firm = new Set(results.filter((one) => same(one) && isFirm(one)).flatMap(({ rows }) => rows.map(rowKey)))
  const rows = added.rows.filter((row) => !firm.has(rowKey(row)))
  const replaced = new Set(rows.map(rowKey))
  const kept = results
    .map((one) => (same(one) ? { ...one, rows: one.rows.filter((row) => !replaced.has(rowKey(row))) } : one))
    .filter((one) => one.rows.length > 0)
  return rows.length === 0 ? kept : [...kept, { ...added, rows }]
}

const rowKey = ({ what }) => what

const figure = (number) =>
  Math.abs(number) >= 100 ? Math.round(number).toLocaleString('en-US') : String(Number(number.toPrecision(3)))

export const shownRatio = (ratio) => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2))

function shownLimit({ limit, held, ratio, unit }) {
  if (limit === null) return ''
  const of = ratio === null ? ` ${unit}` : ''
  const bound = limit.least === undefined ? `≤ ${figure(limit.most)}${of}` : `≥ ${figure(limit.least)}${of}`
  return held ? bound : `${bound}: **missed**`
}

const shownSpread = (spread, show) => (spread === null ? '' : ` (${show(spread[0])} to ${show(spread[1])})`)

function shownFigures({ ours, peer, unit, ratio, spread }) {
  if (ratio === null) return `${figure(ours)} ${unit}${spread[0] === spread[1] ? '' : shownSpread(spread, figure)}`
  return ours === null ? '' : `${figure(ours)} : ${figure(peer)} ${unit}`
}

function shownRow(row, { database, when, size, note }) {
  const ratio = row.ratio === null ? '' : `${shownRatio(row.ratio)}${shownSpread(row.spread, shownRatio)}`
  const taken = [when.slice(0, 10), ...(size === 'full' ? [] : [size]), ...(note ? [note] : [])].join(', ')
  return `| ${row.what} | ${database ?? ''} | ${ratio} | ${shownFigures(row)} | ${shownLimit(row)} | ${taken} |`
}

export function formatTable(name, results) {
  const lines = results.filter((one) => one.name === name).flatMap((one) => one.rows.map((row) => shownRow(row, one)))
  if (lines.length === 0) return 'Not measured yet.'
  const head = ['| what | database | ratio | figures | limit | taken |', '| --- | --- | --- | --- | --- | --- |']
  return [...head, ...lines].join('\n')
}

export const withTables = (text, results) =>
  text.replace(MARKED, (_all, name) => `<!-- bench:${name} -->\n${formatTable(name, results)}\n<!-- /bench -->`)

/** The benches that have a place in the text. */
export const markedBenches = (text) => [...text.matchAll(MARKED)].map(([, name]) => name)
