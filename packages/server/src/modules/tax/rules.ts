// Tax on sales at the hosted checkout: which rate applies, and how much it is of the price, or on top of it.

import type { SaleTax } from '../../kernel/contracts/sale-tax.ts'
import { invariant } from '../../kernel/errors.ts'

export type TaxRate = {
  /** ISO 3166-1 alpha-2. */
  country: string
  rateBps: number
  /** A business in this country accounts for the tax itself, if it gives a VAT ID. */
  reverseCharge: boolean
}

/** `gross`: prices include the tax. `net`: the checkout adds it. */
export const PRICE_KINDS = ['gross', 'net'] as const
export type PriceKind = (typeof PRICE_KINDS)[number]

/** What an operator configured. */
export type TaxSettings = { sellerCountry: string; rates: TaxRate[]; prices: PriceKind }

export type TaxedBuyer = { country: string | null; vat_id?: string } | null

const BPS = 10_000n

/** The tax in an amount that includes it, rounded once: `gross * rate / (100% + rate)`. */
export function extractTax(grossCents: number, rateBps: number): number {
  invariant(Number.isSafeInteger(grossCents) && grossCents >= 0 && rateBps >= 0, 'amount and rate are whole')
  const [gross, rate] = [BigInt(grossCents), BigInt(rateBps)]
  return Number((2n * gross * rate + BPS + rate) / (2n * (BPS + rate)))
}

/** The tax on top of an amount without it, rounded once: `net * rate`. */
export function addTax(netCents: number, rateBps: number): number {
  invariant(Number.isSafeInteger(netCents) && netCents >= 0 && rateBps >= 0, 'amount and rate are whole')
  return Number((2n * BigInt(netCents) * BigInt(rateBps) + BPS) / (2n * BPS))
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

/** Whether the checkout adds tax to prices. */
export const addsTax = (settings: TaxSettings | null): boolean => settings?.prices === 'net'

/** For sales of a release that knew no net prices: what was paid included the tax. */
export const computeIncludedTax = (settings: TaxSettings | null, buyer: TaxedBuyer, paidCents: number) =>
  computeTax(settings && { ...settings, prices: 'gross' }, buyer, paidCents)

/** Null where no tax is configured, and for countries without a rate. A buyer without a country is taxed as in the seller's. */
export function computeTax(settings: TaxSettings | null, buyer: TaxedBuyer, priceCents: number): SaleTax | null {
  if (settings === null) return null
  const country = buyer?.country ?? settings.sellerCountry
  const rate = findRate(settings, country)
  if (rate === undefined) return null
  const vatId = buyer?.vat_id ?? null
  const { rateBps } = rate
  const isAdded = settings.prices === 'net'
  if (vatId !== null && allowsReverseCharge(settings, country) && isVatId(vatId, country))
    return { country, rateBps, reverseCharge: true, vatId, taxCents: 0, isAdded }
  const taxCents = isAdded ? addTax(priceCents, rateBps) : extractTax(priceCents, rateBps)
  return { country, rateBps, reverseCharge: false, vatId: null, taxCents, isAdded }
}
