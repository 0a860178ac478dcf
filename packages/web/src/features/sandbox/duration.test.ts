// Durations are said by their two largest units.
import { expect, it } from 'vitest'
import { aheadText, toSeconds } from './duration.ts'

it.each([
  [0, 'Not ahead'],
  [1, '1 second'],
  [600, '10 minutes'],
  [86_400 + 3600 + 60, '1 day 1 hour'],
  [31 * 86_400 + 61, '31 days 1 minute'],
])('%i seconds are %s', (seconds, text) => {
  expect(aheadText(seconds)).toBe(text)
})

it('turns an amount and its unit into seconds', () => {
  expect(toSeconds(2, 'hours')).toBe(7200)
  expect(toSeconds(5, 'seconds')).toBe(5)
})
