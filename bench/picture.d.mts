// The types of picture.mjs, for its test.
import type { Result } from './tables.mjs'
export function drawRatios(results: Result[]): string
