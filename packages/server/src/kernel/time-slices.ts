// Slices of time: where they begin and end, in UTC, and what they are called.
import { addSeconds } from './clock.ts'

export type SliceLength = 'half_hour' | 'day' | 'month'

const HALF_HOUR_SECONDS = 1800
const DAY_SECONDS = 86_400

/** `name` is part of the name of a table. */
export type Slice = { from: Date; to: Date; name: string }

const floorTo = (at: Date, seconds: number): Date =>
  new Date(Math.floor(at.getTime() / (seconds * 1000)) * seconds * 1000)

const digits = (at: Date, count: number): string => at.toISOString().replace(/\D/g, '').slice(0, count)

/** The slice that a moment is in. */
export function findSlice(length: SliceLength, at: Date): Slice {
  if (length === 'month') {
    const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
    return { from, to: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)), name: digits(from, 6) }
  }
  const seconds = length === 'day' ? DAY_SECONDS : HALF_HOUR_SECONDS
  const from = floorTo(at, seconds)
  return { from, to: addSeconds(from, seconds), name: digits(from, length === 'day' ? 8 : 12) }
}

/** The slice that a moment is in, and `count` more. */
export function listSlices(length: SliceLength, at: Date, count: number): Slice[] {
  const slices = [findSlice(length, at)]
  for (let index = 0; index < count; index++) slices.push(findSlice(length, slices[index]!.to))
  return slices
}
