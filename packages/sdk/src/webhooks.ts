// Owns the check of a delivery: that its body is the service's own, unchanged, and sent just now.
import { fromBase64 } from './encoding.ts'
import { WebhookVerificationError } from './errors.ts'
import { fromHex, verifyHmacSha256 } from './signing.ts'
import type { WebhookEvents } from './types.gen.ts'

/** Whatever a delivery can carry; its `type` tells what is in `data`. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents]

/** As Fetch, Node or a framework gives them; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyWebhookOptions {
  /** How old, or how far ahead, a delivery may be; 300 when absent. `Infinity` judges the body alone. */
  toleranceSeconds?: number | undefined
  /** The receiver's time; now when absent. */
  now?: number | Date | undefined
}

const DEFAULT_TOLERANCE_SECONDS = 300
const HEX = /^[0-9a-f]{64}$/u

/**
 * Proves a delivery with your secret, in constant time, and gives its event. `rawBody` is what arrived, before anything parsed
 * it. While you replace a secret give both, `[new, old]`. Throws a `WebhookVerificationError`: answer it with 400.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat()
  // An environment variable that is not set is undefined, whatever the type says.
  if (secrets.length === 0 || !secrets.every(Boolean)) throw new TypeError('Give the secret that you registered.')
  const body = rawBody instanceof ArrayBuffer ? new Uint8Array(rawBody) : rawBody
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    refuse('body_not_raw', 'Give the raw body, text or bytes, from before it was parsed.')
  const header = headerReader(headers)
  await proveBody(body, header, secrets)
  if (toleranceSeconds !== Number.POSITIVE_INFINITY) {
    await proveTime(body, header, secrets)
    const age = Number(now) / 1000 - Number(header('webhook-timestamp'))
    if (!(Math.abs(age) <= toleranceSeconds))
      refuse(
        'outside_tolerance',
        `The delivery was sent ${Math.round(age)} seconds ago; ${toleranceSeconds} are allowed.`,
      )
  }
  return parseEvent(body)
}

type ReadHeader = (name: string) => string | null

/** Reads only what it is asked for: the rest may be what `Headers` refuses, such as the `:method` of HTTP/2. */
function headerReader(headers: WebhookHeaders): ReadHeader {
  if (headers instanceof Headers) return (name) => headers.get(name)
  return (name) => {
    const values = Object.entries(headers)
      .filter(([key]) => key.toLowerCase() === name)
      .flatMap(([, value]) => value ?? [])
    return values.length === 0 ? null : values.join(', ')
  }
}

/** While a secret is being replaced the old one signs a header of its own, whichever of them the receiver knows. */
async function proveBody(rawBody: string | Uint8Array, header: ReadHeader, secrets: readonly string[]): Promise<void> {
  const given = [header('x-service-signature'), header('x-service-signature-previous')].filter((one) => one !== null)
  if (given.length === 0) refuse('missing_signature', 'There is no X-Service-Signature header.')
  const macs = given.filter((one) => HEX.test(one)).map(fromHex)
  if (!(await anyProves(macs, secrets, rawBody)))
    refuse('invalid_signature', 'The signature is not that of this body under your secret.')
}

/** The body's own signature says nothing of the time; that of Standard Webhooks covers id, time and body. */
async function proveTime(rawBody: string | Uint8Array, header: ReadHeader, secrets: readonly string[]): Promise<void> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(`webhook-${name}`))
  if (!id || !timestamp || !signatures)
    refuse('missing_timestamp', 'The webhook-id, webhook-timestamp or webhook-signature header is missing.')
  const macs = signatures
    .split(' ')
    .map((one) => (one.startsWith('v1,') ? fromBase64(one.slice(3)) : null))
    .filter((mac) => mac !== null)
  if (!(await anyProves(macs, secrets, joined(`${id}.${timestamp}.`, rawBody))))
    refuse('invalid_signature', 'The webhook-signature header is not that of this delivery under your secret.')
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
