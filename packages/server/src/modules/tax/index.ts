// What others may use of tax.

export {
  allowsReverseCharge,
  computeIncludedTax,
  computeTax,
  isVatId,
  type PriceKind,
  type TaxSettings,
} from './rules.ts'
export { findTaxSettings } from './service.ts'
