// The records that were opened last in this browser, newest first.
import type { PageRecord } from './record.ts'

export type RecentRecord = PageRecord & { href: string }

const MOST = 8
const keyFor = (place: string): string => `recent ${place}`

const isRecord = (value: unknown): value is RecentRecord =>
  typeof value === 'object' &&
  value !== null &&
  ['kind', 'id', 'name', 'href'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')

export function parseRecent(text: string | null): RecentRecord[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecord).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Each record once, the newest first. */
export const addRecent = (before: readonly RecentRecord[], record: RecentRecord): RecentRecord[] =>
  [record, ...before.filter(({ href }) => href !== record.href)].slice(0, MOST)

/** `place`: the workplace, such as `console`, or one partner and environment of the portal. */
export const readRecent = (place: string): RecentRecord[] => parseRecent(localStorage.getItem(keyFor(place)))

export const rememberRecord = (place: string, record: RecentRecord): void =>
  localStorage.setItem(keyFor(place), JSON.stringify(addRecent(readRecent(place), record)))
