// What people paste into a page, and the domain that is read from it.
import { describe, expect, it } from 'vitest'
import { readDomainInput, trimToHost } from './domain-input.ts'

const read = (text: string): string => {
  const parsed = readDomainInput(text, { allowTest: false })
  return parsed.ok ? parsed.name.domain : parsed.reason
}

describe('a pasted domain', () => {
  it.each([
    ['google.com', 'google.com'],
    ['  Google.COM. ', 'google.com'],
    ['google.com...', 'google.com'],
    ['www.google.com', 'google.com'],
    ['https://google.com/path?q=1#top', 'google.com'],
    ['HTTPS://user:secret@mail.google.com:8443/', 'google.com'],
    ['google.com/path', 'google.com'],
    ['google.com:443', 'google.com'],
    ['http://www.example.co.uk', 'example.co.uk'],
    ['www.bücher.de/straße', 'xn--bcher-kva.de'],
  ])('%s is read as %s', (text, domain) => {
    expect(read(text)).toBe(domain)
  })

  it.each([
    ['ada@example.com', 'email'],
    ['https://', 'url'],
    ['https://127.0.0.1/', 'ip_address'],
    ['com', 'public_suffix'],
    ['', 'empty'],
    ['exa_mple.com', 'bad_label'],
    [`https://${'x'.repeat(3000)}.com`, 'too_long'],
  ])('%s is still refused', (text, reason) => {
    expect(read(text)).toBe(reason)
  })

  it('leaves words without a dot alone', () => {
    expect(trimToHost(' shoes/boots ')).toBe('shoes/boots')
  })
})
