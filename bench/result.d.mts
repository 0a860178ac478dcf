// The types of result.mjs, for its test.
import type { Row } from './tables.mjs'
export function isHeld(limit: Row['limit'], figure: number): boolean | null
