// What others may use of search.
export { mountSearchServer } from './http.ts'
export { createSearchState, followInventory, openSearchEngine } from './service/open-engine.ts'
export { saveSampleVectors } from './service/save-sample-vectors.ts'
export type { SearchSync } from './service/sync-index.ts'
