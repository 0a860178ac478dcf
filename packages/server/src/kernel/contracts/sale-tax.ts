// The tax of a sale, as it was agreed when the buyer paid.

export type SaleTax = {
  /** ISO 3166-1 alpha-2. */
  country: string
  rateBps: number
  /** The buyer accounts for the tax. */
  reverseCharge: boolean
  vatId: string | null
  taxCents: number
  /** True: charged on top of the price. False: the price includes it. */
  isAdded: boolean
}

/** What the buyer pays besides the price. */
export const getAddedTax = (tax: SaleTax | null): number => (tax?.isAdded ? tax.taxCents : 0)
