// Rules of accounts: where a sign-in may lead, how long a session lasts, which passwords are good enough.
import { describe, expect, it } from 'vitest'
import { addSeconds } from '../../../kernel/clock.ts'
import { isCommonPassword } from '../data.ts'
import { hashPassword, NOBODYS_HASH, passwordMatches, signUpProblem } from './passwords.ts'
import { hasEnded, ownPath, rolledEnd, sessionEnd } from './sessions.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const DAY = 86_400
const after = (days: number): Date => addSeconds(NOW, days * DAY)

describe('the way on after a sign-in', () => {
  it.each([
    ['/', '/'],
    ['/account', '/account'],
    ['/oauth/authorize?client_id=a&state=%2F%2Fb', '/oauth/authorize?client_id=a&state=%2F%2Fb'],
    ['/a/../b', '/b'],
    ['/a?next=//evil.example', '/a?next=//evil.example'],
  ])('keeps our own path %s', (next, path) => {
    expect(ownPath(next, '/home')).toBe(path)
  })

  it.each([
    '',
    'account',
    ' /account',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nlocation: x',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    '@evil.example',
    '/ä',
    '/\u0000',
    `/${'x'.repeat(9000)}`,
  ])('leads home instead of to %j', (next) => {
    expect(ownPath(next, '/home')).toBe('/home')
  })
})

describe('a session', () => {
  it('ends two weeks after its last use, and after three months at the latest', () => {
    expect(sessionEnd(NOW, NOW, false)).toEqual(after(14))
    expect(sessionEnd(NOW, after(80), false)).toEqual(after(90))
  })

  it('lasts twelve hours for an operator, however it is used', () => {
    const end = addSeconds(NOW, 12 * 3600)
    expect(sessionEnd(NOW, after(1), true)).toEqual(end)
    const session = { createdAt: NOW, expiresAt: after(14), lastUsedAt: NOW, operatorRole: 'viewer' }
    expect(hasEnded(session, addSeconds(end, -1))).toBe(false)
    expect(hasEnded(session, end)).toBe(true)
    expect(hasEnded({ ...session, operatorRole: null }, end)).toBe(false)
  })

  it('has its end moved at most once a day, and not at all past its life', () => {
    const used = (days: number, lastUsedAt: Date) =>
      ({ createdAt: NOW, expiresAt: after(days), lastUsedAt, operatorRole: null }) as const
    expect(rolledEnd(used(14, NOW), addSeconds(NOW, 299))).toBeNull()
    expect(rolledEnd(used(14, NOW), addSeconds(NOW, DAY - 1))).toEqual(after(14))
    expect(rolledEnd(used(14, NOW), after(1))).toEqual(after(15))
    expect(rolledEnd(used(90, after(89)), after(89))).toBeNull()
  })
})

describe('passwords', () => {
  it('match themselves in every way that Unicode writes them, and nothing else', async () => {
    const stored = await hashPassword('pass\u00e9word')
    expect(await passwordMatches(stored, 'passe\u0301word')).toBe(true)
    expect(await passwordMatches(stored, 'password')).toBe(false)
    expect(await passwordMatches('not a hash', 'password')).toBe(false)
  })

  it('of nobody cost the work of anybody: the stand-in has the very parameters of a real hash', async () => {
    const parameters = (hash: string) => hash.split('$').slice(0, 4)
    expect(parameters(NOBODYS_HASH)).toEqual(parameters(await hashPassword('x')))
    expect(await passwordMatches(NOBODYS_HASH, '')).toBe(false)
  })

  it('are judged with words', () => {
    const problem = (password: string, email = 'a@b.example') => signUpProblem({ email, password }, isCommonPassword)
    expect(problem('long enough!')).toBeNull()
    expect(problem('eleven char')).toContain('at least 12')
    expect(problem('x y'.repeat(43))).toContain('at most 128')
    expect(problem('long enough!', 'a b@c.example')).toContain('email address')
  })

  it.each([
    ['in the list', 'qwerty123456'],
    ['in the list, in capitals', '1QAZ2wsx3EDC'],
    ['in the list, with a year', 'Princess2024'],
    ['in the list, with digits and a mark', 'Password123!'],
    ['in the list, twice', 'dragondragon'],
    ['one character', 'aaaaaaaaaaaaaaaa'],
    ['a short pattern', '123412341234'],
    ['made of words of this service', 'Freehold-Domain-2026'],
  ])('are not taken when they are %s: %s', (_, password) => {
    expect(signUpProblem({ email: 'a@b.example', password }, isCommonPassword)).toContain('easy to guess')
  })

  it.each(['correct horse battery', 'dragon 8 tower 5 fig', 'zq8vkx02mthw', 'ein ganz neues Wort', 'пароль для рынка'])(
    'are taken when few would guess them: %s',
    (password) => {
      expect(signUpProblem({ email: 'a@b.example', password }, isCommonPassword)).toBeNull()
    },
  )

  it('are not the email address or the part before the @', () => {
    const account = { email: 'Some.Body.Long@mail.example', password: 'some.body.long' }
    expect(signUpProblem(account, isCommonPassword)).toContain('not your email address')
    expect(signUpProblem({ ...account, password: account.email }, isCommonPassword)).toContain('not your email address')
  })

  it('count letters, not the bytes or units that write them', () => {
    const problem = (password: string) => signUpProblem({ email: 'a@b.example', password }, () => false)
    expect(problem('🦊🐻🐼🦁🐯🐨🐸🐙🦉🦋🐢')).toContain('at least 12')
    expect(problem('🦊🐻🐼🦁🐯🐨🐸🐙🦉🦋🐢🐝')).toBeNull()
  })

  it('are compared with ten thousand common ones', () => {
    for (const common of ['123456', 'password', 'letmein', 'qwerty123456', 'administrator'])
      expect(isCommonPassword(common)).toBe(true)
  })
})
