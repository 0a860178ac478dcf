// Known browsers: the cookie of a browser in which somebody signed in to an account before.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { DEVICE_COOKIE_SECONDS } from '../../../kernel/limits.ts'
import { hostCookie, hostCookieName, readCookies } from '../../../kernel/text/cookies.ts'
import { fingerprintPassword } from '../rules/passwords.ts'
import { accountDigest } from '../rules/sessions.ts'
import { findUserByEmail, type User } from '../store/users.ts'

/** A browser that strangers who guess cannot lock out: it has guesses of its own, counted by its nonce. */
export type Device = { nonce: string }
export type DeviceOwner = Pick<User, 'id' | 'email' | 'passwordHash'>

type Needed = Pick<Deps, 'config' | 'secrets' | 'clock'>

/**
 * When it was issued, which browser, and two proofs. The first names the email address and can be checked without the account. The
 * second names the account and its password: a new password, or another owner of the address, ends every mark from before.
 */
type Mark = { issued: string; nonce: string; accountProof: Buffer }

const NAME = 'freehold_device'
const MARK = /^(\d{1,12})\.([0-9a-f]{32})\.([0-9a-f]{64})\.([0-9a-f]{64})$/

const computeProof = ({ secrets }: Needed, parts: string[]): Buffer =>
  createHmac('sha256', secrets.deriveKey('device-cookie')).update(parts.join('\n')).digest()

type Issue = Pick<Mark, 'issued' | 'nonce'>
const computeAddressProof = (deps: Needed, { issued, nonce }: Issue, email: string): Buffer =>
  computeProof(deps, ['address', issued, nonce, accountDigest(email)])
const computeAccountProof = (deps: Needed, { issued, nonce }: Issue, { id, passwordHash }: DeviceOwner): Buffer =>
  computeProof(deps, ['account', issued, nonce, id, fingerprintPassword(passwordHash)])

/** The browser's marks for this email address that are not too old. */
function readMarks(deps: Needed, header: string | undefined, email: string): Mark[] {
  const now = deps.clock.now().getTime()
  return readCookies(header, hostCookieName(deps.config.baseUrl, NAME)).flatMap((value) => {
    const [mark, issued = '', nonce = '', addressProof = '', accountProof = ''] = MARK.exec(value) ?? []
    if (mark === undefined || now / 1000 - Number(issued) >= DEVICE_COOKIE_SECONDS) return []
    const isProven = timingSafeEqual(
      computeAddressProof(deps, { issued, nonce }, email),
      Buffer.from(addressProof, 'hex'),
    )
    return isProven ? [{ issued, nonce, accountProof: Buffer.from(accountProof, 'hex') }] : []
  })
}

const pickDevice = (deps: Needed, marks: Mark[], user: DeviceOwner): Device | null =>
  marks.find((mark) => timingSafeEqual(computeAccountProof(deps, mark, user), mark.accountProof)) ?? null

/** The browser's mark for this very account with its present password. */
export const readDevice = (deps: Needed, header: string | undefined, user: DeviceOwner): Device | null =>
  pickDevice(deps, readMarks(deps, header, user.email), user)

/**
 * As `readDevice`, before the account is known. The account is read only for a browser that signed in with the address before: to
 * all others the time it takes says nothing about accounts.
 */
export async function findDevice(
  deps: Needed & Pick<Deps, 'db'>,
  header: string | undefined,
  normalizedEmail: string,
): Promise<Device | null> {
  const marks = readMarks(deps, header, normalizedEmail)
  const user = marks.length === 0 ? undefined : await findUserByEmail(deps.db, normalizedEmail)
  return user ? pickDevice(deps, marks, user) : null
}

/** For the response that signs somebody in. A browser that is known keeps its nonce, and with it its count of guesses. */
export function deviceCookie(deps: Needed, known: Device | null, user: DeviceOwner): string {
  const issued = String(Math.floor(deps.clock.now().getTime() / 1000))
  const issue = { issued, nonce: known?.nonce ?? randomBytes(16).toString('hex') }
  const proofs = [computeAddressProof(deps, issue, user.email), computeAccountProof(deps, issue, user)]
  const value = [issued, issue.nonce, ...proofs.map((proof) => proof.toString('hex'))].join('.')
  return hostCookie(deps.config.baseUrl, NAME, value, DEVICE_COOKIE_SECONDS)
}

/** For the browser in which a person changed their password: it stays known. Null when it was not. */
export function renewDevice(
  deps: Needed,
  header: string | undefined,
  before: DeviceOwner,
  after: DeviceOwner,
): string | null {
  const known = readDevice(deps, header, before)
  return known && deviceCookie(deps, known, after)
}
