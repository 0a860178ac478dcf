// Every tag becomes a language that Intl accepts.
import { describe, expect, it } from 'vitest'
import { countryOptions } from '../features/checkout/countries.ts'
import { toLocale } from './language-tag.ts'
import { momentText, moneyText } from './text.ts'

describe('a language tag', () => {
  it.each([
    ['de', 'de'],
    ['de-ch', 'de-CH'],
    [' en-GB ', 'en-GB'],
    ['en-US@posix', 'en-US'],
    ['fr@euro', 'en-US'],
    ['C', 'en-US'],
    ['*', 'en-US'],
    ['', 'en-US'],
    ['xx-invalid-', 'en-US'],
    ['tlh', 'en-US'],
    [`en-${'a1b2c3-'.repeat(50)}`, 'en-US'],
  ])('%j is %s', (tag, locale) => {
    expect(toLocale(tag)).toBe(locale)
    expect(() => moneyText(100, 'USD', toLocale(tag))).not.toThrow()
    expect(() => momentText('2026-11-19T00:00:00Z', toLocale(tag), 'minute')).not.toThrow()
    expect(countryOptions(toLocale(tag)).length).toBeGreaterThan(200)
  })
})
