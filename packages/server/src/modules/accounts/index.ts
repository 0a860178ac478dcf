// What others may use of accounts.
export { accountJobs } from './jobs.ts'
export { accountBucket, ownPath, signUpProblem } from './rules.ts'
export {
  createUser,
  findOperatorByToken,
  findSession,
  hashPassword,
  issueOperatorToken,
  setPassword,
  signIn,
  signUp,
} from './service.ts'
export type { SignedIn } from './store.ts'
