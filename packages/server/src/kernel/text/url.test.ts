// URLs are read as the URL parser reads them, and a long host is refused before it gets there.
import { describe, expect, it } from 'vitest'
import { parseUrl } from './url.ts'

describe('parseUrl', () => {
  it.each([
    'https://shop.example/a?b=c#d',
    ' https://user:pass@münchen.example:8080/ü ',
    'com.example.app:/callback',
    'http:\\\\host\\path',
    `https://shop.example/${'a'.repeat(9000)}`,
  ])('reads %s as the URL parser does', (text) => {
    expect(parseUrl(text)?.href).toBe(new URL(text).href)
  })

  it('reads a path below a base', () => {
    expect(parseUrl('/a', 'https://shop.example/b')?.href).toBe('https://shop.example/a')
  })

  it.each(['', 'shop.example', 'https://', 'https://a b/', 'ht\ntps://shop.example/', 'https://shop.example/\t'])(
    'refuses %j',
    (text) => {
      expect(parseUrl(text)).toBeNull()
    },
  )

  const high = '\u0301'.repeat(60_000)
  const low = '\u0323'.repeat(60_000)
  const distinct = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
  it.each([
    ['marks that normalization has to sort', `https://a${high}${low}/`],
    ['characters that Punycode has to sort', `https://${distinct}/`],
    ['the same behind spaces', `  https://${distinct.slice(0, 8000)}/`],
    ['the same without a scheme', `//${distinct.slice(0, 8000)}/`],
    ['the same behind backslashes', `https:\\\\${distinct.slice(0, 8000)}/`],
    ['percent-encoded characters', `https://${encodeURIComponent(distinct.slice(0, 1500))}/`],
  ])('refuses a host of %s without reading it', (_, text) => {
    expect(parseUrl(text, 'https://shop.example')).toBeNull()
  })
})
