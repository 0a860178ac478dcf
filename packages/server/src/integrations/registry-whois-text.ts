// Reads what WHOIS servers write. There is no common form, so it believes only what it knows: a record of the very name, or
// one of the known sentences that say there is none. All else is unknown.
import {
  emailAddress,
  eppStatus,
  type Finding,
  hostName,
  isRedaction,
  plainText,
  type Registration,
  unique,
  unknown,
  webAddress,
} from './registry-answer.ts'

/** Where the record ends and the lawyers begin. */
const LEGAL_PART =
  /^\W*(terms of use|notice|disclaimer|legal|copyright|the data in|this information is|please note|for more information on)\b|^>>>/i

/** Remarks: `%` and `#`, boxes of asterisks, JPRS's brackets. `** ` is a heading of the Turkish registry. */
const REMARK = /^[%#;]|^\*(?!\* )|^\[ /

/** The server counts questions, and had too many. It may say so in a remark. */
const TOO_MANY =
  /(limit|quota|threshold|rate|maximum)\w*\W.*\b(exceed|reach)|exceed\w*\W.*\b(limit|quota|rate|maximum|quer|connection|request)|too many|denied|blacklist|rate.?limit|try (again|later)/i

/** The server did not answer the question. */
const REFUSED =
  /refused|not (authori[sz]ed|allowed|permitted)|temporar|busy|maintenance|timed? ?out|unable to|(internal|server|syntax|system) error|invalid (query|request|domain|parameter|character)|malformed/i

/** The name is not registered, and yet not to be had. */
const HELD_BACK =
  /reserved|blocked|restricted|premium|prohibit|forbidden|not available|unavailable|can ?not be registered|not (be )?(eligible|possible|delegated)|quarantine|redemption|pending|auction|disputed|banned/i

/** `@` stands for the asked name. The whole line must say it: "not found" inside a longer sentence may mean anything. */
const FREE = [
  /^no (match|matches|matching record|matching objects?|match found|matches found|data|data found|entries|entries found|record|records|record found|records found|object found|such domain|such domain name|found|information available)( (were|was) found)?( (for|about|matching)( the)?( domain( name)?)? @| for the selected source(\(s\)|s)?)?( in (the )?(database|registry))?[.!]*$/,
  /^no information (is )?available about (the )?domain( name)? @.*$/,
  /^no such domain @[.!]*$/,
  /^no (entries found in the|objects found|existe)( \.?[a-z]+ database)?[.!]*$/,
  /^we do not have an entry in our database matching your query[.!]*$/,
  /^(above )?domain name is not registered( to krnic)?[.!]*$/,
  /^(domain )?@ is available for purchase[.!]*$/,
  /^(domain name )?@ does not exist in database[.!]*$/,
  /^error:?\s?\d*:? (no objects found|domain is not registered)[.!]*$/,
  /^status: available no match for domain @[.!]*$/,
  /^no_se_encontro_el_objeto\/object_not_found$/,
  /^not registered - the domain you have requested @ is not a registered .?[a-z]+ domain name[.!]*$/,
  /^no data was found to match the request criteria[.!]*$/,
  /^(%?error:\d*:? ?)?no entries found( for.*@)?[.!]*$/,
  /^nothing found( for (this query|@))?[.!]*$/,
  /^not (found|registered)([.:!]* @)?[.!]*$/,
  /^object[_ ]not[_ ]found[.!]*$/,
  /^(the )?(queried |requested )?(domain|domain name|object|domain @|domain name @|@)( you (have )?requested)?( was| is| has| does)? ?(not found|not registered|not been registered|not exist|not exist in (the )?(database|registry)|not registered yet)( in (the )?(database|registry))?[.!]*$/,
  /^@ ?[-:]? ?(no match|not found|no entries found|is free|is available|is available for (purchase|registration)|available|no found|status: ?available)[.!]*$/,
  /^(domain )?(query_)?status: ?(free|available|unassigned|not registered|220 available)$/,
  /^(domain name )?@ (has not been registered|does not exist in database)[.!]*$/,
]

type Pair = [key: string, value: string]

/** `Nome de domínio / Domain Name`, `domain_name`, `Creation Date (dd/mm/yyyy)`: the same key in many clothes. */
const keyOf = (text: string): string =>
  (text.split(' / ').at(-1) ?? '')
    .replace(/\(.*\)/, '')
    .replace(/[_-]/g, ' ')
    .trim()
    .toLowerCase()

const BRACKETED = /^(?:[a-z]\. )?\[([^\]]{1,60})\]\s*(.*)$/i
const COLONED = /^(?:\*\* )?(\p{L}[\p{L}\p{N} _/().'&-]{0,60}?)[.\s]*:(?!\/\/)\s*(.*)$/u
const SPACED = /^(domain-name|\p{L}[\w-]{2,30})\s{2,}(\S.*)$/u

/** Keys and values of one line each, or a key with its values on the lines below it. */
function pairsOf(lines: readonly string[]): Pair[] {
  const pairs: Pair[] = []
  let heading: string | null = null
  for (const line of lines) {
    const [, key, value = ''] = BRACKETED.exec(line) ?? COLONED.exec(line) ?? SPACED.exec(line) ?? []
    if (key !== undefined && value.trim() !== '') {
      pairs.push([keyOf(key), value.trim()])
      heading = null
    } else if (key !== undefined) heading = keyOf(key)
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

function recordOf(pairs: readonly Pair[]): Registration {
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
    nameservers: unique(all('nameserver').map((value) => hostName(value.split(/[\s,]/)[0]))),
    statuses: unique(
      all('status')
        .flatMap((value) => value.split(','))
        .map(eppStatus)
        .filter((status) => EPP.test(status)),
    ),
    dnssecSigned: dnssec === null ? null : !/^(unsigned|no|inactive|not signed|none)\b/i.test(dnssec),
  }
}

const FACTS = ['registrar', 'registrant', 'created', 'expires', 'nameserver'].flatMap(
  (field): readonly string[] => KEYS[field as keyof typeof KEYS],
)
const hasFacts = (pairs: readonly Pair[]): boolean => pairs.some(([key]) => FACTS.includes(key))

const nameOf = (value: string): string => value.trim().toLowerCase().replace(/\.$/, '')

/** The asked name becomes `@`. A sentence that names another name speaks of another name. */
function isFree(line: string, domain: string): boolean {
  const told = line
    .toLowerCase()
    .replaceAll(domain, '@')
    .replace(/["'<>()[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (/[a-z0-9-]\.[a-z0-9-]{2,}/.test(told)) return false
  // Some say it in two languages.
  return [told, ...told.split(' / ')].some((half) => FREE.some((sentence) => sentence.test(half)))
}

/** What was said before the lawyers took over. Terms that come first are remarks, or are not understood. */
function spokenIn(text: string): string[] {
  // What stands after the last line break may be the beginning of something longer: a connection can break anywhere.
  const lines = text
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
    .map((line) => line.trim())
  const first = lines.findIndex((line) => line !== '' && !REMARK.test(line))
  const legal = lines.findIndex(
    (line, index) => index > first && first >= 0 && !REMARK.test(line) && LEGAL_PART.test(line),
  )
  return legal < 0 ? lines : lines.slice(0, legal)
}

/** `domain` as an A-label: servers that answer in Unicode were asked in ASCII and echo that, or are not understood. */
export function judgeText(text: string, domain: string): Finding {
  const spoken = spokenIn(text)
  const record = spoken.filter((line) => !REMARK.test(line))
  const pairs = pairsOf(record)
  const isDomainKey = ([key, value]: Pair): boolean =>
    (KEYS.domain as readonly string[]).includes(key) || (key === 'name' && nameOf(value) === domain)
  const names = pairs.filter(isDomainKey).map(([, value]) => nameOf(value))
  if (names.length > 0 && !names.some((name) => name === domain)) return unknown('the answer is about another name')
  if (names.length > 0 && hasFacts(pairs)) return { state: 'registered', registration: recordOf(pairs) }
  if (spoken.some((line) => TOO_MANY.test(line))) return unknown('the registry asked for fewer questions')
  if (record.some((line) => REFUSED.test(line))) return unknown('the server did not answer the question')
  if (record.some((line) => HELD_BACK.test(line.replace(/rights reserved/i, ''))))
    return unknown('the name is held back')
  const free = spoken.some((line) => isFree(line.replace(/^[%#*;\s]+/, ''), domain))
  return free && !hasFacts(pairs) ? { state: 'available' } : unknown('the answer is not understood')
}

/** IANA's answer about a TLD: its WHOIS server, `null` when it has none, `undefined` when this is no such answer. */
export function readReferral(text: string, tld: string): string | null | undefined {
  const pairs = pairsOf(text.split(/\r?\n/).filter((line) => !/^[%#]/.test(line)))
  if (!pairs.some(([key, value]) => key === 'domain' && value.toLowerCase() === tld)) return undefined
  return hostName(pairs.find(([key]) => key === 'whois')?.[1])
}
