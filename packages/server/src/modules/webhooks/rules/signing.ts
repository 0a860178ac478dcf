// The headers of a delivery. The receiver proves with its secret that the body is ours and unchanged.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export type SigningKeys = { current: KeyObject; previous: KeyObject | null }

/** The secret's raw bytes are the key, for our own signature and for the Standard Webhooks one. */
export const signingKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'))

export type Signable = { eventId: string; eventType: string; attempt: number; body: string }

const hex = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('hex')
const v1 = (key: KeyObject, text: string): string => `v1,${createHmac('sha256', key).update(text).digest('base64')}`

/** Names and values in turn. While a secret is being replaced, both sign. */
export function deliveryHeaders(
  { eventId, eventType, attempt, body }: Signable,
  keys: SigningKeys,
  now: Date,
): string[] {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const standard = `${eventId}.${timestamp}.${body}`
  const { current, previous } = keys
  const headers = Object.entries({
    'Content-Type': 'application/json',
    'User-Agent': 'Freehold-Webhooks/1',
    'X-Service-Signature': hex(current, body),
    'X-Service-Event-Id': eventId,
    'X-Service-Event-Type': eventType,
    'X-Service-Timestamp': timestamp,
    'X-Service-Attempt': String(attempt),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': previous ? `${v1(current, standard)} ${v1(previous, standard)}` : v1(current, standard),
  }).flat()
  if (previous) headers.push('X-Service-Signature-Previous', hex(previous, body))
  return headers
}
