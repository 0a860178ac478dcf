// Which settings of single sign-on are accepted, and which role and factor claims give.
import { describe, expect, it } from 'vitest'
import { hasSecondFactor, pickRole, readSsoSettings } from './sso.ts'

const GOOD = {
  OIDC_ISSUER: 'https://login.example/realm',
  OIDC_CLIENT_ID: 'freehold',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ROLE_CLAIM: 'role',
}

const readRoles = (text: string) => {
  const read = readSsoSettings({ ...GOOD, OIDC_ROLE_CLAIM: text }, true)
  return 'sso' in read && read.sso ? { claim: read.sso.claim, roles: Object.fromEntries(read.sso.roles) } : undefined
}

describe('the settings of single sign-on', () => {
  it('are all or none', () => {
    expect(readSsoSettings({}, true)).toEqual({ sso: null })
    for (const name of Object.keys(GOOD))
      expect(readSsoSettings({ ...GOOD, [name]: '' }, true)).toEqual({ problem: expect.stringContaining(name) })
  })

  it('need an https issuer in production', () => {
    const read = (OIDC_ISSUER: string, production: boolean) => readSsoSettings({ ...GOOD, OIDC_ISSUER }, production)
    expect('sso' in read('http://127.0.0.1:9000', false)).toBe(true)
    for (const issuer of ['http://login.example', 'login.example', 'https://login.example/?a=1', 'https://a@b.example'])
      expect(read(issuer, true)).toEqual({ problem: expect.stringContaining('OIDC_ISSUER must be an https URL') })
  })

  it('map values of a claim to roles', () => {
    expect(readRoles('role')).toEqual({
      claim: 'role',
      roles: { admin: 'admin', finance: 'finance', support: 'support', viewer: 'viewer' },
    })
    expect(readRoles('https://a.example/groups; cn=Admins,o=a = admin;Domain support=support')).toEqual({
      claim: 'https://a.example/groups',
      roles: { 'cn=Admins,o=a': 'admin', 'Domain support': 'support' },
    })
    for (const text of [';a=admin', 'groups;admins', 'groups;a=owner', 'groups;', ' '])
      expect([text, readRoles(text)]).toEqual([text, undefined])
  })
})

it('picks the first of several roles, and none for anything else', () => {
  const roles = new Map([
    ['s', 'support'],
    ['a', 'admin'],
  ] as const)
  expect(pickRole(['x', 's', 'a'], roles)).toBe('admin')
  expect(pickRole('s', roles)).toBe('support')
  for (const value of [undefined, null, 1, 'x', [], [1], { s: 's' }, ['toString']])
    expect(pickRole(value, roles)).toBeUndefined()
})

it('recognizes a second factor by amr and acr', () => {
  expect([{ amr: ['pwd', 'mfa'] }, { acr: 'phr' }].map(hasSecondFactor)).toEqual([true, true])
  expect([{}, { amr: ['pwd'] }, { amr: 'mfa' }, { acr: '1' }, { acr: ['phr'] }].map(hasSecondFactor)).not.toContain(
    true,
  )
})
