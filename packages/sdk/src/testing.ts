// For tests of a receiver: deliveries as the service would send them, signed with a secret of the test's own.
import { toBase64 } from './encoding.ts'
import { hmacSha256, toHex } from './signing.ts'
import type { WebhookEvent } from './webhooks.ts'

export interface SignedWebhookOptions {
  /** While a secret is being replaced, the old one signs, too. */
  previousSecret?: string | undefined
  /** When it was sent; now when absent. */
  at?: number | Date | undefined
  /** Counts from 1. */
  attempt?: number | undefined
}

export interface SignedWebhook {
  body: string
  headers: Record<string, string>
}

/** Body and headers of a delivery: post them to your receiver, or hand them to it. */
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
