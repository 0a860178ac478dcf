// What search is trained and measured with: complete, kept apart by split, and the committed engine reaches its recorded figure.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type GradedQuery,
  INVENTORIES,
  listChecked,
  measure,
  QUERIES,
  SPLITS,
} from '../packages/search/scripts/graded.mjs'
import { cohenKappa, mean, pairedBootstrap } from '../packages/search/scripts/statistics.mjs'
import { MODEL_SHA256, TOKENIZER_SHA256 } from '../packages/search/src/embedding-version.ts'
import { LocalSearchEngine } from '../packages/search/src/engine.ts'
import { LANGUAGES, readTables } from '../packages/search/training/tables.mjs'

const SEARCH = new URL('../packages/search/', import.meta.url)
const FUNCTION_WORDS = new Set(
  'a an the of for to and or in on at with my me your our i we is are that this'.split(' '),
)
/** Queries with so much in common ask the same thing. */
const NEAR = 0.8

const listStems = (query: string): string[] =>
  (query.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [])
    .filter((word) => !FUNCTION_WORDS.has(word))
    .map((word) => word.replace(/(?:ing|ers?|es|s)$/, ''))

/** Pairs from different splits that are the same but for order, endings and small words. */
function findLeaks(queries: readonly Pick<GradedQuery, 'split' | 'query'>[]): string[] {
  const byWord = new Map<string, number[]>()
  const sets = queries.map(({ query }) => new Set(listStems(query)))
  const leaks: string[] = []
  sets.forEach((words, i) => {
    const near = new Set([...words].flatMap((word) => byWord.get(word) ?? []))
    for (const j of near) {
      const other = sets[j] as Set<string>
      const shared = [...words].filter((word) => other.has(word)).length
      const [a, b] = [queries[i], queries[j]]
      if (a?.split !== b?.split && shared / (words.size + other.size - shared) >= NEAR)
        leaks.push(`${a?.split} "${a?.query}" and ${b?.split} "${b?.query}"`)
    }
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), i])
  })
  return leaks
}

describe('the tables that the encoder learns from', () => {
  const { categories, moods } = readTables()

  it('have 1,000 different categories and 80 different moods, each once in its file', () => {
    const countNames = (list: readonly { name: string }[]) => new Set(list.map(({ name }) => name)).size
    expect(countNames(categories)).toBeGreaterThanOrEqual(1000)
    expect(countNames(moods)).toBeGreaterThanOrEqual(80)
    for (const list of [categories, moods]) {
      const names = list.map(({ file, name }) => `${file}: ${name}`)
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    }
  })

  it('have intents, terms, names and traps for each, in six languages', () => {
    const lacking = categories.filter(
      ({ asks, terms, names, traps, foreign }) =>
        asks.length < 4 ||
        terms.length < 3 ||
        names.length < 5 ||
        traps.length < 2 ||
        foreign.length < LANGUAGES.length,
    )
    expect(lacking.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
    const thin = moods.filter(({ names, traps }) => names.length < 5 || traps.length < 2)
    expect(thin.map(({ name }) => name)).toEqual([])
  })
})

describe('the graded queries', () => {
  it('are 600 over three inventories, in four splits, and each is there once', () => {
    expect(QUERIES.length).toBeGreaterThanOrEqual(600)
    expect([...new Set(QUERIES.map(({ collection }) => collection))].sort()).toEqual(Object.keys(INVENTORIES).sort())
    expect([...new Set(QUERIES.map(({ split }) => split))].sort()).toEqual([...SPLITS].sort())
    const asked = QUERIES.map(({ collection, query }) => `${collection} ${query.toLowerCase()}`)
    expect(asked.filter((one, i) => asked.indexOf(one) !== i)).toEqual([])
  })

  it('name only domains of their inventory, with two grades each and a third where they differ', () => {
    const sold = Object.fromEntries(
      Object.entries(INVENTORIES).map(([name, listings]) => [name, new Set(listings.map(({ domain }) => domain))]),
    )
    const wrong = QUERIES.flatMap(({ collection, query, grades }) =>
      grades
        .filter(({ domain, first, second, grade }) => {
          const settled = first === second ? grade === first : grade >= 0 && grade <= 3
          return !sold[collection]?.has(domain) || !settled || Math.max(first, second) > 3
        })
        .map(({ domain }) => `${query}: ${domain}`),
    )
    expect(wrong).toEqual([])
  })

  it('do not ask nearly the same in two splits', () => {
    expect(findLeaks(QUERIES)).toEqual([])
    const asked = [
      { split: 'dev', query: 'a shop for cheap flights' },
      { split: 'test', query: 'cheap flight shops' },
    ]
    expect(findLeaks(asked)).toHaveLength(1)
  })

  it('are graded alike by both annotators', () => {
    const pairs = QUERIES.flatMap(({ grades, pooled }) => [
      ...grades.map(({ first, second }) => [first, second] as const),
      ...Array.from({ length: Math.max(0, pooled - grades.length) }, () => [0, 0] as const),
    ])
    expect(cohenKappa(pairs, [0, 1, 2, 3])).toBeGreaterThan(0.8)
    expect(
      cohenKappa(
        [
          [0, 0],
          [1, 1],
          [0, 1],
          [1, 0],
        ],
        [0, 1],
      ),
    ).toBeCloseTo(0)
  })

  it('are compared with intervals that cover the difference', () => {
    const { difference, low, high } = pairedBootstrap([1, 0.8, 0.9, 1], [0.5, 0.8, 0.7, 0.6], { draws: 500 })
    expect(difference).toBeCloseTo(0.275)
    expect(low).toBeLessThan(difference)
    expect(high).toBeGreaterThan(difference)
  })
})

describe('the committed engine', () => {
  let engine: LocalSearchEngine | undefined
  beforeAll(async () => {
    engine = await LocalSearchEngine.load()
    const listings = INVENTORIES.small ?? []
    await engine.upsert(
      listings.map(({ domain, price }) => ({ id: domain, domain, priceCents: price * 100, currency: 'USD' })),
      'small',
    )
  }, 240_000)
  afterAll(() => engine?.close())

  it('has the model of the recorded hash', () => {
    const digest = (name: string) =>
      createHash('sha256')
        .update(readFileSync(new URL(`model/${name}`, SEARCH)))
        .digest('hex')
    expect([digest('encoder.onnx'), digest('tokenizer.json')]).toEqual([MODEL_SHA256, TOKENIZER_SHA256])
  })

  it('answers development queries as well as recorded', async () => {
    const recorded = JSON.parse(readFileSync(new URL('data/recorded-figures.json', SEARCH), 'utf8')) as {
      checked: { queries: number; ndcg: number }
    }
    const values: number[] = []
    for (const { query, judgments } of listChecked()) {
      const { results = [] } = (await engine?.search({ q: query, collection: 'small', limit: 5 })) ?? {}
      values.push(
        measure(
          results.map(({ domain }) => domain),
          judgments,
        ).ndcg,
      )
      for (const { match } of results) {
        expect(match.reason.length).toBeGreaterThan(0)
        expect(match.reason.length).toBeLessThanOrEqual(80)
      }
    }
    expect(values).toHaveLength(recorded.checked.queries)
    expect(Math.abs(mean(values) - recorded.checked.ndcg)).toBeLessThanOrEqual(0.02)
  })
})
