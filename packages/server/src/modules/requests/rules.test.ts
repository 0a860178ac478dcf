// What the signature doctor says to each usual mistake, and what is never kept.
import { describe, expect, it } from 'vitest'
import { diagnose, hideSecrets, hideSecretsInLines, isKeyId, type Refused } from './rules.ts'

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const HASH = `${'a'.repeat(63)}1`

type Lines = { method: string; path: string; query: string; timestamp: string; nonce: string; body_hash: string }
const SERVER: Lines = {
  method: 'POST',
  path: '/api/partner/v1/orders',
  query: 'a=1&q=red%20shoes',
  timestamp: '1760000000',
  nonce: 'nonce-0001',
  body_hash: HASH,
}
const text = (lines: Lines) => Object.values(lines).join('\n')
const refused = (lines: Partial<Lines> = {}, more: Partial<Refused> = {}): Refused => ({
  canonicalString: text({ ...SERVER, ...lines }),
  errorCode: 'invalid_signature',
  timestampHeader: SERVER.timestamp,
  at: new Date(1_760_000_000_000),
  ...more,
})

/** The one cause that is found where a line differs like this. */
function findCause(line: keyof Lines, given: string, server: Partial<Lines> = {}): string {
  const { matches, lines, causes } = diagnose(refused(server), text({ ...SERVER, ...server, [line]: given }))
  expect(matches).toBe(false)
  expect(lines.filter(({ differs }) => differs).map(({ name }) => name)).toEqual([line])
  expect(causes).toHaveLength(1)
  expect(causes[0]!.line).toBe(line)
  return causes[0]!.text
}

describe('the doctor', () => {
  it.each([
    ['method', 'post', {}, /uppercase/],
    ['method', 'PUT', {}, /signed method differs/],
    ['path', 'https://api.example/api/partner/v1/orders', {}, /without scheme and host/],
    ['path', '/api/partner/v1/orders?a=1', {}, /own line/],
    ['path', '/api/partner/v1/orders/', {}, /ends with a slash/],
    ['path', '/orders', {}, /prefix/],
    ['path', 'orders', {}, /prefix/],
    ['path', '/api/partner/v1/domains/café.com', { path: '/api/partner/v1/domains/caf%C3%A9.com' }, /percent-encoded/],
    ['path', '/elsewhere', {}, /proxy/],
    ['query', '?a=1&q=red%20shoes', {}, /question mark/],
    ['query', '', {}, /third line of the signed string is empty/],
    ['query', 'a=1', { query: '' }, /request has none/],
    ['query', 'q=red%20shoes&a=1', {}, /Sort/],
    ['query', 'a=1&q=red+shoes', {}, /%20, not as \+/],
    ['query', 'u=https%3a%2f%2fx', { query: 'u=https%3A%2F%2Fx' }, /uppercase/],
    ['query', 'a=1&flag', { query: 'a=1&flag=' }, /equals sign/],
    ['query', 'a=1&q=red%2520shoes', {}, /encoded twice/],
    ['query', 'a=1&q=red shoes', {}, /RFC 3986/],
    ['query', "q=it's", { query: 'q=it%27s' }, /RFC 3986/],
    ['query', 'q=red+shoes&a=1', {}, /then sort/],
    ['query', 'a=2&q=red%20shoes', {}, /signed parameters differ/],
    ['timestamp', '1760000000000', {}, /milliseconds/],
    ['timestamp', '2026-01-01T00:00:00Z', {}, /digits only/],
    ['timestamp', '1760000001', {}, /exact value of X-Service-Timestamp/],
    ['nonce', 'nonce-0002', {}, /exact value of X-Service-Nonce/],
    ['body_hash', HASH.toUpperCase(), {}, /lowercase/],
    ['body_hash', '', {}, /even if the body is empty/],
    ['body_hash', '{"domain":"a.com"}', {}, /not base64/],
    ['body_hash', '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', {}, /not base64/],
    ['body_hash', EMPTY, {}, /Hash the bytes/],
    ['body_hash', HASH, { body_hash: EMPTY }, /hash of an empty body/],
    ['body_hash', `${'b'.repeat(63)}2`, {}, /serialized again/],
  ] as const)('of %s %j', (line, given, server, expected) => {
    expect(findCause(line, given, server)).toMatch(expected)
  })

  it.each([
    ['with CR LF', text(SERVER).replaceAll('\n', '\r\n'), {}, /CR LF/],
    ['with written line ends', text(SERVER).replaceAll('\n', '\\n'), {}, /backslash/],
    ['with a line feed at the end', `${text(SERVER)}\n`, {}, /after the last line/],
    [
      'without the empty line of the query',
      text({ ...SERVER, query: '' }).replace('\n\n', '\n'),
      { query: '' },
      /keep it as an empty line/,
    ],
    ['of two lines', 'POST\n/orders', {}, /must have 6 lines.*has 2/],
  ] as const)('of a string %s, and of nothing else', (_, given, server, expected) => {
    const { matches, causes } = diagnose(refused(server), given)
    expect([matches, causes.length, causes[0]!.line]).toEqual([false, 1, null])
    expect(causes[0]!.text).toMatch(expected)
  })

  it('names every line that differs, in their order', () => {
    const { causes } = diagnose(refused(), text({ ...SERVER, method: 'post', nonce: 'x', body_hash: EMPTY }))
    expect(causes.map(({ line }) => line)).toEqual(['method', 'nonce', 'body_hash'])
  })

  it('suspects the secret when the strings are equal', () => {
    const { matches, lines, causes } = diagnose(refused(), text(SERVER))
    expect([matches, lines.some(({ differs }) => differs)]).toEqual([true, false])
    expect(causes).toEqual([{ line: null, text: expect.stringMatching(/secret belongs to this key ID/) }])
  })

  it.each([
    ['1760000000000', /milliseconds/],
    ['soon', /digits only/],
    ['1760000400', /400 seconds ahead/],
    ['1759999000', /1000 seconds behind/],
  ])('says why the timestamp %s was refused, also when the strings are equal', (timestamp, expected) => {
    const stale = refused({ timestamp }, { errorCode: 'invalid_timestamp', timestampHeader: timestamp })
    const { causes } = diagnose(stale, text({ ...SERVER, timestamp }))
    expect(causes).toEqual([{ line: 'timestamp', text: expect.stringMatching(expected) }])
  })

  it('takes any text without stumbling', () => {
    for (const given of ['\n', '\n'.repeat(100), '%', '%zz\n%\n%e0%a4%a\n+\n\\n', '\r\n', 'a&b=c&&='])
      expect(diagnose(refused(), given).causes.length).toBeGreaterThan(0)
  })
})

describe('secrets', () => {
  it('are left out of queries, by name, in any case', () => {
    expect(hideSecrets('a=1&token=abc&Access_Token=x&client_secret=y&z=2')).toBe(
      'a=1&token=***&Access_Token=***&client_secret=***&z=2',
    )
    expect(hideSecrets('signature=x')).toBe('signature=***')
    expect(hideSecrets('q=token&note=secret')).toBe('q=token&note=secret')
    expect(hideSecrets('cursor=sk_sandbox_12ab&q=a%20fh_at_34cd')).toBe('cursor=sk_sandbox_***&q=a%20fh_at_***')
  })

  it('are left out of the canonical string and do not make it differ', () => {
    const signed = text({ ...SERVER, query: 'a=1&token=abc' })
    const kept = hideSecretsInLines(signed)
    expect(kept).not.toContain('abc')
    expect(diagnose(refused({}, { canonicalString: kept }), signed).matches).toBe(true)
  })
})

it('a key id is what we make, and nothing else', () => {
  expect(['pk_sandbox_', 'pk_live_'].map((prefix) => isKeyId(prefix + '0a'.repeat(12)))).toEqual([true, true])
  for (const wrong of [
    '',
    'pk_sandbox_',
    `sk_live_${'0'.repeat(24)}`,
    `pk_test_${'0'.repeat(24)}`,
    `pk_live_${'0'.repeat(25)}`,
  ])
    expect(isKeyId(wrong)).toBe(false)
})
