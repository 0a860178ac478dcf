// What can be known of a name from outside: is it registered, by whom, until when; and who said so.
import { isEmail } from '../../kernel/text/email-address.ts'

export type RegistryState = 'available' | 'registered' | 'unknown'
/** `dns` only ever says that a name is taken. */
export type RegistrySource = 'rdap' | 'whois' | 'dns' | 'simulated'

export type Registrar = { name: string | null; ianaId: string | null; url: string | null; abuseEmail: string | null }
export type Registrant = {
  name: string | null
  organization: string | null
  /** ISO 3166, two letters, where the registry gives it so. */
  country: string | null
  /** The registry holds more than it shows. */
  redacted: boolean
}
export type Registration = {
  registrar: Registrar
  registrant: Registrant
  createdAt: Date | null
  updatedAt: Date | null
  expiresAt: Date | null
  /** When it last came to another registrar, where the registry says so. */
  transferredAt: Date | null
  nameservers: string[]
  /** As EPP spells them (RFC 5731, RFC 3915), whatever the registry wrote. */
  statuses: string[]
  dnssecSigned: boolean | null
}

/** What one look found. An `unknown` says why, for the log and for people; it is never taken for `available`. */
export type Finding =
  | { state: 'registered'; registration: Registration }
  | { state: 'available' }
  | { state: 'unknown'; reason: string }

export type Availability = { state: RegistryState; source: RegistrySource | null; checkedAt: Date }
export type Lookup = Finding & { source: Exclude<RegistrySource, 'dns'> | null; checkedAt: Date; cached: boolean }

/** `domain` is always a registrable name as a lower-case A-label. No question ever rejects. */
export type Registry = {
  /** The quick question. */
  check(domain: string): Promise<Availability>
  /** The thorough one. */
  lookup(domain: string): Promise<Lookup>
  /** The registry's own record, at most ten minutes old. For background work: it asks no registrar about the holder. */
  readRecord(domain: string): Promise<Lookup>
  /** Gets ready beside whatever else happens at the start; nobody needs to wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
}

export const unknown = (reason: string): Extract<Finding, { state: 'unknown' }> => ({ state: 'unknown', reason })

const EPP_NAMES: ReadonlyMap<string, string> = new Map([
  ['active', 'ok'],
  ['associated', 'linked'],
])

/** `client transfer prohibited` of RDAP and `clientTransferProhibited https://…` of WHOIS are one status (RFC 8056). */
export function eppStatus(text: string): string | null {
  const [status = ''] = text.split(/\(?https?:/i, 1)
  const [first = '', ...rest] = status.trim().split(/[\s_]+/)
  const head = rest.length === 0 && /[A-Z]/.test(first.slice(1)) && /[a-z]/.test(first) ? first : first.toLowerCase()
  const name = head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('')
  const epp = name.charAt(0).toLowerCase() + name.slice(1)
  return /^[a-z]{1,64}$/i.test(epp) ? (EPP_NAMES.get(epp) ?? epp) : null
}

const TEXT_LENGTH_MAX = 255
const LIST_MAX = 50

/** A text that somebody else wrote: one line, of bearable length, or nothing. */
export function plainText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_LENGTH_MAX)
  return text === '' ? null : text.toWellFormed()
}

const REDACTED =
  /redacted|withheld|not disclosed|non[- ]?public|data protected|privacy|statutory masking|gdpr|personal data|hidden upon/i

/** What stands where a holder's data would stand is no data. */
export const isRedaction = (text: string | null): boolean => text !== null && REDACTED.test(text)

const HOST = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export function hostName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const host = value.trim().toLowerCase().replace(/\.$/, '')
  return HOST.test(host) ? host : null
}

export function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > TEXT_LENGTH_MAX || !URL.canParse(value.trim())) return null
  const url = new URL(value.trim())
  return url.protocol === 'https:' || url.protocol === 'http:' ? value.trim() : null
}

export function emailAddress(value: unknown): string | null {
  const text = plainText(value)?.replace(/^mailto:/i, '') ?? ''
  return isEmail(text) ? text : null
}

/** Each once, and no more than anybody has. */
export const unique = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value): value is string => value !== null))].slice(0, LIST_MAX)
