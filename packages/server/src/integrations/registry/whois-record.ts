// Reads the record in a WHOIS text: lines of keys and values in the many forms that registries have for them.
import {
  emailAddress,
  eppStatus,
  hostName,
  isRedaction,
  plainText,
  type Registration,
  unique,
  webAddress,
} from './finding.ts'

export type Pair = [key: string, value: string]

/** `Nome de domínio / Domain Name`, `domain_name`, `Creation Date (dd/mm/yyyy)`: the same key in many clothes. */
const normalizeKey = (text: string): string =>
  (text.split(' / ').at(-1) ?? '')
    .replace(/\([^()]*\)/g, '')
    .replace(/[_-]/g, ' ')
    .trim()
    .toLowerCase()

const BRACKETED = /^(?:[a-z]\. )?\[([^\]]{1,60})\]([\s\S]*)$/i
const COLONED = /^(?:\*\* )?(\p{L}[\p{L}\p{N} _/().'&-]{0,60}?)[.\s]*:(?!\/\/)([\s\S]*)$/u
const SPACED = /^(domain-name|\p{L}[\w-]{2,30})\s{2,}(\S.*)$/u

/** Keys and values of one line each, or a key with its values on the lines below it. */
export function parsePairs(lines: readonly string[]): Pair[] {
  const pairs: Pair[] = []
  let heading: string | null = null
  for (const line of lines) {
    const [, key, value = ''] = BRACKETED.exec(line) ?? COLONED.exec(line) ?? SPACED.exec(line) ?? []
    if (key !== undefined && value.trim() !== '') {
      pairs.push([normalizeKey(key), value.trim()])
      heading = null
    } else if (key !== undefined) heading = normalizeKey(key)
    else if (line === '') heading = null
    else if (heading !== null) pairs.push([heading, line])
  }
  return pairs
}

const KEYS = {
  domain: ['domain name', 'domain', 'domainname', 'nom de domaine'],
  registrar: ['registrar', 'registrar name', 'sponsoring registrar', 'registrar organization', 'current registrar'],
  registrarId: ['registrar iana id'],
  registrarUrl: ['registrar url', 'registrar website', 'referral url'],
  abuse: ['registrar abuse contact email', 'abuse contact email'],
  created: [
    'creation date',
    'created',
    'created on',
    'created date',
    'registered',
    'registered on',
    'registered date',
    'registration date',
    'registration time',
    'domain registration date',
    'domain record activated',
    'domain created',
    'record created',
    'activated on',
    'domain dateregistered',
  ],
  updated: [
    'updated date',
    'last updated',
    'last updated on',
    'last modified',
    'modified',
    'changed',
    'last update',
    'last update on',
    'domain record last updated',
    'domain datelastmodified',
  ],
  expires: [
    'registry expiry date',
    'registrar registration expiration date',
    'expiry date',
    'expires',
    'expires on',
    'expire date',
    'expiration date',
    'expiration time',
    'paid till',
    'renewal date',
    'domain expires',
    'expires at',
    'expire',
  ],
  registrant: ['registrant', 'registrant name', 'holder', 'owner', 'owner name', 'domain holder', 'person'],
  organization: ['registrant organization', 'registrant organisation', 'org', 'organization', 'owner organization'],
  country: ['registrant country', 'registrant country/economy', 'owner country'],
  nameserver: [
    'name server',
    'nserver',
    'nameserver',
    'name servers',
    'nameservers',
    'name server 1',
    'name server 2',
    'hostname',
    'primary server',
    'secondary server',
    'domain nameservers',
    'domain servers',
    'host name',
  ],
  status: ['domain status', 'status', 'state', 'eppstatus'],
  dnssec: ['dnssec', 'signing key', 'ds rdata', 'dnssec ds data'],
} as const

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The forms that leave no doubt which number is the month; a time of day is kept where it is given in full. */
export function readDate(text: string): Date | null {
  const clock = /[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?\s*(z|utc|[+-]\d{2}:?\d{2})?/i.exec(text)
  const numbers = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/.exec(text)
  const european = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/.exec(text)
  const worded = /\b(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4})\b/i.exec(text)
  const american = /\b([a-z]{3})[a-z]*\.? +(\d{1,2}),? +(\d{4})\b/i.exec(text)
  const month = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1
  const [year, number, day] = numbers
    ? [numbers[1], numbers[2], numbers[3]]
    : european
      ? [european[3], european[2], european[1]]
      : worded
        ? [worded[3], month(worded[2] as string), worded[1]]
        : american
          ? [american[3], month(american[1] as string), american[2]]
          : []
  if (year === undefined || Number(number) === 0) return null
  const two = (value: unknown): string => String(value).padStart(2, '0')
  const zone = /^[+-]/.test(clock?.[2] ?? '') ? clock?.[2]?.replace(/^(...)(\d\d)$/, '$1:$2') : 'Z'
  const at = new Date(`${year}-${two(number)}-${two(day)}T${clock?.[1] ?? '00:00:00'}${zone}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** WHOIS states are free words; only those that EPP knows are passed on. */
const EPP =
  /^(ok|linked|inactive|(client|server)(DeleteProhibited|Hold|RenewProhibited|TransferProhibited|UpdateProhibited)|pending(Create|Delete|Renew|Restore|Transfer|Update)|addPeriod|autoRenewPeriod|renewPeriod|transferPeriod|redemptionPeriod)$/

export function parseRecord(pairs: readonly Pair[]): Registration {
  const all = (field: keyof typeof KEYS): string[] =>
    pairs.filter(([key]) => (KEYS[field] as readonly string[]).includes(key)).map(([, value]) => value)
  const first = (field: keyof typeof KEYS): string | null => plainText(all(field)[0])
  const date = (field: keyof typeof KEYS): Date | null => readDate(first(field) ?? '')
  const [name, organization, country] = [first('registrant'), first('organization'), first('country')]
  const shown = (text: string | null): string | null => (isRedaction(text) ? null : text)
  const dnssec = first('dnssec')
  return {
    registrar: {
      name: first('registrar'),
      ianaId: first('registrarId'),
      url: webAddress(first('registrarUrl')),
      abuseEmail: emailAddress(first('abuse')),
    },
    registrant: {
      name: shown(name),
      organization: shown(organization),
      country: country !== null && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null,
      redacted: [name, organization].some(isRedaction),
    },
    createdAt: date('created'),
    updatedAt: date('updated'),
    expiresAt: date('expires'),
    transferredAt: null,
    nameservers: unique(all('nameserver').map((value) => hostName(value.split(/[\s,]/)[0]))),
    statuses: unique(
      all('status')
        .flatMap((value) => value.split(','))
        .map(eppStatus)
        .filter((status) => status !== null && EPP.test(status)),
    ),
    dnssecSigned: dnssec === null ? null : !/^(unsigned|no|inactive|not signed|none)\b/i.test(dnssec),
  }
}

const FACTS = ['registrar', 'registrant', 'created', 'expires', 'nameserver'].flatMap(
  (field): readonly string[] => KEYS[field as keyof typeof KEYS],
)
/** Something that only a registered name has. */
export const hasFacts = (pairs: readonly Pair[]): boolean => pairs.some(([key]) => FACTS.includes(key))

const normalizeName = (value: string): string => value.trim().toLowerCase().replace(/\.$/, '')

/** The names that a text claims to be about. `name` is one only where it is the asked name; else it is a person's. */
export const namesIn = (pairs: readonly Pair[], asked: string): string[] =>
  pairs
    .filter(
      ([key, value]) =>
        (KEYS.domain as readonly string[]).includes(key) || (key === 'name' && normalizeName(value) === asked),
    )
    .map(([, value]) => normalizeName(value))
