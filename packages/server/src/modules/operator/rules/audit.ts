// What of an operator's request may be kept in the audit log.

import { withoutSecrets } from '../../../kernel/secret-box.ts'
import { cutText } from '../../../kernel/text/cut-text.ts'

const SECRET = /secret|password|token|^auth_code$|^bank_reference$/i

/** The input with secrets blanked, by name or by looks, and long strings cut, at every depth. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return cutText(withoutSecrets(value))
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [cutText(key), SECRET.test(key) ? '[redacted]' : redact(field)]),
  )
}
