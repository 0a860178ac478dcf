// The structures under an inventory: lists, labels, vectors.
import { describe, expect, it } from 'vitest'
import { quantise } from '../model/vector.ts'
import { Clustering } from './clustering.ts'
import { SortedLabels } from './labels.ts'
import { Postings } from './postings.ts'
import { TopK } from './top-k.ts'
import { VectorStore } from './vectors.ts'

/** The same numbers on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function unitVector(next: () => number, near?: Float64Array): Float64Array {
  const vector = Float64Array.from({ length: 384 }, (_, i) => (near?.[i] ?? 0) + (next() - 0.5) * (near ? 0.06 : 1))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

describe('postings', () => {
  it('equal a plain map through thousands of changes', () => {
    const next = randomNumbers(1)
    const postings = new Postings()
    const model = new Map<number, Set<number>>()
    for (let step = 0; step < 20_000; step++) {
      const list = Math.floor(next() * 200)
      const slot = Math.floor(next() * 500)
      postings.ensure(list)
      const known = model.get(list) ?? new Set()
      model.set(list, known)
      if (known.has(slot)) {
        postings.remove(list, slot)
        known.delete(slot)
      } else {
        postings.add(list, slot)
        known.add(slot)
      }
    }
    for (const [list, slots] of model) expect(new Set(postings.view(list))).toEqual(slots)
  })
})

describe('sorted labels', () => {
  it('find what begins with a text while names come and go', () => {
    const next = randomNumbers(2)
    const domains: (string | undefined)[] = []
    const labels = new SortedLabels(domains)
    const live = new Set<number>()
    for (let step = 0; step < 8_000; step++) {
      if (next() < 0.7 || live.size === 0) {
        const slot = domains.push(`${Math.floor(next() * 5_000).toString(36)}.com`) - 1
        labels.add(slot)
        live.add(slot)
      } else {
        const slot = [...live][Math.floor(next() * live.size)] as number
        labels.remove(slot)
        domains[slot] = undefined
        live.delete(slot)
      }
    }
    for (const text of ['1', '2a', '3b.', 'zzz', '']) {
      const expected = [...live].filter((slot) => domains[slot]?.startsWith(text)).sort((a, b) => a - b)
      expect(labels.startingWith(text, 10_000, () => true).sort((a, b) => a - b)).toEqual(expected)
    }
  })
})

describe('top k', () => {
  it('keeps the best', () => {
    const next = randomNumbers(3)
    const scores = Array.from({ length: 1_000 }, next)
    const top = new TopK(10)
    scores.forEach((score, slot) => {
      top.push(slot, score)
    })
    const expected = [...scores].sort((a, b) => b - a).slice(0, 10)
    expect(top.sorted().map(({ score }) => score)).toEqual(expected)
  })
})

describe('vectors', () => {
  it('give exact products, and the nearest of what is left after removals', () => {
    const next = randomNumbers(4)
    const store = new VectorStore()
    const vectors = Array.from({ length: 500 }, () => quantise(unitVector(next)))
    vectors.forEach((vector, slot) => {
      store.set(slot, vector)
    })
    for (let slot = 0; slot < 500; slot += 3) store.remove(slot)
    const query = quantise(unitVector(next))
    const product = (vector: Int8Array): number =>
      vector.reduce((sum, value, i) => sum + value * (query[i] as number), 0)
    const left = vectors.map((vector, slot) => ({ slot, score: product(vector) })).filter(({ slot }) => slot % 3 !== 0)
    const expected = left.sort((a, b) => b.score - a.score || a.slot - b.slot).slice(0, 20)
    expect(store.nearest(query, { k: 20, budget: 1 })).toEqual(expected)
    expect(store.size).toBe(left.length)
    expect([...store.products(query, [1, 0, 2])]).toEqual([product(vectors[1]!), 0, product(vectors[2]!)])
    expect(store.nearest(query, { k: 5, budget: 1, accepts: (slot) => slot === 7 }).map(({ slot }) => slot)).toEqual([
      7,
    ])
  })

  it('find nearly the same in clusters, looking at a fraction, and see what is added later', async () => {
    const next = randomNumbers(5)
    const centres = Array.from({ length: 40 }, () => unitVector(next))
    const store = new VectorStore()
    for (let slot = 0; slot < 4_000; slot++) store.set(slot, quantise(unitVector(next, centres[slot % 40])))
    const query = quantise(unitVector(next, centres[7]))
    const exact = store.nearest(query, { k: 20, budget: 1 }).map(({ slot }) => slot)
    const training = new Clustering(store, 1_000).maintain()
    // Names come and go while the clusters are made.
    for (let i = 0; i < 300; i++) {
      store.set(20_000 + i, quantise(unitVector(next)))
      if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    for (let i = 0; i < 300; i++) store.remove(20_000 + i)
    await training
    expect(store.trained).toBe(true)
    const found = store.nearest(query, { k: 20, budget: 600 }).map(({ slot }) => slot)
    expect(found.filter((slot) => exact.includes(slot)).length).toBeGreaterThanOrEqual(18)
    store.set(9_999, query)
    expect(store.nearest(query, { k: 1, budget: 600 })[0]?.slot).toBe(9_999)
    store.remove(9_999)
    expect(store.nearest(query, { k: 1, budget: 600 })[0]?.slot).toBe(exact[0])
    expect(store.size).toBe(4_000)
  })
})
