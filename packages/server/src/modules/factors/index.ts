// What others may use of second factors.

export { listFactors, removeFactors } from './service/factors.ts'
export { checkProof, type Proof, reauthenticate } from './service/reauthenticate.ts'
