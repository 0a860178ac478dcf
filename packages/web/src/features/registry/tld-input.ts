// The TLD form as an API request. Empty fields mean unknown. Pure.
import { parseCents } from '@freehold/sdk/money'
import type { Body } from '../../api/client.ts'

type TldBody = Body<'PUT /api/operator/v1/tlds/{tld}'>
export type Rule = { code: string; text: string | null }

/** TLD prices are always in this currency. */
export const TLD_CURRENCY = 'USD'

type Read = (name: string) => string

const numberOf = (text: string): number | null => (text === '' ? null : Number(text))
const answerOf = (text: string): boolean | null => (text === '' ? null : text === 'yes')
const priceOf = (text: string): number | null => parseCents(text, TLD_CURRENCY)

/** `US, CA` are two countries; empty means that all are allowed, or unknown. */
function countriesOf(text: string): string[] | null {
  const codes = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return codes.length > 0 ? codes : null
}

/** One rule per line: `code: text`, or a code alone. */
export const rulesOf = (text: string): Rule[] =>
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

export function tldBodyOf(form: FormData): TldBody {
  const read: Read = (name) => String(form.get(name) ?? '').trim()
  return {
    ...(read('type') ? { type: read('type') } : {}),
    prices: {
      register_cents: priceOf(read('register_cents')),
      renew_cents: priceOf(read('renew_cents')),
      transfer_cents: priceOf(read('transfer_cents')),
      restore_cents: priceOf(read('restore_cents')),
    },
    term: { min_years: numberOf(read('min_years')), max_years: numberOf(read('max_years')) },
    organization: { required: answerOf(read('organization_required')), rules: rulesOf(read('organization_rules')) },
    registrant: {
      local_presence_required: answerOf(read('local_presence_required')),
      allowed_countries: countriesOf(read('allowed_countries')),
    },
    nameservers: {
      required: answerOf(read('nameservers_required')),
      min: numberOf(read('nameservers_min')),
      max: numberOf(read('nameservers_max')),
      rules: rulesOf(read('nameserver_rules')),
    },
    idn: answerOf(read('idn')),
    dnssec: answerOf(read('dnssec')),
    transfer: {
      auth_code_required: answerOf(read('auth_code_required')),
      lock_days: numberOf(read('lock_days')),
    },
    lifecycle_days: {
      auto_renew_grace: numberOf(read('auto_renew_grace')),
      redemption: numberOf(read('redemption')),
      pending_delete: numberOf(read('pending_delete')),
    },
  }
}
