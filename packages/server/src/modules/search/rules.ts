// What search promises of a result, and how the plain keyword fallback reads a query.
import { createHash } from 'node:crypto'

export type ListingText = { domain: string; categories: readonly string[]; description: string | null }

/** A vector belongs to the text it was made from. */
export const textHash = (text: ListingText): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([text.domain, text.categories, text.description]))
    .digest()
    .subarray(0, 16)

/** Words of a query for the database's own search: letters and digits, at most eight, as LIKE patterns. */
export function keywordPatterns(query: string): string[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 2)
  return [...new Set(words)].slice(0, 8).map((word) => `%${word}%`)
}

export const roundScore = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000
