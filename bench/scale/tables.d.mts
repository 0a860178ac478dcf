// The types of tables.mjs, for its test.
import type { Result } from '../tables.mjs'
import type { Costs } from './model.mjs'

export function readCosts(results: Result[]): Costs
export function readSearchMemory(results: Result[]): { baseBytes: number; bytesPerListing: number }
export function withScaleTables(text: string, results: Result[]): string
