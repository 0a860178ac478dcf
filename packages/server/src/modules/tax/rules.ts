// Tax on sales at the hosted checkout: which rate applies, and how much of the price it is. Prices include tax.
import { invariant } from '../../kernel/errors.ts'

export type TaxRate = {
  /** ISO 3166-1 alpha-2. */
  country: string
  rateBps: number
  /** A business in this country accounts for the tax itself, if it gives a VAT ID. */
  reverseCharge: boolean
}

/** What an operator configured. */
export type TaxSettings = { sellerCountry: string; rates: TaxRate[] }

export type TaxedBuyer = { country: string | null; vat_id?: string } | null

export type AppliedTax = {
  country: string
  rateBps: number
  reverseCharge: boolean
  vatId: string | null
  taxCents: number
}

const BPS = 10_000n

/** The tax in an amount that includes it, rounded once: `gross * rate / (100% + rate)`. */
export function extractTax(grossCents: number, rateBps: number): number {
  invariant(Number.isSafeInteger(grossCents) && grossCents >= 0 && rateBps >= 0, 'amount and rate are whole')
  const [gross, rate] = [BigInt(grossCents), BigInt(rateBps)]
  return Number((2n * gross * rate + BPS + rate) / (2n * (BPS + rate)))
}

const SEPARATORS = /[ .-]/g
const VAT_ID = /^[A-Z]{2}[0-9A-Z+*]{2,12}$/
/** Greece writes its VAT IDs with another code than its own. */
const VAT_PREFIXES: Record<string, string> = { GR: 'EL' }

/** Whether it has the form of a VAT ID of the country. Nobody is asked whether it exists. */
export function isVatId(text: string, country: string): boolean {
  const compact = text.toUpperCase().replace(SEPARATORS, '')
  return VAT_ID.test(compact) && compact.startsWith(VAT_PREFIXES[country] ?? country)
}

const findRate = ({ rates }: TaxSettings, country: string): TaxRate | undefined =>
  rates.find((rate) => rate.country === country)

/** Whether a buyer in the country can give a VAT ID in place of paying tax. */
export const allowsReverseCharge = (settings: TaxSettings, country: string): boolean =>
  country !== settings.sellerCountry && findRate(settings, country)?.reverseCharge === true

/** Null where no tax is configured, and for countries without a rate. A buyer without a country is taxed as in the seller's. */
export function computeTax(settings: TaxSettings | null, buyer: TaxedBuyer, grossCents: number): AppliedTax | null {
  if (settings === null) return null
  const country = buyer?.country ?? settings.sellerCountry
  const rate = findRate(settings, country)
  if (rate === undefined) return null
  const vatId = buyer?.vat_id ?? null
  const { rateBps } = rate
  if (vatId !== null && allowsReverseCharge(settings, country) && isVatId(vatId, country))
    return { country, rateBps, reverseCharge: true, vatId, taxCents: 0 }
  return { country, rateBps, reverseCharge: false, vatId: null, taxCents: extractTax(grossCents, rateBps) }
}
