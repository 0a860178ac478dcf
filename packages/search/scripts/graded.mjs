// Owns the graded queries: reads them with their inventories, and says which may be learned from and which are for the end.
import { readFileSync } from 'node:fs'

const DATA = new URL('../data/', import.meta.url)
const lines = (name) =>
  readFileSync(new URL(name, DATA), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

/** FNV-1a. */
function hash(text) {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0), 16777619)
  return value >>> 0
}
/** Prices by chance, for queries that name one: 60 to 8,900, most of them low. */
const drawPrice = (domain) => Math.round(60 * Math.exp(((hash(`price ${domain}`) % 10_000) / 10_000) * 5))

const readInventory = (name) =>
  lines(name)
    .flatMap((line) => line.split(' '))
    .filter(Boolean)
    .map((domain) => ({ domain, price: drawPrice(domain) }))

/** Names by collection. */
export const INVENTORIES = {
  small: JSON.parse(readFileSync(new URL('search-dev.json', DATA), 'utf8')).inventory,
  wide: readInventory('inventory-wide.txt'),
  fresh: readInventory('inventory-fresh.txt'),
}

/**
 * `encoder`: the model may learn from it. `ranker`: the weights may. `dev`: to choose between variants. `test`: for the figure of a
 * release, and nothing else.
 */
export const SPLITS = ['encoder', 'ranker', 'dev', 'test']

/** `a.com:32=3`: the annotators gave 3 and 2, and 3 was settled on. */
function readGrades(cell) {
  const [, domain, first, second, settled] = /^(.+):(\d)(\d)(?:=(\d))?$/.exec(cell)
  return { domain, first: Number(first), second: Number(second), grade: Number(settled ?? first) }
}

export const QUERIES = lines('graded.txt').map((line) => {
  const [split, collection, kind, query, pooled, cells] = line.split('|')
  const grades = cells.split(' ').filter(Boolean).map(readGrades)
  const relevant = grades.filter(({ grade }) => grade > 0)
  const judgments = Object.fromEntries(relevant.map(({ domain, grade }) => [domain, grade]))
  return { split, collection, kind, query, judgments, pooled: Number(pooled), grades }
})

const gain = (grade) => 2 ** grade - 1
const dcg = (grades) => grades.slice(0, 5).reduce((sum, grade, i) => sum + gain(grade) / Math.log2(i + 2), 0)

/** Measures of one answer; a query for which nothing is relevant scores 1 when nothing is shown. */
export function measure(domains, judgments) {
  const grades = domains.slice(0, 5).map((domain) => judgments[domain] ?? 0)
  const ideal = dcg(Object.values(judgments).sort((a, b) => b - a))
  if (ideal === 0) {
    const right = domains.length === 0 ? 1 : 0
    return { ndcg: right, mrr: right, first: right, success: right }
  }
  const wanted = Math.min(2, Math.max(...Object.values(judgments)))
  const first = grades.findIndex((grade) => grade >= wanted)
  return {
    ndcg: dcg(grades) / ideal,
    mrr: first === -1 ? 0 : 1 / (first + 1),
    first: first === 0 ? 1 : 0,
    success: first === -1 ? 0 : 1,
  }
}

const CHECKED = 40

/** The development queries that the tests ask, too: of the smallest inventory, which is embedded in a few seconds. */
export function listChecked() {
  const chosen = QUERIES.filter(({ split, collection, kind }) => {
    return split === 'dev' && collection === 'small' && kind !== 'nonsense'
  })
  return chosen.slice(0, CHECKED)
}
