// What others may use of the registry.
export { namesAround, readQuery } from './rules.ts'
export { prepareTlds } from './service.ts'
export { findTlds, offeredTlds } from './store.ts'
