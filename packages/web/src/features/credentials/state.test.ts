// The state of a key in words.
import { expect, it } from 'vitest'
import { canRotate, describeState } from './state.ts'

const AT = '2026-01-01T00:00:00.000Z'

it.each([
  [{ active: true, retires_at: null, revoked_at: null }, 'Active', true],
  [{ active: true, retires_at: AT, revoked_at: null }, 'Retiring', false],
  [{ active: false, retires_at: AT, revoked_at: null }, 'Rotated out', false],
  [{ active: false, retires_at: AT, revoked_at: AT }, 'Revoked', false],
])('%o is %s', (key, text, rotates) => {
  expect(describeState(key).text).toBe(text)
  expect(canRotate(key)).toBe(rotates)
})
