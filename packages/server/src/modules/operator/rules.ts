// What of an operator's request may be kept in the audit log.
import { withoutSecrets } from '../../kernel/secret-box.ts'

const SECRET = /secret|password|token/i

/** The input as it was, with anything that is called a secret or looks like one blanked at every depth. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, SECRET.test(key) ? '[redacted]' : redact(member)]),
  )
}
