// A link is called by its label, or by what it leads to.
import { expect, it } from 'vitest'
import { linkName, targetText } from './link-words.ts'

const LINK = { kind: 'generic', domain: null, product: null, label: null } as const

it('says what a link leads to', () => {
  expect(targetText(LINK)).toBe('Home page')
  expect(targetText({ ...LINK, kind: 'domain', domain: 'quick.com' })).toBe('quick.com')
  expect(targetText({ ...LINK, kind: 'product', product: 'brokerage' })).toBe('Brokerage')
})

it('prefers the label', () => {
  expect(linkName({ ...LINK, label: 'Newsletter' })).toBe('Newsletter')
  expect(linkName(LINK)).toBe('Home page')
})
