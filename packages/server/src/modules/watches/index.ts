// What others may use of watches.
export { watchJobs } from './jobs.ts'
export { findWatch, listWatches } from './store.ts'
