// The types of tables.mjs, for the test of the search data.
export const LANGUAGES: string[]
export type Mood = { file: string; name: string; also: string[]; names: string[]; traps: string[] }
export type Category = {
  file: string
  sector: string
  name: string
  asks: string[]
  terms: string[]
  names: string[]
  traps: string[]
  foreign: { language: string; terms: string[]; asks: string[] }[]
}
export function readTables(): { categories: Category[]; moods: Mood[] }
