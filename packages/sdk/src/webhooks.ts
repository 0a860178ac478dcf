// Verifies webhook deliveries: the body is genuine and unchanged, and the delivery is recent.
import { fromBase64 } from './encoding.ts'
import { WebhookVerificationError } from './errors.ts'
import { fromHex, verifyHmacSha256 } from './signing.ts'
import type { WebhookEvents } from './types.gen.ts'

/** Any webhook event; `type` determines the shape of `data`. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents]

/** Headers from Fetch, Node or a framework. Names are case-insensitive. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyWebhookOptions {
  /** The maximum age of a delivery, and the maximum time it may lie in the future. Default 300. `Infinity` skips this check. */
  toleranceSeconds?: number | undefined
  /** The receiver's current time. Default: now. */
  now?: number | Date | undefined
}

const DEFAULT_TOLERANCE_SECONDS = 300
const HEX = /^[0-9a-f]{64}$/u

/**
 * Verifies a delivery with your secret, in constant time, and returns its event. Pass the raw body, before it is parsed. During a
 * rotation pass both secrets: `[new, old]`. Throws a `WebhookVerificationError`; respond to it with status 400.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat()
  // An unset environment variable is undefined, whatever the type says.
  if (secrets.length === 0 || !secrets.every(Boolean))
    throw new TypeError('Pass the webhook secret that you registered.')
  const body = rawBody instanceof ArrayBuffer ? new Uint8Array(rawBody) : rawBody
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    refuse('body_not_raw', 'Pass the raw body as text or bytes, before it is parsed.')
  const header = headerReader(headers)
  await proveBody(body, header, secrets)
  if (toleranceSeconds !== Number.POSITIVE_INFINITY) {
    await proveTime(body, header, secrets)
    const age = Number(now) / 1000 - Number(header('webhook-timestamp'))
    if (!(Math.abs(age) <= toleranceSeconds))
      refuse(
        'outside_tolerance',
        `The delivery was sent ${Math.round(age)} seconds ago. The limit is ${toleranceSeconds} seconds.`,
      )
  }
  return parseEvent(body)
}

type ReadHeader = (name: string) => string | null

/** Reads only the requested headers: others, such as `:method` in HTTP/2, are not valid in `Headers`. */
function headerReader(headers: WebhookHeaders): ReadHeader {
  if (headers instanceof Headers) return (name) => headers.get(name)
  return (name) => {
    const values = Object.entries(headers)
      .filter(([key]) => key.toLowerCase() === name)
      .flatMap(([, value]) => value ?? [])
    return values.length === 0 ? null : values.join(', ')
  }
}

/** During a rotation, the previous secret signs a second header. */
async function proveBody(rawBody: string | Uint8Array, header: ReadHeader, secrets: readonly string[]): Promise<void> {
  const given = [header('x-service-signature'), header('x-service-signature-previous')].filter((one) => one !== null)
  if (given.length === 0) refuse('missing_signature', 'The X-Service-Signature header is missing.')
  const macs = given.filter((one) => HEX.test(one)).map(fromHex)
  if (!(await anyProves(macs, secrets, rawBody)))
    refuse('invalid_signature', 'The signature does not match the body. Check your secret, and pass the raw body.')
}

/** X-Service-Signature covers the body only. The Standard Webhooks signature covers ID, timestamp and body. */
async function proveTime(rawBody: string | Uint8Array, header: ReadHeader, secrets: readonly string[]): Promise<void> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(`webhook-${name}`))
  if (!id || !timestamp || !signatures)
    refuse('missing_timestamp', 'The webhook-id, webhook-timestamp or webhook-signature header is missing.')
  const macs = signatures
    .split(' ')
    .map((one) => (one.startsWith('v1,') ? fromBase64(one.slice(3)) : null))
    .filter((mac) => mac !== null)
  if (!(await anyProves(macs, secrets, joined(`${id}.${timestamp}.`, rawBody))))
    refuse('invalid_signature', 'The webhook-signature header does not match this delivery. Check your secret.')
}

async function anyProves(
  macs: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
  message: string | Uint8Array,
): Promise<boolean> {
  const checks = macs.flatMap((mac) => secrets.map((secret) => verifyHmacSha256(secret, mac, message)))
  return (await Promise.all(checks)).includes(true)
}

function joined(prefix: string, body: string | Uint8Array): string | Uint8Array {
  if (typeof body === 'string') return prefix + body
  const start = new TextEncoder().encode(prefix)
  const whole = new Uint8Array(start.length + body.length)
  whole.set(start)
  whole.set(body, start.length)
  return whole
}

function parseEvent(rawBody: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)) as WebhookEvent
  } catch {
    return refuse('malformed', 'The body is not valid JSON.')
  }
}

function refuse(code: string, message: string): never {
  throw new WebhookVerificationError(code, message)
}
