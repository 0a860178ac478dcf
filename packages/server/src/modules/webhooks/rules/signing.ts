// The headers of a delivery, by which the receiver checks who sent the body and that it is unchanged, and the secret they are signed with.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Owner } from '../../../kernel/owner.ts'

/** `decoded`: of a secret `whsec_{base64}`, the key as Standard Webhooks libraries read it. */
export type SigningKey = { raw: KeyObject; decoded: KeyObject | null }
export type SigningKeys = { current: SigningKey; previous: SigningKey | null }

const STANDARD_PREFIX = 'whsec_'

/** Null unless it is base64 exactly as an encoder writes it: a library would refuse or misread anything else. */
function decodeStandard(secret: string): Buffer | null {
  if (!secret.startsWith(STANDARD_PREFIX)) return null
  const text = secret.slice(STANDARD_PREFIX.length)
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : null
}

/** The secret's raw bytes are the key, for our own signature and for the first Standard Webhooks one. */
export function signingKey(secret: string): SigningKey {
  const decoded = decodeStandard(secret)
  return {
    raw: createSecretKey(Buffer.from(secret, 'utf8')),
    decoded: decoded === null ? null : createSecretKey(decoded),
  }
}

export type Signable = { eventId: string; eventType: string; attempt: number; body: string }

const hex = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('hex')
const v1 = (key: KeyObject, text: string): string => `v1,${createHmac('sha256', key).update(text).digest('base64')}`

const listKeys = ({ raw, decoded }: SigningKey): KeyObject[] => (decoded === null ? [raw] : [raw, decoded])

/** Names and values in turn. While a secret is being replaced, both sign. */
export function deliveryHeaders(
  { eventId, eventType, attempt, body }: Signable,
  keys: SigningKeys,
  now: Date,
): string[] {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const standard = `${eventId}.${timestamp}.${body}`
  const { current, previous } = keys
  const keysOfAll = previous ? [...listKeys(current), ...listKeys(previous)] : listKeys(current)
  const headers = [
    ...['Content-Type', 'application/json'],
    ...['User-Agent', 'Freehold-Webhooks/1'],
    ...['X-Service-Signature', hex(current.raw, body)],
    ...['X-Service-Event-Id', eventId],
    ...['X-Service-Event-Type', eventType],
    ...['X-Service-Timestamp', timestamp],
    ...['X-Service-Attempt', String(attempt)],
    ...['webhook-id', eventId],
    ...['webhook-timestamp', timestamp],
    ...['webhook-signature', keysOfAll.map((key) => v1(key, standard)).join(' ')],
  ]
  if (previous) headers.push('X-Service-Signature-Previous', hex(previous.raw, body))
  return headers
}

/**
 * A sealed secret opens only for the endpoint that it was sealed for. The secret of the default endpoint was sealed for the partner and
 * environment before endpoints had IDs.
 */
export const sealContext = ({
  id,
  isDefault,
  partnerId,
  environment,
}: Owner & { id: string; isDefault: boolean }): string =>
  isDefault ? `webhook:${partnerId}:${environment}` : `webhook:${id}`
