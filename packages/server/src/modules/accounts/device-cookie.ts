// The cookie of a browser in which somebody signed in to an account before: strangers who guess cannot lock that browser out.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hostCookie, hostCookieName, readCookies } from '../../kernel/cookies.ts'
import { DEVICE_COOKIE_SECONDS } from '../../kernel/limits.ts'

/** What the cookie is made of: when it was issued, which browser, and a proof that it belongs to one account. */
export type Device = { issuedAt: Date; nonce: string }

const NAME = 'freehold_device'
const MARK = /^(\d{1,12})\.([0-9a-f]{32})\.([0-9a-f]{64})$/

const proofOf = (key: Buffer, account: string, issued: string, nonce: string): Buffer =>
  createHmac('sha256', key).update(`${issued}\n${nonce}\n${account}`).digest()

/** The browser's mark for this very account, if it has one that is not too old. `account` is the account's digest. */
export function readDevice(
  header: string | undefined,
  { baseUrl, key, account, now }: { baseUrl: string; key: Buffer; account: string; now: Date },
): Device | null {
  for (const value of readCookies(header, hostCookieName(baseUrl, NAME))) {
    const [mark, issued = '', nonce = '', proof = ''] = MARK.exec(value) ?? []
    if (mark === undefined) continue
    const issuedAt = new Date(Number(issued) * 1000)
    const age = (now.getTime() - issuedAt.getTime()) / 1000
    const isProven = timingSafeEqual(proofOf(key, account, issued, nonce), Buffer.from(proof, 'hex'))
    if (isProven && age < DEVICE_COOKIE_SECONDS) return { issuedAt, nonce }
  }
  return null
}

/** For the response that signs somebody in. A browser that is known keeps its nonce, and with it its count of guesses. */
export function deviceCookie(
  known: Device | null,
  { baseUrl, key, account, now }: { baseUrl: string; key: Buffer; account: string; now: Date },
): string {
  const issued = String(Math.floor(now.getTime() / 1000))
  const nonce = known?.nonce ?? randomBytes(16).toString('hex')
  const value = `${issued}.${nonce}.${proofOf(key, account, issued, nonce).toString('hex')}`
  return hostCookie(baseUrl, NAME, value, DEVICE_COOKIE_SECONDS)
}
