// Errors of fields as people read them: the API writes the end of a sentence, and counts in minor units.
import { expect, it } from 'vitest'
import { describeLimit } from './amount-field.tsx'
import { toSentences } from './field.tsx'

it('writes limits of amounts in the unit of the field', () => {
  expect(describeLimit('must be at least 1', 'USD', 'en-US')).toBe('Enter at least $0.01.')
  expect(describeLimit('must be at most 999999999999', 'USD', 'en-US')).toBe('Enter at most $9,999,999,999.99.')
  expect(describeLimit('must be at least 1', 'JPY', 'en-US')).toBe('Enter at least ¥1.')
  expect(describeLimit('must not be higher than the price', 'USD', 'en-US')).toBe('must not be higher than the price')
})

it.each([
  [
    "must be above the buyer's 800.00 USD; to sell for that much, accept the offer",
    "Must be above the buyer's 800.00 USD. To sell for that much, accept the offer.",
  ],
  ['is required', 'Is required.'],
  ['Enter at least $0.01.', 'Enter at least $0.01.'],
])('writes %s in sentences', (error, text) => expect(toSentences(error)).toBe(text))
