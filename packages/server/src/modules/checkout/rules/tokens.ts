// The two tokens of the checkout: `pt` in the link, which opens a session, and the one in a form, which pays once.
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * `v1.<payload>.<mac>`. The text itself is compared, not what it decodes to: base64url has characters whose last bits mean
 * nothing, and a token that can be changed at all is a token too many.
 */
function seal(key: Buffer, purpose: string, claims: unknown): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `v1.${payload}.${mac(key, purpose, payload)}`
}

const mac = (key: Buffer, purpose: string, payload: string): string =>
  createHmac('sha256', key).update(`${purpose}.v1.${payload}`).digest('base64url')

function open(key: Buffer, purpose: string, token: string): unknown {
  const [version, payload, given, ...rest] = token.split('.')
  if (version !== 'v1' || !payload || !given || rest.length > 0) return null
  const expected = Buffer.from(mac(key, purpose, payload))
  const bytes = Buffer.from(given)
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/** Longer than any token of ours. */
export const TOKEN_LENGTH_MAX = 500

/** Good until the session's own end, so it can be shown again and is stored nowhere. */
export const signPt = (key: Buffer, sessionId: string, expiresAt: Date): string =>
  seal(key, 'pt', [sessionId, Math.ceil(expiresAt.getTime() / 1000)])

/** When the token ends, or null when it is none of this session's. */
export function readPt(key: Buffer, sessionId: string, token: string): Date | null {
  if (token.length > TOKEN_LENGTH_MAX) return null
  const claims = open(key, 'pt', token)
  if (!Array.isArray(claims) || claims[0] !== sessionId || typeof claims[1] !== 'number') return null
  return new Date(claims[1] * 1000)
}

/** What a form was rendered for: the attempt it makes, and the price that the buyer saw beside the button. */
export type FormClaims = { attempt: number; priceCents: number; currency: string }

export const signForm = (key: Buffer, sessionId: string, form: FormClaims): string =>
  seal(key, 'form', [sessionId, form.attempt, form.priceCents, form.currency])

export function readForm(key: Buffer, sessionId: string, token: string): FormClaims | null {
  if (token.length > TOKEN_LENGTH_MAX) return null
  const claims = open(key, 'form', token)
  if (!Array.isArray(claims) || claims[0] !== sessionId) return null
  return { attempt: Number(claims[1]), priceCents: Number(claims[2]), currency: String(claims[3]) }
}
