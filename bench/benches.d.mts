// The types of benches.mjs, for its test.
export const BENCHES: { name: string; quick: string[]; full: string[] }[]
