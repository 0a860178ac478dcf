// What others may use of tax.

export {
  addsTax,
  allowsReverseCharge,
  computeIncludedTax,
  computeTax,
  isVatId,
  type PriceKind,
  type TaxSettings,
} from './rules.ts'
export { findTaxSettings, isTaxAdded } from './service.ts'
