// The TLD form as an API request. Empty fields mean unknown. Pure.
import { parseCents } from '@freehold/sdk/money'
import type { Body } from '../../api/client.ts'

type TldBody = Body<'PUT /api/operator/v1/tlds/{tld}'>
export type Rule = { code: string; text: string | null }

/** TLD prices are always in this currency. */
export const TLD_CURRENCY = 'USD'

type Read = (name: string) => string

const parseNumber = (text: string): number | null => (text === '' ? null : Number(text))
const parseYesNo = (text: string): boolean | null => (text === '' ? null : text === 'yes')
const parsePrice = (text: string): number | null => parseCents(text, TLD_CURRENCY)

/** `US, CA` are two countries; empty means that all are allowed, or unknown. */
function parseCountries(text: string): string[] | null {
  const codes = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return codes.length > 0 ? codes : null
}

/** One rule per line: `code: text`, or a code alone. */
export const parseRules = (text: string): Rule[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, code = line, rest = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
      return { code: code.trim(), text: rest.trim() || null }
    })

export const rulesText = (rules: readonly Rule[]): string =>
  rules.map(({ code, text }) => (text ? `${code}: ${text}` : code)).join('\n')

export function readTldBody(form: FormData): TldBody {
  const read: Read = (name) => String(form.get(name) ?? '').trim()
  return {
    ...(read('type') ? { type: read('type') } : {}),
    prices: {
      register_cents: parsePrice(read('register_cents')),
      renew_cents: parsePrice(read('renew_cents')),
      transfer_cents: parsePrice(read('transfer_cents')),
      restore_cents: parsePrice(read('restore_cents')),
    },
    term: { min_years: parseNumber(read('min_years')), max_years: parseNumber(read('max_years')) },
    organization: {
      required: parseYesNo(read('organization_required')),
      rules: parseRules(read('organization_rules')),
    },
    registrant: {
      local_presence_required: parseYesNo(read('local_presence_required')),
      allowed_countries: parseCountries(read('allowed_countries')),
    },
    nameservers: {
      required: parseYesNo(read('nameservers_required')),
      min: parseNumber(read('nameservers_min')),
      max: parseNumber(read('nameservers_max')),
      rules: parseRules(read('nameserver_rules')),
    },
    idn: parseYesNo(read('idn')),
    dnssec: parseYesNo(read('dnssec')),
    transfer: {
      auth_code_required: parseYesNo(read('auth_code_required')),
      lock_days: parseNumber(read('lock_days')),
    },
    lifecycle_days: {
      auto_renew_grace: parseNumber(read('auto_renew_grace')),
      redemption: parseNumber(read('redemption')),
      pending_delete: parseNumber(read('pending_delete')),
    },
  }
}
