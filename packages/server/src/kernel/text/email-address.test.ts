// Email addresses are accepted, refused and compared the same way everywhere.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail, parseEmail } from './email-address.ts'

describe('parseEmail', () => {
  it('gives one spelling to every way of writing an address', () => {
    for (const text of ['Ada@Example.com', ' ada@example.com ', 'ADA@EXAMPLE.COM'])
      expect(parseEmail(text)).toBe('ada@example.com')
    expect(parseEmail('ada@Bücher.example')).toBe('ada@xn--bcher-kva.example')
    expect(parseEmail('ada@XN--BCHER-KVA.example')).toBe('ada@xn--bcher-kva.example')
    expect(parseEmail("o'neil+tag@mail.example.co.uk")).toBe("o'neil+tag@mail.example.co.uk")
  })

  it('refuses a local part beyond ASCII, which databases and languages lower-case differently', () => {
    for (const text of ['İ@example.com', 'ıda@example.com', 'straße@example.com', '\u212a@example.com'])
      expect(parseEmail(text)).toBeNull()
  })

  it('refuses what is not an address', () => {
    for (const text of [
      '',
      'ada',
      '@example.com',
      'ada@',
      'ada@localhost',
      'ada@.com',
      'ada@example..com',
      'ada@example.com.',
      '.ada@example.com',
      'a..da@example.com',
      'ada @example.com',
      'ada@exam ple.com',
      'a@b@example.com',
      'ada@[192.0.2.1]',
      `${'a'.repeat(65)}@example.com`,
      `ada@${'a'.repeat(64)}.com`,
      'ada@example.com\u0000',
    ])
      expect(isEmail(text), text).toBe(false)
  })

  it('normalizes to plain ASCII that no further lower-casing changes', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const normalized = parseEmail(text)
        fc.pre(normalized !== null)
        expect(normalized).toMatch(/^[\x21-\x7e]+$/)
        expect(normalized.toLowerCase()).toBe(normalized)
        expect(parseEmail(normalized)).toBe(normalized)
      }),
    )
  })

  it('refuses a long text without reading it', () => {
    for (const character of ['.', '@', 'a', 'ü', ' ']) expect(parseEmail(character.repeat(1_000_000))).toBeNull()
  })
})
