// What others may use of the registry.

export { askedNames } from './rules/asked-names.ts'
export { readSort, tldPage } from './rules/tld-table.ts'
export { computeTermCents, type Tld } from './rules/tlds.ts'
export { checkRegistration, prepareTlds } from './service.ts'
export { findTlds, offeredTlds } from './store.ts'
export { offeredTldView } from './views.ts'
