// Owns the graded queries: reads the four sets, and says which query may be learned from and which is held out.
import { readFileSync } from 'node:fs'

const DATA = new URL('../data/', import.meta.url)
const lines = (name) =>
  readFileSync(new URL(name, DATA), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

const dev = JSON.parse(readFileSync(new URL('search-dev.json', DATA), 'utf8'))

/** Names by collection. */
export const INVENTORIES = {
  small: dev.inventory,
  wide: lines('inventory-wide.txt')
    .flatMap((line) => line.split(' '))
    .map((domain) => ({ domain })),
}

/** kind | query | grade 3 | grade 2 | grade 1 */
function readGraded(name, set, collection) {
  return lines(name).map((line) => {
    const [kind, query, ...grades] = line.split('|')
    const judgments = {}
    grades.forEach((names, i) => {
      for (const domain of names.split(' ').filter(Boolean)) judgments[domain] = 3 - i
    })
    return { set, collection, kind, query, judgments }
  })
}

const all = [
  ...dev.queries.map(({ type, query, judgments }) => ({
    set: 'dev',
    collection: 'small',
    kind: type,
    query,
    judgments,
  })),
  ...readGraded('graded-small.txt', 'small', 'small'),
  ...readGraded('graded-wide.txt', 'wide', 'wide'),
  ...readGraded('graded-fresh.txt', 'fresh', 'small'),
]

/** Within each set and kind every other query is held out: never seen by the learning. Of the fresh set, all are. */
const seen = new Map()
export const QUERIES = all.map((query) => {
  const key = `${query.set} ${query.kind}`
  const index = seen.get(key) ?? 0
  seen.set(key, index + 1)
  return { ...query, split: query.set !== 'fresh' && index % 2 === 0 ? 'train' : 'held' }
})

const gain = (grade) => 2 ** grade - 1
const dcg = (grades) => grades.slice(0, 5).reduce((sum, grade, i) => sum + gain(grade) / Math.log2(i + 2), 0)

/** Measures of one answer; a query for which nothing is relevant scores 1 when nothing is shown. */
export function measure(domains, judgments) {
  const grades = domains.slice(0, 5).map((domain) => judgments[domain] ?? 0)
  const ideal = dcg(Object.values(judgments).sort((a, b) => b - a))
  if (ideal === 0)
    return {
      ndcg: domains.length === 0 ? 1 : 0,
      mrr: domains.length === 0 ? 1 : 0,
      success: domains.length === 0 ? 1 : 0,
    }
  const wanted = Math.min(2, Math.max(...Object.values(judgments)))
  const first = grades.findIndex((grade) => grade >= wanted)
  return { ndcg: dcg(grades) / ideal, mrr: first === -1 ? 0 : 1 / (first + 1), success: first === -1 ? 0 : 1 }
}

export const mean = (values) => (values.length === 0 ? Number.NaN : values.reduce((a, b) => a + b, 0) / values.length)
