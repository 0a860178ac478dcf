// Rules of OAuth: redirect URIs, parameters, scopes, PKCE, successors, tickets.
import { describe, expect, it } from 'vitest'
import { addSeconds } from '../../kernel/clock.ts'
import { readClientMetadata } from './rules/clients.ts'
import {
  assertOwnResources,
  consentTicket,
  deriveSuccessor,
  isConsentTicket,
  judgeRefresh,
  narrowScopes,
  readChallenge,
  readParameters,
  readScopes,
  verifierMatches,
} from './rules/grants.ts'
import { chooseRedirect, formTarget, redirectMatches, redirectUriProblem, redirectWith } from './rules/redirects.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const KEY = Buffer.alloc(32, 1)
const refused = (code: string) => expect.objectContaining({ code })

describe('redirect URIs', () => {
  it.each([
    'https://app.example/cb',
    'https://app.example:8443/cb?x=1&y=%20',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:49152/cb',
    'http://localhost:3000',
    'http://[::1]:80/cb',
    'com.example.app:/oauth',
    'com.example.my-app://callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'vscode-insiders://publisher.extension/callback',
    'windsurf://codeium.windsurf/oauth',
    'app:/cb',
    'com.example.app:cb',
  ])('can be %s', (uri) => {
    expect(redirectUriProblem(uri)).toBeNull()
  })

  it.each([
    'http://app.example/cb',
    'http://127.0.0.2/cb',
    'http://localhost.evil.example/cb',
    'http://[::2]/cb',
    'http://0.0.0.0/cb',
    'ftp://app.example/',
    'app:cb',
    'c:/cb',
    'Cursor://x/cb',
    '.com:/cb',
    'javascript:/alert(1)',
    'javascript://x/%0aalert(1)',
    'data:/text/html,x',
    'file:///etc/passwd',
    'blob:https://app.example/1',
    'blob:/x',
    'about:/blank',
    'ftp:/x',
    'ws://app.example/',
    'wss://app.example/',
    'vbscript:/x',
    'view-source://https://app.example/',
    'filesystem:https://app.example/x',
    'chrome://settings/',
    'chrome-extension://abcdefgh/cb',
    'moz-extension://abcdefgh/cb',
    'ms-settings:/x',
    'web+app://x/cb',
    'intent://x/#Intent;end',
    'mailto:/a@example.com',
    'urn:/x',
    'cursor://user@anysphere.cursor-mcp/',
    'cursor://anysphere.cursor-mcp/cb#x',
    'https://',
    'https:app.example/cb',
    'https:/app.example/cb',
    'https:///app.example/cb',
    'https:app.example:443',
    'HTTPS://app.example/cb',
    'https://App.example/cb',
    'https://app.example:443/cb',
    'https://app.example.:0443/cb',
    'https://2130706433/cb',
    'http:127.0.0.1/cb',
    'http:/localhost/cb',
    'https://a b.example/',
    '',
    null,
    ['https://app.example/'],
  ])('cannot be %j', (uri) => {
    expect(redirectUriProblem(uri)).toEqual(expect.any(String))
  })

  it('are compared character by character, but for the port of a loopback address', () => {
    const pairs: [string, string, boolean][] = [
      ['https://a.example/cb', 'https://a.example/cb', true],
      ['https://a.example/cb', 'https://a.example:443/cb', false],
      ['https://a.example/cb', 'https://a.example/cb/', false],
      ['https://a.example/cb', 'https://A.example/cb', false],
      ['http://127.0.0.1/cb', 'http://127.0.0.1:5000/cb', true],
      ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb', true],
      ['http://127.0.0.1:1/cb', 'http://127.0.0.1/cb', true],
      ['http://localhost:1/cb', 'http://127.0.0.1:1/cb', false],
      ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb?x', false],
      ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb#x', false],
      ['http://127.0.0.1:1/cb', 'http://127.0.0.1:66000/cb', false],
      ['com.example.app:/cb', 'com.example.app:/CB', false],
      ['cursor://anysphere.cursor-mcp/cb', 'cursor://anysphere.cursor-mcp/cb', true],
      ['cursor://anysphere.cursor-mcp/cb', 'cursor://other.extension/cb', false],
    ]
    for (const [registered, given, matches] of pairs)
      expect([registered, given, redirectMatches(registered, given)]).toEqual([registered, given, matches])
  })

  it('match nothing when they could not be registered today', () => {
    expect(redirectMatches('https:a.example', 'https:a.example')).toBe(false)
    expect(chooseRedirect(['https:a.example'], undefined)).toBeNull()
  })

  it('may be left out when there is only one', () => {
    expect(chooseRedirect(['https://a.example/'], undefined)).toBe('https://a.example/')
    expect(chooseRedirect(['https://a.example/', 'https://b.example/'], undefined)).toBeNull()
    expect(chooseRedirect(['https://a.example/'], 'https://b.example/')).toBeNull()
  })

  it('take the answer as parameters beside their own', () => {
    const fields = { code: 'a b', state: undefined, iss: 'http://x' }
    expect(redirectWith('https://a.example/cb', fields)).toBe('https://a.example/cb?code=a+b&iss=http%3A%2F%2Fx')
    expect(redirectWith('https://a.example/cb?q=1', fields)).toContain('?q=1&code=')
    expect(redirectWith('com.example.app:/cb', fields)).toContain('com.example.app:/cb?code=')
  })

  it('are named in a page policy in words that it knows', () => {
    expect(formTarget('https://a.example/cb')).toBe('https://a.example')
    expect(formTarget('http://127.0.0.1:7777/cb')).toBe('http://127.0.0.1:7777')
    expect(formTarget('http://[::1]:7777/cb')).toBe('http:')
    expect(formTarget('com.example.app:/cb')).toBe('com.example.app:')
    expect(formTarget('cursor://anysphere.cursor-mcp/cb')).toBe('cursor:')
  })
})

describe('parameters', () => {
  const parameters = readParameters([
    ['a', '1'],
    ['b', ''],
    ['c', '1'],
    ['c', '1'],
  ])
  it('are absent when empty, and refused when repeated', () => {
    expect([parameters.one('a'), parameters.one('b'), parameters.one('z')]).toEqual(['1', undefined, undefined])
    expect(() => parameters.one('c')).toThrow(refused('invalid_request'))
    expect(() => parameters.required('b')).toThrow(refused('invalid_request'))
    expect(parameters.all('c')).toEqual(['1', '1'])
  })
})

describe('scopes', () => {
  it('are pricing:read unless asked otherwise, each once, and no others', () => {
    expect(readScopes(undefined)).toEqual(['pricing:read'])
    expect(readScopes('  ')).toEqual(['pricing:read'])
    expect(readScopes('domains:manage')).toEqual(['domains:manage'])
    expect(readScopes('domains:manage pricing:read domains:manage')).toEqual(['pricing:read', 'domains:manage'])
    expect(() => readScopes('openid')).toThrow(refused('invalid_scope'))
  })

  it('become fewer at a refresh, never more', () => {
    expect(narrowScopes(['pricing:read', 'domains:manage'], 'domains:manage')).toEqual(['domains:manage'])
    expect(narrowScopes(['domains:manage'], undefined)).toEqual(['domains:manage'])
    expect(() => narrowScopes(['pricing:read'], 'domains:manage')).toThrow(refused('invalid_scope'))
  })
})

describe('resources', () => {
  it('are any address of this service, and no other', () => {
    const base = 'https://market.example'
    assertOwnResources([], base)
    assertOwnResources([base, `${base}/`, `${base}/api`, `${base}/mcp?auth=required`], base)
    for (const wrong of ['https://market.example.evil', 'http://market.example', 'x', `${base}/#x`])
      expect(() => assertOwnResources([base, wrong], base)).toThrow(refused('invalid_target'))
  })
})

describe('PKCE', () => {
  // The example of RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

  it('knows S256 alone', () => {
    expect(readChallenge(challenge, 'S256')).toBe(challenge)
    expect(readChallenge(challenge, undefined)).toBe(challenge)
    for (const [given, method] of [
      [challenge, 'plain'],
      [undefined, 'S256'],
      ['short', 'S256'],
      [`${challenge}=`, 'S256'],
    ])
      expect(() => readChallenge(given, method)).toThrow(refused('invalid_request'))
  })

  it('matches the verifier of the challenge and nothing else', () => {
    expect(verifierMatches(verifier, challenge)).toBe(true)
    for (const wrong of ['', challenge, `${verifier}x`, verifier.toLowerCase(), 'a'.repeat(129)])
      expect(verifierMatches(wrong, challenge)).toBe(false)
  })
})

describe('a refresh token', () => {
  const good = { usedAt: null, expiresAt: addSeconds(NOW, 1) }
  const alive = { revokedAt: null }
  const used = (secondsAgo: number) => ({ usedAt: addSeconds(NOW, -secondsAgo), expiresAt: addSeconds(NOW, 99) })

  it.each([
    ['unused', good, alive, null, 'rotate'],
    ['unused and expired', { usedAt: null, expiresAt: NOW }, alive, null, 'refuse'],
    ['of a revoked family', good, { revokedAt: NOW }, null, 'refuse'],
    ['used just now, its successor unused', used(0), alive, false, 'repeat'],
    ['used 9.999 s ago, its successor unused', used(9.999), alive, false, 'repeat'],
    ['used 10 s ago, its successor unused', used(10), alive, false, 'revoke'],
    ['used just now, its successor used', used(0), alive, true, 'revoke'],
    ['used just now, without a successor', used(0), alive, null, 'revoke'],
    ['used just now, of a revoked family', used(0), { revokedAt: NOW }, false, 'refuse'],
  ] as const)('%s is judged', (_, token, family, successorUsed, verdict) => {
    expect(judgeRefresh(token, family, successorUsed, NOW)).toBe(verdict)
  })

  it('has one successor per key', () => {
    expect(deriveSuccessor(KEY, 'a')).toBe(deriveSuccessor(KEY, 'a'))
    expect(deriveSuccessor(KEY, 'a')).toMatch(/^fh_rt_[0-9a-f]{64}$/)
    expect(deriveSuccessor(KEY, 'a')).not.toBe(deriveSuccessor(KEY, 'b'))
    expect(deriveSuccessor(KEY, 'a')).not.toBe(deriveSuccessor(Buffer.alloc(32, 2), 'a'))
  })
})

describe('a consent ticket', () => {
  const ticket = consentTicket(KEY, 'session', 'request', NOW)
  it('is good for its session, its request and ten minutes', () => {
    expect(isConsentTicket(KEY, 'session', 'request', ticket, addSeconds(NOW, 600))).toBe(true)
    expect(isConsentTicket(KEY, 'session', 'request', ticket, addSeconds(NOW, 601))).toBe(false)
    expect(isConsentTicket(KEY, 'other', 'request', ticket, NOW)).toBe(false)
    expect(isConsentTicket(KEY, 'session', 'other', ticket, NOW)).toBe(false)
    expect(isConsentTicket(Buffer.alloc(32), 'session', 'request', ticket, NOW)).toBe(false)
  })
  it('cannot be changed in any character', () => {
    for (let at = 0; at < ticket.length; at++)
      for (const other of ['0', '1', 'A', '_', '.']) {
        if (ticket[at] === other) continue
        const changed = ticket.slice(0, at) + other + ticket.slice(at + 1)
        expect(isConsentTicket(KEY, 'session', 'request', changed, NOW)).toBe(false)
      }
  })
})

describe('a registration', () => {
  it('keeps name and redirect URIs, once each, and ignores the rest', () => {
    const body = { redirect_uris: ['https://a.example/', 'https://a.example/'], client_name: ' A ', other: 1 }
    expect(readClientMetadata(body)).toEqual({ name: 'A', redirectUris: ['https://a.example/'] })
    expect(readClientMetadata({ redirect_uris: ['https://a.example/'] }).name).toContain('Unnamed')
  })
})
