// What others may use of accounts.

export { attemptSignIn, readBrowser } from './http.ts'
export { accountJobs } from './jobs.ts'
export { hashPassword } from './rules/passwords.ts'
export { ownPath } from './rules/sessions.ts'
export { setPassword } from './service/change-password.ts'
export { createUser } from './service/find-user.ts'
export { findOperatorByToken, issueOperatorToken } from './service/operator-tokens.ts'
export { findSession } from './service/sign-in.ts'
export { signUp, signUpProblem } from './service/sign-up.ts'
export type { SignedIn } from './store/sessions.ts'
