// What others may use of tax.

export { allowsReverseCharge, computeTax, isVatId, type TaxSettings } from './rules.ts'
export { findTaxSettings } from './service.ts'
