// What is kept of a signed request, and the signature doctor: two canonical strings line by line, and what usually parts them.
import { cutText, isCut } from '../../kernel/cut-text.ts'
import { withoutSecrets } from '../../kernel/secret-box.ts'
import { trimSlashes } from '../../kernel/trim-slashes.ts'

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
  text: `This line is longer than the log keeps. Only its first ${LINE_BYTES_MAX[name]} bytes were compared.`,
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
    [(server, given) => given.toUpperCase() === server, 'Write the method in capitals.'],
    [() => true, 'Another method was signed than was sent; a redirect or a library may have changed it.'],
  ],
  path: [
    [(_, given) => /^https?:/i.test(given), 'Sign the path alone, without scheme and host.'],
    [(_, given) => given.includes('?'), 'The query does not belong to the path; it has a line of its own.'],
    [(server, given) => trimSlashes(given) === trimSlashes(server), 'One path ends in a slash, the other does not.'],
    [
      (server, given) => given !== '' && server.endsWith(given.startsWith('/') ? given : `/${given}`),
      'Sign the whole path, with its prefix, such as /api/partner/v1.',
    ],
    [
      (server, given) => decoded(server) === decoded(given),
      'Sign the path as it is sent, still percent-encoded; it was decoded, or encoded another way.',
    ],
    [() => true, 'Another path was signed than arrived; a proxy may rewrite it.'],
  ],
  query: [
    [(server, given) => given === `?${server}`, 'Leave out the question mark.'],
    [(_, given) => given === '', 'The request has a query, and the signed string has none on its third line.'],
    [(server) => server === '', 'A query was signed that the request does not have.'],
    [(server, given) => sorted(given) === server, 'Sort the parameters by name, then by value.'],
    [(server, given) => given.replaceAll('+', '%20') === server, 'Write a blank as %20, not as +.'],
    [(server, given) => upperEscapes(given) === server, 'Write percent escapes with capital letters: %2F, not %2f.'],
    [(server, given) => withEquals(given) === server, 'A parameter without a value keeps its equals sign: flag=.'],
    [(server, given) => decoded(given) === server, 'The query is encoded twice: encode each name and each value once.'],
    [
      (server, given) => decoded(server) === decoded(given),
      "Percent-encode every name and value as RFC 3986 says, everything but letters, digits and -._~ ; also !'()*.",
    ],
    [
      (server, given) => sorted(decoded(given.replaceAll('+', ' '))) === sorted(decoded(server)),
      'The parameters are the same, their order and encoding are not: encode as RFC 3986 says, then sort.',
    ],
    [() => true, 'Other parameters were signed than were sent; sign the query that is on the request line.'],
  ],
  timestamp: [
    [(_, given) => /^\d{13}$/.test(given), 'The timestamp is in milliseconds; it is in whole seconds.'],
    [(_, given) => /\D/.test(given), 'The timestamp is Unix time in whole seconds, digits only.'],
    [() => true, 'The time was taken twice: sign the very value that X-Service-Timestamp carries.'],
  ],
  nonce: [[() => true, 'The nonce was made twice: sign the very value that X-Service-Nonce carries.']],
  body_hash: [
    [(server, given) => given.toLowerCase() === server, 'Write the hash in lower-case hexadecimal.'],
    [(_, given) => given === '', 'The last line is the SHA-256 of the body, also when there is none.'],
    [
      (_, given) => !/^[0-9a-f]{64}$/i.test(given),
      'The last line is the SHA-256 of the body in hexadecimal, 64 characters: not the body, not base64.',
    ],
    [
      (_, given) => given === EMPTY_SHA256,
      'The hash of an empty body was signed, and the request has one: hash the bytes that are sent.',
    ],
    [
      (server) => server === EMPTY_SHA256,
      'The request came without a body, or is a GET, whose body does not count: sign the hash of nothing.',
    ],
    [
      () => true,
      'Hash the very bytes that are sent. A body that is serialised again, by a library or with other blanks or order, has another hash.',
    ],
  ],
}

const causeOf = ({ name, server, given }: ComparedLine): Cause => {
  const [, text] = SIGNS[name].find(([shows]) => shows(server, given ?? ''))!
  return { line: name, text }
}

/** What is wrong with the string as a whole; the lines are compared as they were meant. */
function readGiven(given: string, server: readonly string[]): { lines: string[]; causes: Cause[] } {
  const causes: Cause[] = []
  const whole = (text: string) => causes.push({ line: null, text })
  let text = given
  if (!text.includes('\n') && text.includes('\\n')) {
    whole('The lines are parted by a backslash and an n; part them by a line feed, the one byte 0x0A.')
    text = text.replaceAll('\\n', '\n')
  }
  if (text.includes('\r')) {
    whole('The lines end in CR LF; part them by a line feed alone.')
    text = text.replaceAll('\r', '')
  }
  const lines = text.split('\n')
  if (lines.length === LINE_NAMES.length + 1 && lines.at(-1) === '') {
    whole('There is a line feed after the last line; the string ends with the hash of the body.')
    lines.pop()
  }
  if (lines.length === LINE_NAMES.length - 1 && server[2] === '' && lines[2] !== '') {
    whole('The line of the query is missing; without a query it is empty, but it is there.')
    lines.splice(2, 0, '')
  }
  if (lines.length !== LINE_NAMES.length)
    whole(`The string has ${LINE_NAMES.length} lines: ${LINE_NAMES.join(', ')}; this one has ${lines.length}.`)
  return { lines, causes }
}

/** Why a timestamp was refused, whatever was signed. */
function timestampCauses({ errorCode, timestampHeader, at }: Refused): Cause[] {
  if (errorCode !== 'invalid_timestamp') return []
  const cause = (text: string): Cause[] => [{ line: 'timestamp', text }]
  if (/^\d{13}$/.test(timestampHeader)) return cause('The timestamp is in milliseconds; it is in whole seconds.')
  if (!/^\d{1,12}$/.test(timestampHeader)) return cause('The timestamp is Unix time in whole seconds, digits only.')
  const seconds = Number(timestampHeader) - Math.floor(at.getTime() / 1000)
  const distance = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'}`
  return cause(
    `The sender's clock, or the age of the request, is ${distance} the server's time: set the clock by NTP, sign when sending.`,
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
    ...(comparable ? lines.filter(({ differs }) => differs).map(causeOf) : []),
  ]
  return { matches, lines, causes: [...(found.length > 0 ? dedupe(found) : [SECRET_DIFFERS]), ...cut] }
}

/** Nothing to see in the strings. */
const SECRET_DIFFERS: Cause = {
  line: null,
  text: 'The strings are equal, so the key differs: the secret of another credential, a blank or line feed copied with it, a decoded secret (its text as it stands is the key), or a signature that is not v1= and lower-case hexadecimal.',
}

const dedupe = (causes: Cause[]): Cause[] =>
  causes.filter(({ text }, index) => causes.findIndex((other) => other.text === text) === index)
