// What others may use of the registry.
export type { PriceOperation, Tld } from './rules.ts'
export { prepareTlds, searchDomain, tldMetadata, tldPrice, whoisLookup } from './service.ts'
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
