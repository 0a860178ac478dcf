// What others may use of the registry.
export { searchDomain, tldMetadata, tldPrice, whoisLookup } from './questions.ts'
export type { PriceOperation, Tld } from './rules.ts'
export { prepareTlds } from './service.ts'
export { findTlds } from './store.ts'
export {
  SearchInput,
  SearchView,
  TldInput,
  TldMetadataView,
  TldPriceInput,
  TldPriceView,
  WhoisInput,
  WhoisView,
} from './views.ts'
