// A confirmation: proof that a change was shown as a dry run before it is made, for the same person and the same change.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Long enough for a person to read and agree, too short to be found later. */
const CONFIRMATION_SECONDS = 600

export type Change = { userId: string; operation: string; domains: readonly string[]; params: unknown }

/** Fields in one order, so that the same change has the same text however a client writes it. */
const normalize = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, field]) => [name, normalize(field)]),
      )
    : value

const computeMac = (key: Buffer, at: string, { userId, operation, domains, params }: Change): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([at, userId, operation, [...domains].sort(), normalize(params)]))
    .digest()

export function makeConfirmation(key: Buffer, change: Change, now: Date): string {
  const at = Math.floor(now.getTime() / 1000).toString(36)
  return `${at}.${computeMac(key, at, change).toString('base64url')}`
}

export function isConfirmed(key: Buffer, change: Change, confirmation: string, now: Date): boolean {
  const [, at = '', text = ''] = /^([0-9a-z]{1,9})\.([\w-]{43})$/.exec(confirmation) ?? []
  const ageSeconds = now.getTime() / 1000 - Number.parseInt(at, 36)
  const mac = computeMac(key, at, change)
  const given = Buffer.from(text, 'base64url')
  return given.length === mac.length && timingSafeEqual(given, mac) && ageSeconds <= CONFIRMATION_SECONDS
}
