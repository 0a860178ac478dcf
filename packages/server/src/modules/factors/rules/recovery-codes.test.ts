// Recovery codes: how they look, how people type them, and what is stored.
import { describe, expect, it } from 'vitest'
import { createRecoveryCodes, hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts'

const KEY = Buffer.alloc(32, 1)

describe('recovery codes', () => {
  it('are ten different codes of 60 bits', () => {
    const codes = createRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/)
  })

  it.each(['X4K1-2MT0-W7P0', 'x4k12mt0w7p0', ' x4k1 2mt0 w7p0 ', 'x4ki-2mto-w7pO', 'x4kl-2mt0-w7p0'])(
    'is recognized when typed as "%s"',
    (typed) => {
      expect(isRecoveryCode(typed)).toBe(true)
      expect(hashRecoveryCode(KEY, 'usr_1', typed)).toEqual(hashRecoveryCode(KEY, 'usr_1', 'x4k1-2mt0-w7p0'))
    },
  )

  it.each(['', '123456', 'x4k1-2mt0-w7p', 'x4k1-2mt0-w7p0-1', 'u4k1-2mt0-w7p0', 'x4k1-2mt0-w7p\u0000'])(
    'does not recognize %j',
    (typed) => expect(isRecoveryCode(typed)).toBe(false),
  )

  it('has another hash for another account and another key', () => {
    const code = 'x4k1-2mt0-w7p0'
    const hashes = [
      hashRecoveryCode(KEY, 'usr_1', code),
      hashRecoveryCode(KEY, 'usr_2', code),
      hashRecoveryCode(Buffer.alloc(32, 2), 'usr_1', code),
    ]
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(3)
  })
})
