// The types of graded.mjs, for the test of the search data.
export type Grade = { domain: string; first: number; second: number; grade: number }
export type GradedQuery = {
  split: string
  collection: string
  kind: string
  query: string
  pooled: number
  grades: Grade[]
  judgments: Record<string, number>
}
export const SPLITS: string[]
export const QUERIES: GradedQuery[]
export const INVENTORIES: Record<string, { domain: string; price: number }[]>
export function measure(domains: string[], judgments: Record<string, number>): { ndcg: number }
/** Development queries of one inventory that the test asks, too. */
export function listChecked(): GradedQuery[]
