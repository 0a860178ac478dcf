// What others may use of second factors.

export { removeFactors } from './service/factors.ts'
