// Writes pairs of answers to grade blind: ours and those of the engine before the trained encoder, left and right by chance.
// Usage: node packages/search/scripts/blind-pairs.mjs PAIRS.txt KEY.json [--each 40]
// A reader writes L, R or = behind each pair; `--score KEY.json` counts wins, ties and losses by kind from the filled file.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { QUERIES } from './graded.mjs'
import { mean, seededRandom } from './statistics.mjs'
import { loadEngine, loadSystems } from './systems.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { each: { type: 'string', default: '40' }, score: { type: 'string' } },
})
const [pairsFile, keyFile] = positionals
if (options.score) score(readFileSync(pairsFile, 'utf8'), JSON.parse(readFileSync(options.score, 'utf8')))
else await write(Number(options.each))

/** Of each kind the queries that nothing was learned from come first, then those of the other splits. */
async function write(each) {
  const random = seededRandom(40)
  const engine = await loadEngine()
  const systems = await loadSystems(engine, { peers: false })
  const order = ['dev', 'ranker', 'encoder']
  const kinds = [...new Set(QUERIES.map(({ kind }) => kind))].filter((kind) => kind !== 'nonsense')
  const [blocks, key] = [[], []]
  for (const kind of kinds) {
    const own = QUERIES.filter((query) => query.kind === kind && order.includes(query.split))
    own.sort((a, b) => order.indexOf(a.split) - order.indexOf(b.split))
    for (const query of own.slice(0, each)) {
      // As many as a person sees; a longer list would tell which engine it is from.
      const answers = {
        ours: (await systems.freehold(query)).slice(0, 5),
        before: (await systems.before(query)).slice(0, 5),
      }
      const left = random() < 0.5 ? 'ours' : 'before'
      const right = left === 'ours' ? 'before' : 'ours'
      key.push({ kind, left, same: answers.ours.join() === answers.before.join() })
      const show = (name) => answers[name].join(' ') || '(nothing)'
      blocks.push(`${key.length}. ${query.query}\n  L: ${show(left)}\n  R: ${show(right)}\n  better: `)
    }
  }
  await engine.close()
  writeFileSync(pairsFile, `${blocks.join('\n\n')}\n`)
  writeFileSync(keyFile, `${JSON.stringify(key)}\n`)
  console.log(`${key.length} pairs, ${key.filter(({ same }) => same).length} of them the same on both sides`)
}

function score(text, key) {
  const verdicts = [...text.matchAll(/^ {2}better: *([LR=]?)/gm)].map(([, verdict]) => verdict)
  const counts = {}
  key.forEach(({ kind, left }, i) => {
    if (!verdicts[i]) return
    const won = verdicts[i] === '=' ? 0 : (verdicts[i] === 'L') === (left === 'ours') ? 1 : -1
    for (const name of [kind, 'all']) counts[name] = [...(counts[name] ?? []), won]
  })
  for (const [name, values] of Object.entries(counts)) {
    const count = (value) => values.filter((one) => one === value).length
    console.log(`${name}: ${count(1)} wins, ${count(0)} ties, ${count(-1)} losses, mean ${mean(values).toFixed(2)}`)
  }
}
