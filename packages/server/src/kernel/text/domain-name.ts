// Owns what counts as a registrable domain name: every name that enters the service is read here, once, and nowhere else.
import { parse as parseSuffix } from 'tldts'
import tr46 from 'tr46'

export interface DomainName {
  /** The whole name as a lower-case A-label: what is stored, compared and answered. */
  domain: string
  /** The same name in Unicode, for people. Never compare by it: two scripts can look alike. */
  unicode: string
  /** The registrable label in A-form: `example` of `example.co.uk`. */
  label: string
  /** The public suffix in A-form: `co.uk` of `example.co.uk`. */
  tld: string
}

export type DomainNameReason =
  | 'empty'
  | 'url'
  | 'email'
  | 'ip_address'
  | 'subdomain'
  | 'public_suffix'
  | 'special_use'
  | 'bad_label'
  | 'too_long'
  | 'unknown_tld'

export interface DomainNameOptions {
  /** The sandbox also takes names under `.test`. */
  allowTest: boolean
}

export type DomainNameResult =
  | { ok: true; name: DomainName }
  /** `registrable`: the domain that a refused subdomain belongs to. */
  | { ok: false; reason: DomainNameReason; message: string; registrable?: string }

const MAX_NAME_LENGTH = 253
const MAX_LABEL_LENGTH = 63

/** With the spaces around it. Nothing looks at a longer text. */
const MAX_INPUT_LENGTH = 1024

/**
 * Endings that no registry sells: RFC 6761, 6762, 7686, 8375, 9476, the IANA special-use registry and ICANN's reservation of
 * `internal`. The list is ours because the public suffix list calls `onion` and `arpa` ICANN suffixes. `example.com` and its
 * twins are registered names and stay valid. The last three are not reserved, but ICANN will not delegate them (name collisions).
 */
const SPECIAL_USE_TLDS: ReadonlySet<string> = new Set([
  'alt',
  'arpa',
  'example',
  'internal',
  'invalid',
  'local',
  'localhost',
  'onion',
  'test',
  'corp',
  'home',
  'mail',
])

const SUFFIX_OPTIONS = {
  allowPrivateDomains: false,
  detectIp: false,
  extractHostname: false,
  validateHostname: false,
}

const UTS46_OPTIONS = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false,
}

/** Lengths are checked here, so that a refused name is processed once, and the refusal can say which length it is. */
const ANY_LENGTH = { ...UTS46_OPTIONS, verifyDNSLength: false }

/** A stored domain as people write it. */
export const toUnicodeDomain = (domain: string): string =>
  domain.includes('xn--') ? tr46.toUnicode(domain, UTS46_OPTIONS).domain : domain

/** Reads a name in any case, with surrounding blanks, one trailing dot, or in Unicode; refuses all but a registrable domain. */
export function parseDomainName(input: unknown, options: DomainNameOptions): DomainNameResult {
  return parseBare(bareName(input), options)
}

function parseBare(bare: string, options: DomainNameOptions): DomainNameResult {
  const plain = plainAscii(bare)
  return plain === null ? parseAnySpelling(bare, options) : classify(plain, options)
}

/** The same answers without the fast path; it exists so that a property test can hold the two against each other. */
export function parseDomainNameByUts46(input: unknown, options: DomainNameOptions): DomainNameResult {
  return parseAnySpelling(bareName(input), options)
}

/** Reads a TLD as it comes in a path (`.com`, `COM`, `рф`, `co.uk`) to its A-form, or null when it is no public suffix. */
export function parseTld(input: unknown): string | null {
  const bare = bareName(input)
  const dotless = bare.startsWith('.') ? bare.slice(1) : bare
  if (dotless.length === 0 || dotless.length > MAX_NAME_LENGTH || hasLongLabel(dotless)) return null
  const ascii = plainAscii(dotless) ?? tr46.toASCII(dotless, UTS46_OPTIONS)
  if (ascii === null || SPECIAL_USE_TLDS.has(getLastLabel(ascii))) return null
  return isPublicSuffix(ascii) ? ascii : null
}

function refuse(reason: DomainNameReason, message: string): DomainNameResult {
  return { ok: false, reason, message }
}

function bareName(input: unknown): string {
  if (typeof input !== 'string') return ''
  if (input.length > MAX_INPUT_LENGTH) return input
  const trimmed = input.trim()
  // One trailing dot is the root and means the same name, in each of the spellings of a dot that UTS-46 knows.
  return /[.\u3002\uff0e\uff61]$/u.test(trimmed) ? trimmed.slice(0, -1) : trimmed
}

/** Lower-cases a plain letter-digit-hyphen name that UTS-46 would only lower-case too; null sends the name the slow way. */
function plainAscii(name: string): string | null {
  const length = name.length
  if (length === 0 || length > MAX_NAME_LENGTH) return null
  let labelStart = 0
  for (let index = 0; index <= length; index++) {
    const code = index === length ? 46 : name.charCodeAt(index)
    if (code === 46) {
      const labelLength = index - labelStart
      if (labelLength === 0 || labelLength > MAX_LABEL_LENGTH) return null
      if (name.charCodeAt(labelStart) === 45 || name.charCodeAt(index - 1) === 45) return null
      labelStart = index + 1
    } else if (code === 45) {
      // Two hyphens in the third and fourth place mark an A-label or a label that no registry takes.
      if (index - labelStart === 3 && name.charCodeAt(index - 1) === 45) return null
    } else if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90))) {
      return null
    }
  }
  return name.toLowerCase()
}

function parseAnySpelling(bare: string, options: DomainNameOptions): DomainNameResult {
  if (bare.length === 0) return refuse('empty', 'Enter a domain name, such as example.com.')
  if (bare.length > MAX_INPUT_LENGTH) return refuseLongName()
  const foreign = refusePasted(bare)
  if (foreign !== null) return foreign
  // UTS-46 is slow, so the lengths that show without it are checked first.
  if (bare.length > MAX_NAME_LENGTH) return refuseLongName()
  if (hasLongLabel(bare)) return refuseLongLabel()
  const subdomain = refuseLongSubdomain(bare, options)
  if (subdomain !== null) return subdomain

  const ascii = tr46.toASCII(bare, ANY_LENGTH)
  if (ascii === null) return refuseLabel()
  const refused = refuseLength(ascii)
  if (refused !== null) return refused
  return classify(ascii, options)
}

const DOTS = /[.\u3002\uff0e\uff61]/u
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu

/** Code points, as an A-label counts them. */
const charactersIn = (text: string): number => Array.from(text).length

/** A-labels have at least one character for each that UTS-46 neither drops nor joins with the one before. */
const hasLongLabel = (bare: string): boolean =>
  bare
    .split(DOTS)
    .some(
      (label) =>
        label.length > MAX_LABEL_LENGTH &&
        charactersIn(label.normalize('NFKC').replace(IGNORED, '')) > MAX_LABEL_LENGTH,
    )

/** Below this length UTS-46 is quick. No public suffix has more than four labels. */
const QUICK_LENGTH_MAX = 64
const REGISTRABLE_LABELS_MAX = 5

/** A long name is read from its end: where its last labels are registrable, the rest is a part to leave out, whatever it is. */
function refuseLongSubdomain(bare: string, options: DomainNameOptions): DomainNameResult | null {
  if (bare.length <= QUICK_LENGTH_MAX) return null
  const labels = bare.split(DOTS)
  for (let count = 2; count < labels.length && count <= REGISTRABLE_LABELS_MAX; count += 1) {
    const tail = parseBare(labels.slice(-count).join('.'), options)
    if (tail.ok) return refuseSubdomain(tail.name.domain)
    if (tail.reason !== 'public_suffix') return tail
  }
  return null
}

/** Things people paste into a domain field. Each is told apart, because "bad label" would not tell them what to do. */
function refusePasted(bare: string): DomainNameResult | null {
  if (/^\[?[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*\]?$/iu.test(bare)) {
    return refuse('ip_address', 'Enter a domain name, not an IP address.')
  }
  if (/[/\\?#:]/u.test(bare)) {
    return refuse('url', 'Enter only the domain name, without a scheme, port, path or query: example.com.')
  }
  if (bare.includes('@')) return refuse('email', 'Enter only the domain name, without the part before the @.')
  if (bare.includes('*')) return refuse('bad_label', 'Enter one domain name. Wildcards are not supported.')
  if (/\s/u.test(bare)) return refuse('bad_label', 'Remove the spaces and line breaks inside the domain name.')
  return null
}

/** The lengths that DNS allows, in the A-form of the name. */
function refuseLength(ascii: string): DomainNameResult | null {
  const labels = ascii.split('.')
  if (labels.includes('')) return refuse('bad_label', 'Remove the leading dot, or one of two dots in a row.')
  if (labels.some((label) => label.length > MAX_LABEL_LENGTH)) return refuseLongLabel()
  return ascii.length > MAX_NAME_LENGTH ? refuseLongName() : null
}

const refuseLongName = (): DomainNameResult =>
  refuse('too_long', 'Shorten the domain name. The maximum is 253 characters in A-label (xn--) form.')

const refuseLongLabel = (): DomainNameResult =>
  refuse('too_long', 'Shorten the label. Each part between dots can have at most 63 characters in A-label (xn--) form.')

const refuseLabel = (): DomainNameResult =>
  refuse(
    'bad_label',
    'Use letters, digits and hyphens. A label cannot start or end with a hyphen, or have hyphens as both its third and fourth characters.',
  )

/** Decides over a valid lower-case A-label name; both paths end here. */
function classify(ascii: string, options: DomainNameOptions): DomainNameResult {
  const top = getLastLabel(ascii)
  // No TLD is a number; such a name is what some resolvers would read as an IPv4 address (127.1, 0x7f.1, 2130706433).
  if (/^(?:\d+|0x[0-9a-f]*)$/u.test(top)) {
    return refuse('ip_address', 'Enter a domain name, not an IP address or a number.')
  }
  if (SPECIAL_USE_TLDS.has(top)) {
    return top === 'test' && options.allowTest ? classifyTest(ascii) : refuseSpecialUse(top)
  }

  const { domain, publicSuffix, isIcann } = parseSuffix(ascii, SUFFIX_OPTIONS)
  if (!isIcann || publicSuffix === null) {
    if (isPublicSuffix(ascii)) return refusePublicSuffix(ascii)
    return top === ascii
      ? refuse('unknown_tld', 'Add a TLD, such as .com.')
      : refuse('unknown_tld', `.${top} is not a TLD. Choose another TLD.`)
  }
  if (domain === null) return refusePublicSuffix(ascii)
  if (domain.length !== ascii.length) return refuseSubdomain(domain)
  const label = ascii.slice(0, ascii.length - publicSuffix.length - 1)
  return accept(ascii, label, publicSuffix)
}

function accept(domain: string, label: string, tld: string): DomainNameResult {
  // Read back from the A-label, so that the Unicode form is the one that this A-label stands for, not the one typed.
  return { ok: true, name: { domain, unicode: toUnicodeDomain(domain), label, tld } }
}

function classifyTest(ascii: string): DomainNameResult {
  const labels = ascii.split('.')
  const label = labels.at(-2)
  if (label === undefined) return refusePublicSuffix(ascii)
  if (labels.length > 2) return refuseSubdomain(`${label}.test`)
  return accept(ascii, label, 'test')
}

function refuseSpecialUse(top: string): DomainNameResult {
  return refuse('special_use', `.${top} is reserved. No domains can be registered under it. Choose another TLD.`)
}

function refusePublicSuffix(suffix: string): DomainNameResult {
  return refuse('public_suffix', `.${suffix} is a public suffix. Add a label before it.`)
}

function refuseSubdomain(domain: string): DomainNameResult {
  const message = `Enter the registrable domain, ${domain}, without a subdomain.`
  return { ok: false, reason: 'subdomain', message, registrable: domain }
}

function isPublicSuffix(ascii: string): boolean {
  const self = parseSuffix(ascii, SUFFIX_OPTIONS)
  if (self.isIcann === true) return self.publicSuffix === ascii
  // A TLD known only by a wildcard rule (*.ck) is real as well, but shows itself only through a name below it.
  return !ascii.includes('.') && parseSuffix(`a.b.${ascii}`, SUFFIX_OPTIONS).isIcann === true
}

function getLastLabel(ascii: string): string {
  return ascii.slice(ascii.lastIndexOf('.') + 1)
}
