// Owns the systems that the evaluation compares the engine with: words alone, meaning alone, and their plain fusion.
import type { LocalSearchEngine } from '../engine.ts'
import type { SearchQuery } from '../types.ts'
import { type Candidate, readFeature } from './features.ts'

type Baseline = (engine: LocalSearchEngine, query: SearchQuery) => Promise<string[]>

const byMeaning = (candidate: Candidate): number =>
  readFeature(candidate, 'meaning') + readFeature(candidate, 'meaningSingle')

async function ranked(engine: LocalSearchEngine, query: SearchQuery, score: (candidate: Candidate) => number) {
  const { candidates } = await engine.candidates(query)
  return candidates
    .map((candidate) => ({ domain: candidate.domain, score: score(candidate) }))
    .filter((candidate) => candidate.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((candidate) => candidate.domain)
}

/** BM25 over segmented stems and label trigrams, fused by rank: what a keyword engine knows of a name. */
async function keyword(engine: LocalSearchEngine, query: SearchQuery): Promise<string[]> {
  const { words, letters } = await engine.keywordOnly(query)
  return fuse([words, letters])
}

/** Reciprocal rank fusion with equal weights. */
function fuse(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists) {
    list.forEach((domain, rank) => {
      scores.set(domain, (scores.get(domain) ?? 0) + 1 / (60 + rank + 1))
    })
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([domain]) => domain)
}

export const BASELINES: Record<string, Baseline> = {
  keyword: async (engine, query) => (await keyword(engine, query)).slice(0, 5),
  embedding: async (engine, query) => (await ranked(engine, query, byMeaning)).slice(0, 5),
  'equal RRF': async (engine, query) => {
    const lists = [(await keyword(engine, query)).slice(0, 100), (await ranked(engine, query, byMeaning)).slice(0, 100)]
    return fuse(lists).slice(0, 5)
  },
}
