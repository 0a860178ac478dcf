// What others may use of accounts.

export type { FindHome } from './http/form-pages.ts'
export { findOwnSession } from './http/own-session.ts'
export {
  attemptSignIn,
  buildSecondStepPath,
  buildSignInCookies,
  buildSignInPage,
  buildVisit,
  chargeCodeGuess,
  checkPassword,
  type FormNote,
  type Guesser,
  readBrowser,
  readPendingCookie,
} from './http/sign-in.ts'
export { accountJobs } from './jobs.ts'
export { developmentHint, NOTHING, type Note, PASSWORD, type Steps } from './pages.ts'
export { buildAccountEvent, readVisit, type Visit } from './rules/audit.ts'
export { getRpId, type PasskeyPurpose } from './rules/passkey-challenge.ts'
export { hashPassword } from './rules/passwords.ts'
export { accountDigest, ownPath } from './rules/sessions.ts'
export { matchesPassword, setPassword } from './service/change-password.ts'
export { deleteAccount, exportAccount, lockAccount } from './service/delete-account.ts'
export { createUser, findUser } from './service/find-user.ts'
export { changeOperatorRole } from './service/operator-roles.ts'
export {
  buildPasskeyRequest,
  isChallenge,
  issueChallenge,
  type PasskeyRequest,
  type PasskeyTerms,
  useChallenge,
} from './service/passkey-challenge.ts'
export { countSecondStep, endPendingSignIn, findPendingUser } from './service/pending-sign-in.ts'
export { type Proven, proveAddress } from './service/prove-address.ts'
export { assertNoSso, findSession, holdSession, listSignedIn, signOut } from './service/sign-in.ts'
export { signUp, signUpProblem } from './service/sign-up.ts'
export { type SignInVisit, startSession } from './service/start-session.ts'
export { listFormerAddresses } from './store/former-addresses.ts'
export {
  deleteIdentities as unlinkIdentities,
  findUserByIdentity,
  type Identity,
  insertIdentity as linkIdentity,
} from './store/identities.ts'
export { listOperators, type Operator } from './store/operators.ts'
export { listViews } from './store/saved-views.ts'
export {
  clearSecondFactor,
  deleteUserSessions as endSessions,
  markAuthenticated,
  type SignedIn,
} from './store/sessions.ts'
export { confirmEmail, findUserByEmail, hasSecondFactor, type User } from './store/users.ts'
