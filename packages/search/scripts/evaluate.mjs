// Prints how well the engine answers the graded queries, by kind, beside keyword-only, embedding-only and fused baselines.
// Usage: node packages/search/scripts/evaluate.mjs [--failures]
import { INVENTORIES, mean, measure, QUERIES } from './graded.mjs'
import { fill, loadSource } from './load-engine.mjs'

const { LocalSearchEngine } = await loadSource('engine')
const { EMBEDDING_VERSION } = await loadSource('embedding-version')
const { BASELINES } = await loadSource('rank/baselines')
const engine = await LocalSearchEngine.load()
for (const [name, listings] of Object.entries(INVENTORIES)) await fill(engine, EMBEDDING_VERSION, name, listings)

const SYSTEMS = [...Object.keys(BASELINES), 'freehold']
const rows = []
for (const query of QUERIES) {
  const asked = { q: query.query, collection: query.collection, limit: 5 }
  const rankings = {}
  for (const [name, rank] of Object.entries(BASELINES)) rankings[name] = await rank(engine, asked)
  rankings.freehold = (await engine.search(asked)).results.map((result) => result.domain)
  rows.push({
    query,
    rankings,
    measures: Object.fromEntries(SYSTEMS.map((s) => [s, measure(rankings[s], query.judgments)])),
  })
}
await engine.close()

const part = (name, select) => ({ name, rows: rows.filter(({ query }) => select(query)) })
const relevant = (query) => query.kind !== 'nonsense'
table('All graded queries but nonsense', [
  part('held out', (query) => relevant(query) && query.split === 'held'),
  part('trained on', (query) => relevant(query) && query.split === 'train'),
  part('dev, held out', (query) => relevant(query) && query.set === 'dev' && query.split === 'held'),
  part('small, held out', (query) => relevant(query) && query.set === 'small' && query.split === 'held'),
  part('fresh', (query) => query.set === 'fresh'),
  part('wide, held out', (query) => relevant(query) && query.set === 'wide' && query.split === 'held'),
])
const kinds = [...new Set(QUERIES.map((query) => query.kind))]
table(
  'Held-out half, by kind',
  kinds.map((kind) => part(kind, (query) => query.kind === kind && query.split === 'held')),
)
table(
  'Both halves, by kind',
  kinds.map((kind) => part(kind, (query) => query.kind === kind)),
)

if (process.argv.includes('--failures')) {
  for (const { query, rankings, measures } of rows.filter((row) => row.measures.freehold.ndcg < 0.7)) {
    const shown = rankings.freehold.map((domain) => `${domain}:${query.judgments[domain] ?? 0}`).join(' ')
    console.log(`${measures.freehold.ndcg.toFixed(2)} ${query.set} ${query.kind} | ${query.query} | ${shown}`)
  }
}

function table(title, parts) {
  console.log(`\n${title}: NDCG@5 / MRR / success@5\n`)
  console.log(`| | n | ${SYSTEMS.join(' | ')} |\n|---|---|${SYSTEMS.map(() => '---|').join('')}`)
  for (const { name, rows: chosen } of parts) {
    if (chosen.length === 0) continue
    const cells = SYSTEMS.map((system) =>
      ['ndcg', 'mrr', 'success']
        .map((measureName) =>
          mean(chosen.map((row) => row.measures[system][measureName]))
            .toFixed(3)
            .replace(/^0/, ''),
        )
        .join(' / '),
    )
    console.log(`| ${name} | ${chosen.length} | ${cells.join(' | ')} |`)
  }
}
