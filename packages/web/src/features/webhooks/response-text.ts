// What the endpoint responded, in words.
import type { WebhookDelivery } from '@freehold/sdk/types'

type Attempt = WebhookDelivery['attempts'][number]
type Response = NonNullable<Attempt['response']>

const sizeText = (bytes: number): string => (bytes < 1024 ? `${bytes} bytes` : `${Math.floor(bytes / 1024)} KB`)

export function describeBody({ bytes, binary, truncated }: Pick<Response, 'bytes' | 'binary' | 'truncated'>): string {
  if (bytes === 0) return 'Empty'
  if (binary) return `Binary, ${sizeText(bytes)}`
  return truncated ? `First 1 KB of ${sizeText(bytes)} or more` : sizeText(bytes)
}

/** The result of an attempt, to be announced. */
export function describeAttempt(attempt: Pick<Attempt, 'status_code' | 'error' | 'duration_ms'>): string {
  const { status_code: code, error, duration_ms: ms } = attempt
  if (code === null) return `The attempt failed: ${error ?? 'no response'}.`
  if (code >= 200 && code < 300 && error === null) return `Delivered: status code ${code} after ${ms} ms.`
  return `The attempt failed: status code ${code} after ${ms} ms.`
}
