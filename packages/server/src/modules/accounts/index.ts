// What others may use of accounts.
export { accountJobs } from './jobs.ts'
export { accountBucket, ownPath } from './rules.ts'
export {
  createUser,
  findOperatorByToken,
  findSession,
  hashPassword,
  issueOperatorToken,
  setPassword,
  signIn,
  signUp,
  signUpProblem,
} from './service.ts'
export type { SignedIn } from './store.ts'
