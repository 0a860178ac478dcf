// What others may use of search.
export { createSearchState, openSearchEngine } from './engine.ts'
export { type SearchSync, startSearchSync } from './sync.ts'
