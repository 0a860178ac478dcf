// The types of statistics.mjs, for the test of the search data.
export function mean(values: readonly number[]): number
export function cohenKappa(
  pairs: readonly (readonly [number, number])[],
  grades: readonly number[],
  options?: { squared?: boolean },
): number
export function pairedBootstrap(
  ours: readonly number[],
  theirs: readonly number[],
  options?: { draws?: number; seed?: number },
): { difference: number; low: number; high: number }
