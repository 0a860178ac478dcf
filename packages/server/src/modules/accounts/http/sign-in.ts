// Signing in with a password: how often anyone may guess, and what a browser that knows the password gets.
import type { FastifyRequest } from 'fastify'
import { isSignUpOpen, type RateLimit } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { assertWithinBucket, assertWithinLimit, limitByAddress } from '../../../http/admission/rate-limit.ts'
import type { PageResponse } from '../../../http/page.ts'
import { readSessionCookie, sessionCookie } from '../../../http/session-cookie.ts'
import { invalidField } from '../../../kernel/errors.ts'
import {
  PASSWORD_LENGTH_MIN,
  PENDING_SIGN_IN_SECONDS,
  SESSION_LIFE_SECONDS,
  USER_FAILURES_AUDITED_PER_HOUR,
} from '../../../kernel/limits.ts'
import { toNetwork } from '../../../kernel/text/client-network.ts'
import { hostCookie, hostCookieName, readCookies } from '../../../kernel/text/cookies.ts'
import { cutText } from '../../../kernel/text/cut-text.ts'
import { parseEmail } from '../../../kernel/text/email-address.ts'
import { buildAccountEvent, type Visit } from '../rules/audit.ts'
import { accountDigest } from '../rules/sessions.ts'
import { matchesPassword } from '../service/change-password.ts'
import { buildPasskeyRequest } from '../service/passkey-challenge.ts'
import { signIn } from '../service/sign-in.ts'
import type { SignInVisit } from '../service/start-session.ts'
import type { User } from '../store/users.ts'
import { type Device, type DeviceOwner, deviceCookie, findDevice, readDevice } from './devices.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'config' | 'admission' | 'secrets' | 'audit'>
/** Where a guess comes from; the request and its path are for the audit log. */
export type Guesser = {
  address: string
  cookies: string | undefined
  userAgent: string | undefined
  requestId: string
  path: string
}
/** What a sign-in notes of the browser that sends it. */
export const readBrowser = (request: FastifyRequest): Omit<Guesser, 'path'> => ({
  address: request.ip,
  cookies: request.headers.cookie,
  userAgent: request.headers['user-agent'],
  requestId: request.id,
})

type Bucket = { key: string; limit: RateLimit }

/** One network, or one known browser, may use this part of an account's guesses: it takes ten networks to use them up. */
const SHARE = 10
const reduceLimit = (limit: RateLimit): RateLimit => ({ ...limit, capacity: Math.ceil(limit.capacity / SHARE) })

/**
 * A browser in which somebody signed in to the account before has guesses of its own, so that no stranger can use them up. All
 * others share those of their network and those of the account.
 */
async function chargeGuess(
  deps: Needed,
  guesser: Guesser,
  account: string | null,
  device: Device | null,
): Promise<Bucket[]> {
  const { rateLimits } = deps.config
  if (rateLimits === 'off') return []
  const all = rateLimits.sign_in_account
  const charge = async (bucket: Bucket): Promise<Bucket> => {
    await assertWithinBucket(deps, bucket)
    return bucket
  }
  if (device !== null) {
    // Not given back: the right password costs a hash and a session, too.
    await charge({ key: `sign_in_device_minute:${device.nonce}`, limit: rateLimits.sign_in })
    return [await charge({ key: `sign_in_device:${device.nonce}`, limit: reduceLimit(all) })]
  }
  await limitByAddress(deps, 'sign_in', guesser.address)
  // Text that is not an email address is nobody's: there is no account to protect.
  if (account === null) return []
  // The network's part first: a network that has used it up takes nothing from the account's.
  const network = toNetwork(guesser.address)
  return [
    await charge({ key: `sign_in_network:${network}:${account}`, limit: reduceLimit(all) }),
    await charge({ key: `sign_in_account:${account}`, limit: all }),
  ]
}

export type SignInAttempt = {
  guesser: Guesser
  email: string
  password: string
}

const describeVisit = (deps: Needed, guesser: Guesser, isKnownDevice: boolean): SignInVisit => ({
  before: readSessionCookie(guesser.cookies, deps.config.baseUrl),
  isKnownDevice,
  requestId: guesser.requestId,
  path: guesser.path,
  address: guesser.address,
  userAgent: cutText(guesser.userAgent ?? ''),
})

/** `user` is null for a person who has no account yet. */
export const buildVisit = (deps: Needed, guesser: Guesser, user: DeviceOwner | null): SignInVisit =>
  describeVisit(deps, guesser, user !== null && readDevice(deps, guesser.cookies, user) !== null)

/** For the response that starts a session: the session, the known browser, and no sign-in that waits. */
export function buildSignInCookies(deps: Needed, guesser: Guesser, user: DeviceOwner, token: string): string[] {
  const { baseUrl } = deps.config
  return [
    sessionCookie(baseUrl, token, SESSION_LIFE_SECONDS),
    deviceCookie(deps, readDevice(deps, guesser.cookies, user), user),
    ...(readPendingCookie(guesser.cookies, baseUrl) === undefined ? [] : [hostCookie(baseUrl, PENDING, '', 0)]),
  ]
}

const PENDING = 'freehold_sign_in'
const PENDING_SECRET = /^fh_ln_[0-9a-f]{64}$/

/** The secret of a sign-in that waits for its second step in this browser. */
export const readPendingCookie = (header: string | undefined, baseUrl: string): string | undefined =>
  readCookies(header, hostCookieName(baseUrl, PENDING)).find((value) => PENDING_SECRET.test(value))

/**
 * Counts a guess of the six digits of an authenticator app, before it is judged; call the result when it was right. Only someone
 * who knows the password can guess. That person cannot keep the owner out: known browsers have separate guesses, and passkeys
 * and recovery codes are not counted.
 */
export async function chargeCodeGuess(deps: Needed, guesser: Guesser, user: DeviceOwner): Promise<() => Promise<void>> {
  const { rateLimits } = deps.config
  if (rateLimits === 'off') return async () => {}
  const device = readDevice(deps, guesser.cookies, user)
  const key = device === null ? `sign_in_code:${accountDigest(user.email)}` : `sign_in_code_device:${device.nonce}`
  await assertWithinBucket(deps, { key, limit: reduceLimit(rateLimits.sign_in_account) })
  return () => deps.admission.giveBack(key)
}

/** Where a sign-in goes on that needs a second step. */
export const buildSecondStepPath = (next: string): string =>
  next === '' ? '/sign-in/verify' : `/sign-in/verify?next=${encodeURIComponent(next)}`

/** `second_step`: the account has a second factor, and the browser continues at `buildSecondStepPath`. */
export type SignInResult =
  | { kind: 'session'; token: string; cookies: string[] }
  | { kind: 'second_step'; cookies: string[] }

/**
 * The session's token and the cookies to set, or null when address or password are wrong. Throws 429 over a limit, whether the
 * account exists or not. Every sign-in with a password comes through here.
 */
export async function attemptSignIn(
  deps: Needed,
  { guesser, email, password }: SignInAttempt,
): Promise<SignInResult | null> {
  const { baseUrl } = deps.config
  const normalized = parseEmail(email)
  const account = normalized === null ? null : accountDigest(normalized)
  const device = normalized === null ? null : await findDevice(deps, guesser.cookies, normalized)
  const charged = await chargeGuess(deps, guesser, account, device)
  const accepted = await signIn(deps, { email, password }, describeVisit(deps, guesser, device !== null))
  if (accepted === null) return null
  // The right password was no guess.
  for (const { key } of charged) await deps.admission.giveBack(key)
  if (accepted.kind === 'second_step')
    return { kind: 'second_step', cookies: [hostCookie(baseUrl, PENDING, accepted.secret, PENDING_SIGN_IN_SECONDS)] }
  const { token, user } = accepted
  return { kind: 'session', token, cookies: buildSignInCookies(deps, guesser, user, token) }
}

export type FormNote = { tone: 'good' | 'bad'; text: string } | null
export type SignInForm = { kind: 'sign-in' | 'sign-up'; next: string; email?: string; note?: FormNote }

/** The forms for signing in and up. The sign-in form also accepts a passkey. */
export function buildSignInPage(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  status: number,
  { kind, next, email = '', note = null }: SignInForm,
): PageResponse<'sign-in'> {
  const passkey = kind === 'sign-in' ? buildPasskeyRequest(deps, 'sign_in') : null
  const { config } = deps
  const props = {
    kind,
    next,
    email,
    note,
    passwordLengthMin: PASSWORD_LENGTH_MIN,
    passkey,
    canSignUp: isSignUpOpen(config),
    hasSso: config.sso !== null,
  }
  return { status, name: 'sign-in', props, options: { forms: ["'self'"] } }
}

/**
 * The password of a person who is signed in, who alone can use up these guesses. Anyone who cannot wait can sign out and in.
 * Throws 400 with the name of the field.
 */
export async function checkPassword(
  deps: Pick<Deps, 'config' | 'admission' | 'audit'>,
  user: User,
  password: string,
  field: string,
  visit: Visit,
): Promise<void> {
  await assertWithinLimit(deps, 'sign_in', user.id, 'reauthenticate')
  await assertWithinLimit(deps, 'sign_in_account', user.id, 'reauthenticate_hour')
  if (await matchesPassword(user, password)) return
  const failure = { route: 'accounts.reauthenticate', status: 400, reason: 'wrong_password' }
  deps.audit.note(buildAccountEvent(user, visit, failure), USER_FAILURES_AUDITED_PER_HOUR)
  throw invalidField(field, 'is incorrect')
}
