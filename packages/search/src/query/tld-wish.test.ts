// Full names and TLDs in a query.
import { describe, expect, it } from 'vitest'
import { takeDomainWish } from './tld-wish.ts'

const none = (): boolean => false

describe('names and TLDs in a query', () => {
  it.each([
    ['quickwheels.com', 'quickwheels.com'],
    ['www.quickwheels.com', 'quickwheels.com'],
    ['https://quickwheels.com/buy?x=1', 'quickwheels.com'],
    ['is quickwheels.com still available', 'quickwheels.com'],
    ['bäckerei.de', 'xn--bckerei-5wa.de'],
    ['xn--bckerei-5wa.de', 'xn--bckerei-5wa.de'],
    ['shop.co.uk', 'shop.co.uk'],
  ])('%s asks for a name', (text, domain) => {
    expect(takeDomainWish(text, none).domain).toBe(domain)
  })

  it.each([
    ['ai startup .io', 'io', 'ai startup'],
    ['flowers ending .nl', 'nl', 'flowers'],
    ['bakers in .fr or .nl', 'fr nl', 'bakers'],
    ['.org charity', 'org', 'charity'],
    ['charity dot org', 'org', 'charity'],
    ['something with .ai', 'ai', 'something'],
    ['fishing com domains', 'com', 'fishing'],
    ['flowers .co.uk', 'co.uk', 'flowers'],
  ])('%s wishes for a TLD', (text, tld, rest) => {
    expect(takeDomainWish(text, none)).toEqual({ tlds: tld.split(' '), rest })
  })

  it('reads a dotted word with no such TLD as a slip', () => {
    expect(takeDomainWish('learnza.con', none)).toEqual({ rest: 'learnza' })
  })

  it('knows a TLD that the inventory has', () => {
    expect(takeDomainWish('held.test', (tld) => tld === 'test').domain).toBe('held.test')
  })

  it('has no wish where any TLD will do', () => {
    expect(takeDomainWish('bakery in any extension', none)).toEqual({ rest: 'bakery' })
  })

  it('leaves plain words alone', () => {
    expect(takeDomainWish('rent a car abroad', none)).toEqual({ rest: 'rent a car abroad' })
  })
})
