// Purchases of registrations and renewals: states as data, what they cost, and what a registration needs.
import type { Machine } from '../../../kernel/state-machine.ts'

export const PURCHASE_STATES = ['open', 'paid', 'settled'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

export const PURCHASE_MACHINE: Machine<PurchaseState, 'pay' | 'settle'> = {
  pay: { from: ['open'], to: 'paid' },
  settle: { from: ['paid'], to: 'settled' },
}

export const PURCHASE_CURRENCY = 'USD'

/** The part of the added tax that goes back with so much of the price, rounded once. All of the price takes all of the tax. */
export function computeRefundedTax(
  { totalCents, addedTaxCents }: { totalCents: number; addedTaxCents: number },
  refundedCents: number,
): number {
  const total = BigInt(totalCents)
  return Number((2n * BigInt(addedTaxCents) * BigInt(refundedCents) + total) / (2n * total))
}

/** What a TLD prescribes for a registration; null is "not known". */
export type RegistrationRules = {
  tld: string
  minYears: number | null
  maxYears: number | null
  organizationRequired: boolean | null
  localPresenceRequired: boolean | null
  allowedCountries: string[] | null
  nameserversRequired: boolean | null
  nameserversMin: number | null
  nameserversMax: number | null
}

export type Asked = { years: number; nameservers: readonly string[]; country: string; organization: string | null }

/** The field that breaks a rule of the TLD, and how to correct it; null: none does. */
export function findProblem(rules: RegistrationRules, asked: Asked): { field: string; message: string } | null {
  const { tld } = rules
  const [min, max] = [rules.minYears ?? 1, rules.maxYears ?? 10]
  if (asked.years < min || asked.years > max) {
    const range = min === max ? `${min} ${min === 1 ? 'year' : 'years'}` : `${min} to ${max} years`
    return { field: 'years', message: `must be ${range} for .${tld} domains` }
  }
  if (rules.organizationRequired && asked.organization === null)
    return { field: 'registrant.organization', message: `is required for .${tld} domains` }
  if (rules.localPresenceRequired || rules.allowedCountries) {
    const countries = rules.allowedCountries ?? []
    if (!countries.includes(asked.country))
      return {
        field: 'registrant.country',
        message: `must be ${countries.length > 0 ? countries.join(', ') : 'the country of the TLD'} for .${tld} domains`,
      }
  }
  const count = asked.nameservers.length
  const least = Math.max(rules.nameserversMin ?? 0, 2)
  if (count < least && (count > 0 || rules.nameserversRequired))
    return { field: 'nameservers', message: `must have at least ${least} entries for .${tld} domains` }
  const most = rules.nameserversMax ?? 13
  if (count > most) return { field: 'nameservers', message: `must have at most ${most} entries for .${tld} domains` }
  return null
}
