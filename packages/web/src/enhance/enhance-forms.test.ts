// How a card number and its expiry date look while they are typed.
import { describe, expect, it } from 'vitest'
import { formatExpiry, groupDigits } from './enhance-forms.ts'

/** Types character by character, as the field does. */
const type = (text: string): string => Array.from(text).reduce((value, key) => formatExpiry(value + key, value), '')

describe('the expiry date', () => {
  it.each([
    ['0528', '05/28'],
    ['528', '05/28'],
    ['05/28', '05/28'],
    ['5/28', '05/28'],
    ['1/28', '01/28'],
    ['1228', '12/28'],
    ['12/2028', '12/28'],
  ])('typed as %s shows %s', (typed, shown) => {
    expect(type(typed)).toBe(shown)
  })

  it.each(['2028-05', '2028/5', '05/2028', '5/2028', '05 / 28', '052028', '202805', '05-28'])(
    'pasted as %s shows 05/28',
    (pasted) => {
      expect(formatExpiry(pasted)).toBe('05/28')
    },
  )

  it('can be deleted with its slash', () => {
    expect(formatExpiry('05', '05/')).toBe('05')
    expect(formatExpiry('0', '05')).toBe('0')
    expect(formatExpiry('', '0')).toBe('')
  })
})

it('groups the digits of a card number by four', () => {
  expect(groupDigits('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(groupDigits('4242-4')).toBe('4242 4')
})
