// The types of model.mjs, for its test.
export type Cost = 'webMicros' | 'databaseMicros' | 'walBytes' | 'storedBytes' | 'nonceBytes' | 'clientMicros'
export type Costs = Record<string, Record<Cost, number>>
export type ClusterCost =
  | Exclude<Cost, 'storedBytes' | 'nonceBytes'>
  | 'poolerMicros'
  | 'replicaMicros'
  | 'admissionMicros'
  | 'admissionBytes'
export type ClusterCosts = Record<string, Record<ClusterCost, number>>
export type Broken = { what: string; taker: string; use: number }[]
export const COSTS: Record<Cost, { unit: string; text: string }>
export const CLUSTER_COSTS: Record<ClusterCost, { unit: string; text: string }>
export const MIX: Record<string, number>
export const ASSUMED: Record<string, number>
export function computeNonceBytes(used: { bytes: number; rows: number; requests: number }): number
export function predictRate(costs: Costs | ClusterCosts, mix: Record<string, number>, cores: number): number
export function perSignedRequest(mix?: Record<string, number>): Record<string, number>
export function planTraffic(
  costs: Costs,
  signedPerMinute: number,
): {
  signedPerSecond: number
  webCores: number
  webMachines: number
  databaseCores: number
  primaries: number
  walPerSecond: number
  storedPerDay: number
  nonceRows: number
  nonceBytes: number
  ordersPerDay: number
  broken: Broken
}
export function planCluster(
  costs: ClusterCosts,
  signedPerMinute: number,
): {
  webCores: number
  poolerCores: number
  primaryCores: number
  replicaCores: number
  admissionCores: number
  admissionBytes: number
  broken: Broken
}
export function planListings(
  costs: Costs,
  listings: number,
  search: { baseBytes: number; bytesPerListing: number },
): { storedBytes: number; importHours: number; embeddingHours: number; searchBytes: number; broken: Broken }
