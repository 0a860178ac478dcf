// What the form of an ending sends.
import { describe, expect, it } from 'vitest'
import { parseRules, readTldBody, rulesText } from './tld-input.ts'

function makeForm(values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

describe('the form of an ending', () => {
  it('sends what is filled in, and null for what is not known', () => {
    const body = readTldBody(
      makeForm({ register_cents: '12.99', min_years: '1', dnssec: 'yes', idn: 'no', allowed_countries: 'us, ca' }),
    )
    expect(body.prices).toEqual({ register_cents: 1299, renew_cents: null, transfer_cents: null, restore_cents: null })
    expect(body.term).toEqual({ min_years: 1, max_years: null })
    expect([body.dnssec, body.idn, body.organization?.required]).toEqual([true, false, null])
    expect(body.registrant?.allowed_countries).toEqual(['US', 'CA'])
    expect(body).not.toHaveProperty('type')
  })

  it('reads the rules that it wrote', () => {
    const rules = [
      { code: 'eu_only', text: 'Residents of the EU: all of them' },
      { code: 'id', text: null },
    ]
    expect(parseRules(rulesText(rules))).toEqual(rules)
    expect(parseRules(' \n')).toEqual([])
  })
})
