// The types of tables.mjs, for its test.
export type Row = {
  what: string
  ours: number | null
  peer: number | null
  unit: string
  ratio: number | null
  spread: [number, number] | null
  limit: { least: number } | { most: number } | null
  held: boolean | null
}
export type Result = { name: string; database: string | null; size: string; when: string; rows: Row[] }
export function mergeResults(results: Result[], added: Result): Result[]
export function withTables(text: string, results: Result[]): string
export function markedBenches(text: string): string[]
