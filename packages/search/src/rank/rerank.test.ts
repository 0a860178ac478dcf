// The order of the candidates: sum, network, exact names first, and the floor.
import { describe, expect, it } from 'vitest'
import { type Candidate, FEATURES, type FeatureName } from './features.ts'
import { loadWeights, rerank, type Weights } from './rerank.ts'

function candidate(domain: string, features: Partial<Record<FeatureName, number>>, literal = 0): Candidate {
  return { slot: 0, domain, values: Float64Array.from(FEATURES, (name) => features[name] ?? 0), terms: [], literal }
}

const SUM = { bias: 0, floor: 0, weights: { meaning: 1 } as Weights['weights'] }

describe('the order of the candidates', () => {
  it('follows the sum of the features where no network is given', () => {
    const ranked = rerank([candidate('far.com', { meaning: 0.2 }), candidate('near.com', { meaning: 0.8 })], SUM)
    expect(ranked.map(({ domain }) => domain)).toEqual(['near.com', 'far.com'])
    expect(ranked[0]?.score).toBeCloseTo(1 / (1 + Math.exp(-0.8)), 12)
  })

  it('lets the network say what a feature means in one kind of query and not in another', () => {
    const correction = {
      inputs: ['found', 'askedOne'] as FeatureName[],
      nodes: [{ bias: -1.2, out: 2, weights: [1, 1] }],
    }
    const order = (asked: number) =>
      rerank(
        [
          candidate('word.com', { meaning: 0.2, found: 1, askedOne: asked }),
          candidate('thing.com', { meaning: 0.8, askedOne: asked }),
        ],
        { ...SUM, weights: { ...SUM.weights, found: -0.9 }, correction },
      ).map(({ domain }) => domain)
    expect(order(1)).toEqual(['word.com', 'thing.com'])
    expect(order(0)).toEqual(['thing.com', 'word.com'])
  })

  it('puts the very name first, then the same name elsewhere, with scores that fall', () => {
    const ranked = rerank(
      [
        candidate('near.com', { meaning: 1 }),
        candidate('asked.net', { exactLabel: 1, meaning: 0.5 }),
        candidate('asked.com', { exactDomain: 1, exactLabel: 1 }),
      ],
      SUM,
    )
    expect(ranked.map(({ domain }) => domain)).toEqual(['asked.com', 'asked.net', 'near.com'])
    const scores = ranked.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('never hides the very name that was asked for, whatever the network says', () => {
    const correction = { inputs: ['meaning'] as FeatureName[], nodes: [{ bias: 9, out: -50, weights: [0] }] }
    const ranked = rerank([candidate('asked.com', { exactDomain: 1 }), candidate('other.com', { meaning: 1 })], {
      ...SUM,
      floor: 0.4,
      correction,
    })
    expect(ranked.map(({ domain }) => domain)).toEqual(['asked.com'])
  })

  it('puts names with the very words after exact ones and before all others, and never hides them', () => {
    const candidates = [
      candidate('near.com', { meaning: 2 }),
      candidate('word.com', { meaning: -3 }, 1),
      candidate('letters.com', { meaning: -1 }, 0.5),
      candidate('asked.com', { exactLabel: 1, meaning: -4 }),
    ]
    const model = { ...SUM, floor: 0.6 }
    const ranked = rerank(candidates, model)
    expect(ranked.map(({ domain }) => domain)).toEqual(['asked.com', 'word.com', 'letters.com', 'near.com'])
    const scores = ranked.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    const [alone] = rerank(candidates.slice(1, 2), model)
    expect(alone).toMatchObject({ domain: 'word.com', score: 0.6 })
  })

  it('has a weight for every feature, and a network whose inputs are features', () => {
    const { weights, correction } = loadWeights()
    expect(Object.keys(weights).sort()).toEqual([...FEATURES].sort())
    expect(correction?.inputs.filter((name) => !FEATURES.includes(name))).toEqual([])
    for (const node of correction?.nodes ?? []) expect(node.weights).toHaveLength(correction?.inputs.length ?? 0)
  })
})
