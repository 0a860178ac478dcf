// What is kept of a signed request, and the signature doctor: two canonical strings line by line, and what usually parts them.

import { withoutSecrets } from '../../kernel/secret-box.ts'
import { cutText, isCut } from '../../kernel/text/cut-text.ts'
import { trimSlashes } from '../../kernel/text/trim-slashes.ts'

/** A key id as we make them; anything else is nobody's. */
const KEY_ID = /^pk_(sandbox|live)_[0-9a-f]{24}$/
export const isKeyId = (text: string): boolean => KEY_ID.test(text)

const SECRET_NAME = /token|secret|password|signature/i

function hideSecretValue(pair: string): string {
  const cut = pair.indexOf('=')
  return cut >= 0 && SECRET_NAME.test(pair.slice(0, cut)) ? `${pair.slice(0, cut)}=***` : pair
}

/** The query without the values of parameters named like a secret, and without text that looks like one. */
export const hideSecrets = (query: string): string => withoutSecrets(query.split('&').map(hideSecretValue).join('&'))

export const OUTCOMES = ['failed', 'succeeded'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The six lines of the canonical string, in their order. */
export const LINE_NAMES = ['method', 'path', 'query', 'timestamp', 'nonce', 'body_hash'] as const
export type LineName = (typeof LINE_NAMES)[number]

/** The canonical string with its query line as it may be kept. */
export function hideSecretsInLines(canonical: string): string {
  const lines = canonical.split('\n')
  if (lines.length === LINE_NAMES.length) {
    lines[1] = withoutSecrets(lines[1]!)
    lines[2] = hideSecrets(lines[2]!)
  }
  return lines.join('\n')
}

/** How many bytes of each line are kept; with the line feeds they are less than a logged field may have. */
const LINE_BYTES_MAX: Record<LineName, number> = {
  method: 16,
  path: 256,
  query: 384,
  timestamp: 64,
  nonce: 160,
  body_hash: 64,
}

/** The canonical string as it is kept: a long line loses its end, and the lines after it stay. */
export const cutLines = (canonical: string): string =>
  canonical
    .split('\n')
    .slice(0, LINE_NAMES.length)
    .map((line, index) => cutText(line, LINE_BYTES_MAX[LINE_NAMES[index]!]))
    .join('\n')

const cutCause = (name: LineName): Cause => ({
  line: name,
  text: `This line exceeds the log limit. Only its first ${LINE_BYTES_MAX[name]} bytes were compared.`,
})

export type Cause = { line: LineName | null; text: string }
export type ComparedLine = { name: LineName; server: string; given: string | null; differs: boolean }
export type Diagnosis = { matches: boolean; lines: ComparedLine[]; causes: Cause[] }

/** A refused request as it was kept. */
export type Refused = { canonicalString: string; errorCode: string; timestampHeader: string; at: Date }

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Each cause: when it shows, and what to do about it. The first that shows is named. */
type Sign = readonly [shows: (server: string, given: string) => boolean, text: string]

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const upperEscapes = (text: string): string => text.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
const sorted = (query: string): string => query.split('&').sort().join('&')
const withEquals = (query: string): string =>
  query
    .split('&')
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .join('&')

const SIGNS: Record<LineName, readonly Sign[]> = {
  method: [
    [(server, given) => given.toUpperCase() === server, 'Write the method in uppercase.'],
    [() => true, 'The signed method differs from the one sent. A redirect or a library may have changed it.'],
  ],
  path: [
    [(_, given) => /^https?:/i.test(given), 'Sign only the path, without scheme and host.'],
    [(_, given) => given.includes('?'), 'Remove the query from the path. The query has its own line.'],
    [(server, given) => trimSlashes(given) === trimSlashes(server), 'Only one of the two paths ends with a slash.'],
    [
      (server, given) => given !== '' && server.endsWith(given.startsWith('/') ? given : `/${given}`),
      'Sign the full path, including its prefix, such as /api/partner/v1.',
    ],
    [
      (server, given) => decoded(server) === decoded(given),
      'Sign the path exactly as sent, percent-encoded. The signed path was decoded or encoded differently.',
    ],
    [() => true, 'The signed path differs from the one received. A proxy may have rewritten it.'],
  ],
  query: [
    [(server, given) => given === `?${server}`, 'Remove the question mark.'],
    [(_, given) => given === '', 'The request has a query, but the third line of the signed string is empty.'],
    [(server) => server === '', 'The signed string has a query, but the request has none.'],
    [(server, given) => sorted(given) === server, 'Sort the parameters by name, then by value.'],
    [(server, given) => given.replaceAll('+', '%20') === server, 'Encode a space as %20, not as +.'],
    [(server, given) => upperEscapes(given) === server, 'Write percent-encoding in uppercase: %2F, not %2f.'],
    [(server, given) => withEquals(given) === server, 'A parameter without a value keeps its equals sign: flag=.'],
    [(server, given) => decoded(given) === server, 'The query is encoded twice. Encode each name and value once.'],
    [
      (server, given) => decoded(server) === decoded(given),
      "Percent-encode names and values per RFC 3986: everything except letters, digits and -._~ , including !'()*.",
    ],
    [
      (server, given) => sorted(decoded(given.replaceAll('+', ' '))) === sorted(decoded(server)),
      'The parameters match, but not their order and encoding. Encode per RFC 3986, then sort.',
    ],
    [() => true, 'The signed parameters differ from the ones sent. Sign the query of the request line.'],
  ],
  timestamp: [
    [(_, given) => /^\d{13}$/.test(given), 'The timestamp is in milliseconds. Send whole seconds.'],
    [(_, given) => /\D/.test(given), 'The timestamp is not valid. Send Unix time in whole seconds, digits only.'],
    [() => true, 'The signed time differs from the header. Sign the exact value of X-Service-Timestamp.'],
  ],
  nonce: [[() => true, 'The signed nonce differs from the header. Sign the exact value of X-Service-Nonce.']],
  body_hash: [
    [(server, given) => given.toLowerCase() === server, 'Write the hash in lowercase hexadecimal.'],
    [(_, given) => given === '', 'The last line must be the SHA-256 of the body, even if the body is empty.'],
    [
      (_, given) => !/^[0-9a-f]{64}$/i.test(given),
      'The last line must be the SHA-256 of the body as 64 hexadecimal characters, not the body itself and not base64.',
    ],
    [
      (_, given) => given === EMPTY_SHA256,
      'The signed hash is of an empty body, but the request has a body. Hash the bytes you send.',
    ],
    [
      (server) => server === EMPTY_SHA256,
      'The request arrived without a body, or is a GET, whose body is ignored. Sign the hash of an empty body.',
    ],
    [
      () => true,
      'Hash the exact bytes you send. A body that is serialized again with different spacing or order has a different hash.',
    ],
  ],
}

const findCause = ({ name, server, given }: ComparedLine): Cause => {
  const [, text] = SIGNS[name].find(([shows]) => shows(server, given ?? ''))!
  return { line: name, text }
}

/** What is wrong with the string as a whole; the lines are compared as they were meant. */
function readGiven(given: string, server: readonly string[]): { lines: string[]; causes: Cause[] } {
  const causes: Cause[] = []
  const whole = (text: string) => causes.push({ line: null, text })
  let text = given
  if (!text.includes('\n') && text.includes('\\n')) {
    whole('The lines are separated by a backslash and an n. Separate them with a line feed (byte 0x0A).')
    text = text.replaceAll('\\n', '\n')
  }
  if (text.includes('\r')) {
    whole('The lines end with CR LF. Separate them with a line feed only.')
    text = text.replaceAll('\r', '')
  }
  const lines = text.split('\n')
  if (lines.length === LINE_NAMES.length + 1 && lines.at(-1) === '') {
    whole('Remove the line feed after the last line. The string ends with the body hash.')
    lines.pop()
  }
  if (lines.length === LINE_NAMES.length - 1 && server[2] === '' && lines[2] !== '') {
    whole('The query line is missing. Without a query, keep it as an empty line.')
    lines.splice(2, 0, '')
  }
  if (lines.length !== LINE_NAMES.length)
    whole(`The string must have ${LINE_NAMES.length} lines (${LINE_NAMES.join(', ')}). This one has ${lines.length}.`)
  return { lines, causes }
}

/** Why a timestamp was refused, whatever was signed. */
function timestampCauses({ errorCode, timestampHeader, at }: Refused): Cause[] {
  if (errorCode !== 'invalid_timestamp') return []
  const cause = (text: string): Cause[] => [{ line: 'timestamp', text }]
  if (/^\d{13}$/.test(timestampHeader)) return cause('The timestamp is in milliseconds. Send whole seconds.')
  if (!/^\d{1,12}$/.test(timestampHeader))
    return cause('The timestamp is not valid. Send Unix time in whole seconds, digits only.')
  const seconds = Number(timestampHeader) - Math.floor(at.getTime() / 1000)
  const distance = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'}`
  return cause(
    `The timestamp is ${distance} the server time. Synchronize your clock with NTP, and sign each request when you send it.`,
  )
}

/** The given string beside the server's: where they part, and what usually causes it. */
export function diagnose(refused: Refused, givenString: string): Diagnosis {
  const server = refused.canonicalString.split('\n')
  const { lines: given, causes } = readGiven(hideSecretsInLines(givenString), server)
  const lines = LINE_NAMES.map((name, index): ComparedLine => {
    const [ours, line] = [server[index] ?? '', given[index] ?? null]
    const theirs = line !== null && isCut(ours) ? cutText(line, LINE_BYTES_MAX[name]) : line
    return { name, server: ours, given: theirs, differs: ours !== theirs }
  })
  const comparable = given.length === LINE_NAMES.length
  const matches = comparable && causes.length === 0 && lines.every(({ differs }) => !differs)
  const cut = lines.filter((line) => isCut(line.server)).map(({ name }) => cutCause(name))
  const found = [
    ...causes,
    ...timestampCauses(refused),
    ...(comparable ? lines.filter(({ differs }) => differs).map(findCause) : []),
  ]
  return { matches, lines, causes: [...(found.length > 0 ? dedupe(found) : [SECRET_DIFFERS]), ...cut] }
}

/** Nothing to see in the strings. */
const SECRET_DIFFERS: Cause = {
  line: null,
  text:
    'The strings are equal, so the secret or the signature format is wrong. Check that the secret belongs to this key ID, ' +
    'has no extra spaces or line feeds and is used as text without decoding, and that the signature is v1= plus lowercase ' +
    'hexadecimal.',
}

const dedupe = (causes: Cause[]): Cause[] =>
  causes.filter(({ text }, index) => causes.findIndex((other) => other.text === text) === index)
