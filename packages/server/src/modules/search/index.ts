// What others may use of search.
export { type SearchSync, startSearchSync } from './sync.ts'
