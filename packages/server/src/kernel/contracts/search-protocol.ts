// What web processes and search processes say to each other: JSON over HTTP, with a token that both derive from the master key.
import { ENVIRONMENTS, type Environment } from '../owner.ts'
import type { SecretBox } from '../secret-box.ts'

export const SEARCH_PATH = '/search/v1/query'
export const STATE_PATH = '/search/v1/state'

/** Says why a process that is there does not search: its index is not complete. */
export const STATE_HEADER = 'x-search-state'
export const LOADING = 'loading'

/** All processes of a service have its master key, and nobody else has. */
export const deriveSearchToken = (secrets: Pick<SecretBox, 'deriveKey'>): string =>
  secrets.deriveKey('search-process').toString('base64url')

export type UnavailableReason = 'unavailable' | 'timeout' | 'overloaded' | 'loading' | 'rejected'

/** The processes that hold the index do not respond in time. The database finds words meanwhile. */
export class SearchUnavailable extends Error {
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason) {
    super(`search is not available: ${reason}`)
    this.reason = reason
  }
}

/** What the protocol knows of a response; the engine knows the rest. */
type Response = {
  results: readonly unknown[]
  understood: { priceLimits?: Record<string, { min: number; max: number }> }
}

/** The inventories whose index is complete. */
export type SearchServerState = { ready: Environment[] }

/** JSON has no infinity: a price without an upper limit has none here. */
export function encodeResponse({ results, understood }: Response): unknown {
  const { priceLimits, ...rest } = understood
  if (!priceLimits) return { results, understood }
  const limits = Object.entries(priceLimits).map(([currency, { min, max }]) => [
    currency,
    Number.isFinite(max) ? { min, max } : { min },
  ])
  return { results, understood: { ...rest, priceLimits: Object.fromEntries(limits) } }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null: not a response of a search process. */
export function decodeResponse(body: unknown): Response | null {
  if (!isObject(body) || !Array.isArray(body.results) || !isObject(body.understood)) return null
  const { results, understood } = body as unknown as Response
  if (!understood.priceLimits) return { results, understood }
  const limits = Object.entries(understood.priceLimits).map(([currency, { min, max }]) => [
    currency,
    { min, max: max ?? Number.POSITIVE_INFINITY },
  ])
  return { results, understood: { ...understood, priceLimits: Object.fromEntries(limits) } }
}

export function decodeState(body: unknown): SearchServerState | null {
  if (!isObject(body) || !Array.isArray(body.ready)) return null
  const named: unknown[] = body.ready
  return { ready: ENVIRONMENTS.filter((environment) => named.includes(environment)) }
}
