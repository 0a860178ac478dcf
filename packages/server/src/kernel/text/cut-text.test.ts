// Cutting logged text: never longer than allowed, never in the middle of a character, always visible.
import { describe, expect, it } from 'vitest'
import { cutText, isCut } from './cut-text.ts'

const bytes = (text: string) => Buffer.byteLength(text)

describe('cutText', () => {
  it.each([
    ['empty text', ''],
    ['short text', 'GET /api/partner/v1/me'],
    ['exactly the limit in ASCII', 'a'.repeat(1024)],
    ['exactly the limit in two-byte characters', 'ü'.repeat(512)],
  ])('keeps %s as it is', (_, text) => expect(cutText(text)).toBe(text))

  it.each([
    ['ASCII', 'a'.repeat(1025)],
    ['two-byte characters', 'ü'.repeat(513)],
    ['three-byte characters', '語'.repeat(400)],
    ['surrogate pairs', '😀'.repeat(300)],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('cuts %s at 1 KB, between two characters, with a mark', (_, text) => {
    const cut = cutText(text)
    expect(bytes(cut)).toBeLessThanOrEqual(1024)
    expect(bytes(cut)).toBeGreaterThan(1024 - 8)
    expect(isCut(cut)).toBe(true)
    expect(text.startsWith(cut.slice(0, -1))).toBe(true)
  })
})
