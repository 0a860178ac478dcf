// Challenges for passkeys prove by themselves who asked, for what and when.
import { describe, expect, it } from 'vitest'
import { createChallenge, getRpId, isOwnChallenge } from './passkey-challenge.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const TERMS = { key: Buffer.alloc(32, 1), purpose: 'second_step', userId: 'usr_1' } as const

describe('a passkey challenge', () => {
  it('is accepted for ten minutes and for its own terms', () => {
    const challenge = createChallenge(TERMS, NOW)
    expect(isOwnChallenge(TERMS, challenge, NOW)).toBe(true)
    expect(isOwnChallenge(TERMS, challenge, later(599))).toBe(true)
    expect(isOwnChallenge(TERMS, challenge, later(600))).toBe(false)
  })

  it.each([
    ['another purpose', { ...TERMS, purpose: 'sign_in' as const }],
    ['another person', { ...TERMS, userId: 'usr_2' }],
    ['another key', { ...TERMS, key: Buffer.alloc(32, 2) }],
  ])('is rejected for %s', (_, terms) => {
    expect(isOwnChallenge(terms, createChallenge(TERMS, NOW), NOW)).toBe(false)
  })

  it('is rejected when any of its characters is changed', () => {
    const challenge = createChallenge(TERMS, NOW)
    for (let index = 0; index < challenge.length; index++) {
      const other = challenge[index] === 'A' ? 'Q' : 'A'
      const changed = challenge.slice(0, index) + other + challenge.slice(index + 1)
      expect(isOwnChallenge(TERMS, changed, NOW)).toBe(false)
    }
  })

  it.each(['', 'A', 'A'.repeat(70), 'A'.repeat(1000), '='.repeat(70)])('is not the text "%s"', (text) => {
    expect(isOwnChallenge(TERMS, text, NOW)).toBe(false)
  })
})

describe('the host that passkeys belong to', () => {
  it('is the host name of the base URL, and there is none at an IP address', () => {
    expect(getRpId('https://names.example')).toBe('names.example')
    expect(getRpId('http://localhost:4000')).toBe('localhost')
    expect(getRpId('http://127.0.0.1:4000')).toBeNull()
    expect(getRpId('http://[::1]:4000')).toBeNull()
  })
})
