// The types of tables.mjs, for its test.
import type { Result } from '../tables.mjs'
import type { ClusterCosts, Costs } from './model.mjs'

export function readCosts(results: Result[]): Costs
export const CLUSTER: string
export function readClusterCosts(results: Result[]): ClusterCosts
export function readSearchMemory(results: Result[]): { baseBytes: number; bytesPerListing: number }
export function withScaleTables(text: string, results: Result[]): string
