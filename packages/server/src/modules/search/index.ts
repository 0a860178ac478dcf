// What others may use of search.
export { createSearchState, openSearchEngine } from './service/open-engine.ts'
export { saveSampleVectors } from './service/save-sample-vectors.ts'
export { type SearchSync, startSearchSync } from './service/sync-index.ts'
