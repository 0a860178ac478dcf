// Prints how well the engine answers the graded queries, by kind and inventory, beside other systems.
// It also records the figure that the tests hold the engine to, in data/recorded-figures.json.
// Usage: node packages/search/scripts/evaluate.mjs [--failures] [--split dev] [--no-peers] [--test]
// `--test` takes the final figures. Take them once per release: looking at them twice leads to tuning for them.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listChecked, QUERIES, SPLITS } from './graded.mjs'
import { mean, pairedBootstrap } from './statistics.mjs'
import { loadEngine, loadSystems, runSystems } from './systems.mjs'

const { values: options } = parseArgs({
  options: {
    failures: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: true },
    split: { type: 'string', multiple: true },
    test: { type: 'boolean', default: false },
  },
  allowNegative: true,
})
const MEASURES = { ndcg: 'NDCG@5', mrr: 'MRR', first: 'success@1', success: 'success@5' }
const TITLES = {
  dev: 'Development queries (the rank weights learned from them)',
  ranker: 'Queries that the rank weights learned from',
  encoder: 'Queries that the encoder learned from',
  test: 'Final test (to be taken once per release)',
}
const shown = options.test ? ['test'] : (options.split ?? SPLITS.filter((split) => split !== 'test'))

const engine = await loadEngine()
const systems = await loadSystems(engine, { peers: options.peers })
const NAMES = Object.keys(systems)
for (const split of shown) {
  const rows = await runSystems(
    systems,
    QUERIES.filter((query) => query.split === split),
  )
  print(split, rows)
  if (split === 'dev') record(rows)
  if (options.failures) printFailures(rows)
}
await engine.close()

function print(split, all) {
  const rows = all.filter(({ query }) => query.kind !== 'nonsense')
  const kinds = [...new Set(QUERIES.map((query) => query.kind))]
  const collections = [...new Set(QUERIES.map((query) => query.collection))]
  const part = (name, select, from = rows) => ({ name, rows: from.filter(({ query }) => select(query)) })
  table(`${TITLES[split]}: ${Object.values(MEASURES).join(' / ')}`, [
    part('all but nonsense', () => true),
    ...collections.map((name) => part(`inventory ${name}`, (query) => query.collection === name)),
    ...kinds.map((kind) => part(kind, (query) => query.kind === kind, all)),
  ])
  differences(rows)
}

function table(title, parts) {
  console.log(`${title}\n`)
  console.log(`| | n | ${NAMES.join(' | ')} |`)
  console.log(`|---|---|${NAMES.map(() => '---').join('|')}|`)
  for (const { name, rows } of parts.filter((part) => part.rows.length > 0)) {
    const cells = NAMES.map((system) =>
      Object.keys(MEASURES)
        .map((measure) => short(mean(rows.map((row) => row.measures[system][measure]))))
        .join(' / '),
    )
    console.log(`| ${name} | ${rows.length} | ${cells.join(' | ')} |`)
  }
  console.log('')
}

function differences(rows) {
  console.log(
    'NDCG@5 of freehold minus that of another system, with a 95 % interval (paired bootstrap over the queries)\n',
  )
  console.log('| | difference | 95 % interval |\n|---|---|---|')
  const scores = (system) => rows.map((row) => row.measures[system].ndcg)
  for (const system of NAMES.filter((name) => name !== 'freehold')) {
    const { difference, low, high } = pairedBootstrap(scores('freehold'), scores(system))
    console.log(`| ${system} | ${signed(difference)} | ${signed(low)} to ${signed(high)} |`)
  }
  console.log('')
}

/** What the tests hold the engine to: scripts/search-data.test.ts. */
function record(rows) {
  const checked = new Set(listChecked())
  const ndcg = mean(rows.filter(({ query }) => checked.has(query)).map((row) => row.measures.freehold.ndcg))
  const figures = { checked: { queries: checked.size, ndcg: Math.round(ndcg * 1000) / 1000 } }
  writeFileSync(new URL('../data/recorded-figures.json', import.meta.url), `${JSON.stringify(figures)}\n`)
}

function printFailures(rows) {
  for (const { query, rankings, measures } of rows.filter((row) => row.measures.freehold.ndcg < 0.75)) {
    const found = rankings.freehold.map((domain) => `${domain}:${query.judgments[domain] ?? 0}`).join(' ')
    const missed = Object.entries(query.judgments)
      .filter(([domain, grade]) => grade >= 2 && !rankings.freehold.includes(domain))
      .map(([domain, grade]) => `${domain}:${grade}`)
    console.log(
      `${short(measures.freehold.ndcg)} ${query.collection} ${query.kind} | ${query.query} | ${found} | ${missed.slice(0, 6).join(' ')}`,
    )
  }
  console.log('')
}

function short(value) {
  return value.toFixed(3).replace(/^0/, '')
}

function signed(value) {
  return `${value < 0 ? '−' : '+'}${short(Math.abs(value))}`
}
