// What others may use of the registry.
export { prepareTlds } from './service.ts'
export { findTlds } from './store.ts'
