// What others may use of accounts.

export { attemptSignIn } from './http.ts'
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
  signUpProblem,
} from './service.ts'
export type { SignedIn } from './store.ts'
