// Email addresses: what counts as one, and the one spelling by which accounts, limits and SQL compare them.
import tr46 from 'tr46'

export const EMAIL_LENGTH_MAX = 254
const LOCAL_LENGTH_MAX = 64
const DOMAIN_LENGTH_MAX = 253

/** The characters of a dot-atom (RFC 5322 §3.2.3). One class, so the match takes linear time. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i

const UTS46_OPTIONS = {
  checkBidi: true,
  checkHyphens: false,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false,
}

const isLocalPart = (text: string): boolean =>
  text.length <= LOCAL_LENGTH_MAX &&
  LOCAL.test(text) &&
  !text.startsWith('.') &&
  !text.endsWith('.') &&
  !text.includes('..')

/**
 * The normalized address: trimmed, an ASCII local part, the domain as an A-label, all in lower case. Null when the text is not
 * an email address. Lengths are checked first: UTS-46 is slow.
 */
export function parseEmail(text: string): string | null {
  if (text.length > 2 * EMAIL_LENGTH_MAX) return null
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  if (trimmed.length > EMAIL_LENGTH_MAX || at < 1) return null
  const [local, domain] = [trimmed.slice(0, at), trimmed.slice(at + 1)]
  if (!isLocalPart(local) || domain.length > DOMAIN_LENGTH_MAX || !domain.includes('.')) return null
  const ascii = tr46.toASCII(domain, UTS46_OPTIONS)
  if (ascii === null || !ascii.includes('.')) return null
  const normalized = `${local}@${ascii}`.toLowerCase()
  return normalized.length <= EMAIL_LENGTH_MAX ? normalized : null
}

export const isEmail = (text: string): boolean => parseEmail(text) !== null

/** A normalized address as records may spell it: with the domain as an A-label or in Unicode, both in lower case. */
export function emailSpellings(normalized: string): string[] {
  const at = normalized.lastIndexOf('@')
  const { domain } = tr46.toUnicode(normalized.slice(at + 1), UTS46_OPTIONS)
  return [...new Set([normalized, `${normalized.slice(0, at)}@${domain}`])]
}
