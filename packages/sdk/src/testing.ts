// Creates signed webhook deliveries, to test a receiver.
import { toBase64 } from './encoding.ts'
import { hmacSha256, toHex } from './signing.ts'
import type { WebhookEvent } from './webhooks.ts'

export interface SignedWebhookOptions {
  /** During a rotation, the previous secret signs as well. */
  previousSecret?: string | undefined
  /** When it was sent. Default: now. */
  at?: number | Date | undefined
  /** The attempt number, from 1. Default: 1. */
  attempt?: number | undefined
}

export interface SignedWebhook {
  body: string
  headers: Record<string, string>
}

/** Returns the body and headers of a delivery, to send or pass to your receiver. */
export async function signedWebhook(
  event: WebhookEvent,
  secret: string,
  { previousSecret, at = Date.now(), attempt = 1 }: SignedWebhookOptions = {},
): Promise<SignedWebhook> {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(Number(at) / 1000))
  const signed = `${event.id}.${timestamp}.${body}`
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  const standard = await Promise.all(secrets.map(async (one) => `v1,${toBase64(await hmacSha256(one, signed))}`))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-signature': toHex(await hmacSha256(secret, body)),
      ...(previousSecret && { 'x-service-signature-previous': toHex(await hmacSha256(previousSecret, body)) }),
      'x-service-event-id': event.id,
      'x-service-event-type': event.type,
      'x-service-timestamp': timestamp,
      'x-service-attempt': String(attempt),
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': standard.join(' '),
    },
  }
}
