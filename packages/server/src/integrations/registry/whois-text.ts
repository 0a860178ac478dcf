// Judges what WHOIS servers write. There is no common form, so it believes only what it knows: a record of the very name, or
// one of the known sentences that say there is none. All else is unknown.
import { type Finding, hostName, unknown } from './finding.ts'
import { hasFacts, namesIn, parsePairs, parseRecord } from './whois-record.ts'

/** Nobody writes longer lines; a hostile one would keep the patterns below busy. */
const LINE_LENGTH_MAX = 1000

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
  /^no (match|matches|matching record|matching objects?|match found|matches found|data|data found|entries|entries found|record|records|record found|records found|object found|such domain|such domain name|found|information available)( (were|was) found)?( (for|about|matching)( the)?( domain( name)?)? @| for the selected sources?)?( in (the )?(database|registry))?[.!]*$/,
  /^no information (is )?available about (the )?domain( name)? @.*$/,
  /^no such domain @[.!]*$/,
  /^no (entries found in the|objects found|existe)( \.?[a-z]+ database)?[.!]*$/,
  /^we do not have an entry in our database matching your query[.!]*$/,
  /^(above )?domain name is not registered( to krnic)?[.!]*$/,
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
  /^(domain )?@ ?[-:]? ?(no match|not found|no entries found|is free|is available|is available for (purchase|registration)|available|no found|status: ?available)[.!]*$/,
  /^(domain )?(query_)?status: ?(free|available|unassigned|not registered|220 available)$/,
  /^(domain name )?@ (has not been registered|does not exist in database)[.!]*$/,
]

/** The asked name becomes `@`. A sentence that names another name speaks of another name. */
function isFree(line: string, domain: string): boolean {
  const told = line
    .toLowerCase()
    .replaceAll(domain, '@')
    .replace(/["'<>()[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (/[a-z0-9-]\.[a-z0-9-]{2,}/.test(told) || HELD_BACK.test(told)) return false
  // Some say it in two languages.
  return [told, ...told.split(' / ')].some((half) => FREE.some((sentence) => sentence.test(half)))
}

/** What was said before the lawyers took over. Terms that come first are remarks, or are not understood. */
function spokenIn(text: string): string[] {
  // What stands after the last line break may be the beginning of something longer: a connection can break anywhere.
  const lines = text
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
    .map((line) => line.slice(0, LINE_LENGTH_MAX).trim())
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
  const pairs = parsePairs(record)
  const names = namesIn(pairs, domain)
  if (names.length > 0 && !names.some((name) => name === domain))
    return unknown('the response is for a different domain')
  if (names.length > 0 && hasFacts(pairs)) return { state: 'registered', registration: parseRecord(pairs) }
  if (spoken.some((line) => TOO_MANY.test(line))) return unknown('the registry is rate limiting requests')
  if (record.some((line) => REFUSED.test(line))) return unknown('the server did not process the query')
  if (record.some((line) => HELD_BACK.test(line.replace(/rights reserved/i, ''))))
    return unknown('the domain is reserved')
  const free = spoken.some((line) => isFree(line.replace(/^[%#*;\s]+/, ''), domain))
  return free && !hasFacts(pairs) ? { state: 'available' } : unknown('the response could not be parsed')
}

/** IANA's answer about a TLD: its WHOIS server, `null` when it has none, `undefined` when this is no such answer. */
export function readReferral(text: string, tld: string): string | null | undefined {
  const pairs = parsePairs(text.split(/\r?\n/).filter((line) => !/^[%#]/.test(line)))
  if (!pairs.some(([key, value]) => key === 'domain' && value.toLowerCase() === tld)) return undefined
  return hostName(pairs.find(([key]) => key === 'whois')?.[1])
}
