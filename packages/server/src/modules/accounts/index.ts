// What others may use of accounts.
export { accountJobs } from './jobs.ts'
export { ownPath } from './rules.ts'
export {
  createUser,
  findOperatorByToken,
  findSession,
  hashPassword,
  issueOperatorToken,
  setPassword,
  signUp,
} from './service.ts'
export type { SignedIn } from './store.ts'
