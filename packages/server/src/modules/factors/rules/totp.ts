// Codes of authenticator apps: TOTP by RFC 6238, with the settings that every app supports.
import { Secret, TOTP } from 'otpauth'
import { TOTP_STEP_SECONDS } from '../../../kernel/limits.ts'

const ISSUER = 'Freehold'
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** A code of the step before or after is accepted, too: clocks differ, and typing takes time. */
const WINDOW = 1
const CODE = /^\d{6}$/

export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const build = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: TOTP_STEP_SECONDS })

/** What the QR code carries. */
export const buildTotpUrl = (secret: string, email: string): string => build(secret, email).toString()

/** As people type it: `123 456`. */
export const normalizeTotpCode = (text: string): string => text.replace(/[\s-]/g, '')

export const isTotpCode = (text: string): boolean => CODE.test(normalizeTotpCode(text))

/** The time step that a code belongs to; null when it is wrong. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!isTotpCode(code)) return null
  const timestamp = now.getTime()
  const totp = build(secret)
  const delta = totp.validate({ token: normalizeTotpCode(code), timestamp, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
