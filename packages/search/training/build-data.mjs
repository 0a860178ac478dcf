// Builds what the encoder is trained on, in exactly the texts that the engine gives the model: tables, WordNet glosses, Moby's synonyms, and
// the graded queries that may be learned from.
// Usage: node packages/search/training/build-data.mjs WORDNET_FOLDER MOBY_FILE OUT.json.gz
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { gunzipSync, gzipSync } from 'node:zlib'
import { INVENTORIES, QUERIES } from '../scripts/graded.mjs'
import { fill, loadSource } from '../scripts/load-engine.mjs'
import { readTables } from './tables.mjs'

const [wordnetFolder, mobyFile, out] = process.argv.slice(2)
const { LocalSearchEngine } = await loadSource('engine')
const { EMBEDDING_VERSION } = await loadSource('embedding-version')
const { NameReader } = await loadSource('names/understand-name')
const { QueryReader } = await loadSource('query/parse-query')
const { Speller } = await loadSource('query/speller')

const names = new NameReader()
const queries = new QueryReader(names, new Speller(names.words))
/** An inventory about which nothing is known: every query is read by its words alone. */
const NO_INVENTORY = {
  hasTld: () => false,
  hasLabel: () => false,
  beginningWith: () => [],
  nearestLabel: () => undefined,
  hasWord: () => false,
}
const queryTexts = (text) => queries.read(text, NO_INVENTORY).texts.filter(Boolean)
/** A name of the tables as a listing's name; words that stand apart are one label. */
function nameText(name) {
  const label = name.replace(/[^\p{L}\p{N}-]+/gu, '')
  if (label === '') return ''
  const domain = `${label}.com`
  return names.buildText(names.read(domain), { domain })
}
const texts = (list, read) => [...new Set(list.map(read).filter(Boolean))]

const ranks = new Map()
for (const line of gunzipSync(readFileSync(new URL('../data/words.txt.gz', import.meta.url)))
  .toString('utf8')
  .split('\n')) {
  const word = /^[a-z]+/.exec(line)?.[0]
  if (word !== undefined && !ranks.has(word)) ranks.set(word, ranks.size)
}
const isFrequent = (word, most) => (ranks.get(word) ?? Number.POSITIVE_INFINITY) < most

function buildTables() {
  const { categories, moods } = readTables()
  return {
    categories: categories.map(({ sector, name, asks, terms, names: coined, traps, foreign }) => ({
      sector,
      name,
      asks: asks.map(queryTexts).filter(({ length }) => length > 0),
      terms: texts([name, ...terms], (term) => queryTexts(term)[0]),
      names: texts(coined, nameText),
      traps: texts(traps, nameText),
      foreign: foreign.flatMap(({ terms: local, asks: typed }) => [...local, ...typed].map(queryTexts)),
      foreignNames: texts(
        foreign.flatMap(({ terms: local }) => local),
        nameText,
      ),
    })),
    moods: moods.map(({ name, also, names: coined, traps }) => ({
      words: [name, ...also],
      names: texts(coined, nameText),
      traps: texts(traps, nameText),
    })),
  }
}

/** Glosses with their words, and words of other senses of the same words, which are near in letters and far in meaning. */
async function readGlosses() {
  const synsets = []
  const senses = new Map()
  for (const part of ['noun', 'verb', 'adj']) {
    const lines = createInterface({ input: createReadStream(`${wordnetFolder}/data.${part}`) })
    for await (const line of lines) {
      if (line.startsWith('  ')) continue
      const [head, gloss = ''] = line.split(' | ')
      const fields = head.split(' ')
      const count = Number.parseInt(fields[3], 16)
      const lemmas = Array.from({ length: count }, (_, i) =>
        fields[4 + 2 * i]
          .replaceAll('_', ' ')
          .replace(/\(.*\)/, '')
          .toLowerCase(),
      ).filter((lemma) => /^[a-z ]+$/.test(lemma) && lemma.split(' ').every((word) => isFrequent(word, 12_000)))
      if (lemmas.length === 0) continue
      const text = gloss
        .split('; "')[0]
        .split(';')[0]
        .replace(/\([^)]*\)/g, '')
        .trim()
      const index = synsets.push({ text, lemmas: lemmas.slice(0, 4) }) - 1
      for (const lemma of lemmas) senses.set(lemma, [...(senses.get(lemma) ?? []), index])
    }
  }
  return synsets.flatMap(({ text, lemmas }, index) => {
    const words = text.split(' ')
    if (words.length < 2 || words.length > 14 || /\d/.test(text)) return []
    const [query] = queryTexts(text)
    if (query === undefined) return []
    const others = lemmas
      .flatMap((lemma) => senses.get(lemma))
      .filter((other) => other !== index)
      .flatMap((other) => synsets[other].lemmas)
      .filter((lemma) => !lemmas.includes(lemma))
    return [{ query, lemmas, others: [...new Set(others)].slice(0, 8) }]
  })
}

function readSynonyms() {
  return readFileSync(mobyFile, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [word, ...others] = line.split(',').map((one) => one.trim().toLowerCase())
      const near = others.filter((one) => /^[a-z]+$/.test(one) && isFrequent(one, 8_000)).slice(0, 25)
      return isFrequent(word, 6_000) && near.length >= 4 ? [{ word, near }] : []
    })
}

async function readGraded() {
  const engine = await LocalSearchEngine.load()
  const inventories = {}
  for (const [collection, listings] of Object.entries(INVENTORIES)) {
    await fill(engine, EMBEDDING_VERSION, collection, listings)
    inventories[collection] = Object.fromEntries(
      listings.map((listing) => [listing.domain, names.buildText(names.read(listing.domain), listing)]),
    )
  }
  const graded = []
  for (const { query, collection, kind, split, judgments } of QUERIES) {
    const { parsed, candidates } = await engine.candidates({ q: query, collection })
    graded.push({
      kind,
      split,
      collection,
      judgments,
      texts: parsed.texts,
      candidates: candidates.map(({ domain }) => domain),
    })
  }
  await engine.close()
  return { inventories, graded }
}

const common = [...ranks.keys()].filter((word) => word.length >= 3 && word.length <= 10).slice(0, 9_000)
const data = {
  ...buildTables(),
  common,
  glosses: await readGlosses(),
  synonyms: readSynonyms(),
  ...(await readGraded()),
}
writeFileSync(out, gzipSync(JSON.stringify(data)))
for (const [name, value] of Object.entries(data))
  console.log(name, Array.isArray(value) ? value.length : Object.keys(value).length)
