// Clocks: told, moved and shifted.
import { expect, it } from 'vitest'
import { addSeconds, manualClock, offsetClock, systemClock } from './clock.ts'

it('a manual clock stands until it is moved', () => {
  const clock = manualClock(new Date('2026-01-01T00:00:00Z'))
  expect(clock.now()).toEqual(clock.now())
  clock.advance(1500)
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:01.500Z')
  clock.set(new Date('2025-01-01T00:00:00Z'))
  expect(clock.now().toISOString()).toBe('2025-01-01T00:00:00.000Z')
})

it('hands out dates that nobody else can change', () => {
  const clock = manualClock(new Date('2026-01-01T00:00:00Z'))
  clock.now().setFullYear(1999)
  expect(clock.now().getUTCFullYear()).toBe(2026)
})

it('an offset clock runs ahead of its base and goes on with it', () => {
  const base = manualClock(new Date('2026-01-01T00:00:00Z'))
  const ahead = offsetClock(base, 3600)
  expect(ahead.now().toISOString()).toBe('2026-01-01T01:00:00.000Z')
  base.advance(1000)
  expect(ahead.now().toISOString()).toBe('2026-01-01T01:00:01.000Z')
  expect(offsetClock(base, 0)).toBe(base)
})

it('adds seconds across the end of a month and leaves the original alone', () => {
  const start = new Date('2026-01-31T23:59:59.250Z')
  expect(addSeconds(start, 1).toISOString()).toBe('2026-02-01T00:00:00.250Z')
  expect(start.toISOString()).toBe('2026-01-31T23:59:59.250Z')
})

it('the system clock goes forward', () => {
  expect(systemClock.now().getTime()).toBeGreaterThan(new Date('2025-01-01').getTime())
})
