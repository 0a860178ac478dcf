// Owns how text is brought to the one spelling that names and queries are compared in, and how a domain is taken apart.
import { domainToASCII, domainToUnicode } from 'node:url'

const SPECIAL: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', þ: 'th' }

/** Lower case, compatibility forms resolved, marks removed, control and invisible characters turned into spaces. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[ßæœøđłıþ]/g, (letter) => SPECIAL[letter] ?? letter)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zs}\s]+/gu, ' ')
    .trim()
}

export interface DomainParts {
  /** As stored: A-labels. */
  domain: string
  /** The left-most label in Unicode, folded; hyphens kept. */
  label: string
  /** The label without hyphens: what is compared letter by letter. */
  flat: string
  /** All that follows the first dot. */
  tld: string
}

export function splitDomain(domain: string): DomainParts {
  const dot = domain.indexOf('.')
  const ascii = dot < 0 ? domain : domain.slice(0, dot)
  const tld = dot < 0 ? '' : domain.slice(dot + 1)
  // Most names: one comparison, no further strings.
  if (!ascii.includes('-')) return { domain, label: ascii, flat: ascii, tld }
  const label = ascii.startsWith('xn--') ? foldText(domainToUnicode(ascii) || ascii) : ascii
  return { domain, label, flat: label.includes('-') ? label.replaceAll('-', '') : label, tld }
}

/** The A-label form, or '' when the text cannot be a domain name. */
export function toAsciiDomain(text: string): string {
  return domainToASCII(text)
}
