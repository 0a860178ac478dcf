// Whether a domain under delivery arrived, by the registrar that RDAP names, and when RDAP is asked next.
import { DELIVERY_WATCH_SECONDS, DELIVERY_WATCH_SECONDS_MAX } from '../../../kernel/limits.ts'
import type { DeliveryMethod } from './deliveries.ts'

/** Of a registration. */
export type SeenRegistrar = { ianaId: number | null; name: string | null; transferredAt: Date | null }

export type Expected = {
  /** The registrar that receives the domain; null when nobody said which. */
  registrarIanaId: number | null
  /** The registrar of record at the first look; null before it. */
  registrarBefore: number | null
  startedAt: Date | null
}

const IANA_ID = /^[1-9]\d{0,8}$/

/** Registries write the ID as text. Null: not an ID. */
export const readIanaId = (text: string | null): number | null =>
  text !== null && IANA_ID.test(text) ? Number(text) : null

/**
 * The registrar of record became the expected one. Being there is not enough: a domain that is pushed to another account of the
 * same registrar was there before.
 */
export function isArrival({ registrarIanaId, registrarBefore, startedAt }: Expected, seen: SeenRegistrar): boolean {
  if (registrarIanaId === null || seen.ianaId !== registrarIanaId) return false
  if (registrarBefore !== null && registrarBefore !== registrarIanaId) return true
  return startedAt !== null && seen.transferredAt !== null && seen.transferredAt >= startedAt
}

/** A transfer to our registrar comes before the push, and RDAP shows no accounts. So a person looks at it. */
export const canConfirmAlone = (method: DeliveryMethod): boolean => method !== 'registrar_transfer'

/** Often at first, when most transfers end; rarely later. Failed lookups wait twice as long each time. */
export function computeWatchSeconds(ageSeconds: number, failures: number): number {
  const seconds = failures > 0 ? DELIVERY_WATCH_SECONDS * 2 ** failures : ageSeconds / 10
  return Math.round(Math.min(Math.max(seconds, DELIVERY_WATCH_SECONDS), DELIVERY_WATCH_SECONDS_MAX))
}
