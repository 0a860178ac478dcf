// How a name should be written, and what is not wanted.
import { describe, expect, it } from 'vitest'
import { meetsStyle, type StyleWish, takeStyleWish } from './style-wish.ts'
import { takeUnwished } from './unwished.ts'

describe('wishes about how a name is written', () => {
  it.each<[string, StyleWish, string]>([
    ['just one word, gardening', { words: 1 }, 'gardening'],
    ['two words about rain', { words: 2 }, 'about rain'],
    ['abstract five or six letters, ends in a vowel', { minLetters: 5, maxLetters: 6, endsInVowel: true }, 'abstract'],
    ['up to 8 letters, bank', { maxLetters: 8 }, 'bank'],
    ['invented name ending in -ora', { ends: 'ora' }, 'invented name'],
    ['starts with z, sounds like a robot maker', { begins: 'z' }, 'sounds like a robot maker'],
    ['bakery without hyphens or numbers', { noHyphens: true, noDigits: true }, 'bakery'],
    ['funny name for a pet shop, no numbers', { noDigits: true }, 'funny name for a pet shop'],
  ])('%s', (text, wish, rest) => {
    expect(takeStyleWish(text)).toEqual({ wish, rest })
  })

  it.each(['rent a car abroad', 'word games', 'love letters', 'one way flights', 'number plates'])(
    'are not seen in "%s"',
    (text) => {
      expect(takeStyleWish(text)).toEqual({ wish: {}, rest: text })
    },
  )

  it('decide about a label and its words', () => {
    expect(meetsStyle({ maxLetters: 5, ends: 'a' }, 'lumia', 1)).toBe(true)
    expect(meetsStyle({ maxLetters: 4 }, 'lumia', 1)).toBe(false)
    expect(meetsStyle({ words: 1 }, 'coffeebeans', 2)).toBe(false)
    expect(meetsStyle({ noHyphens: true }, 'coffee-beans', 2)).toBe(false)
    expect(meetsStyle({ noDigits: true }, 'route66', 2)).toBe(false)
    expect(meetsStyle({ beginsWithDigit: true }, '7oaks', 2)).toBe(true)
  })
})

describe('what is not wanted', () => {
  it.each([
    ['not .com, houses to buy', ['com'], [], 'houses to buy'],
    ['violin, not .com', ['com'], [], 'violin'],
    ['bakery no .com or .net', ['com', 'net'], [], 'bakery'],
    ['skiing but not on water', [], ['water'], 'skiing'],
    ['coins without crypto', [], ['crypto'], 'coins'],
    ['get into old buildings without steps', [], ['steps'], 'get into old buildings without steps'],
    ['not far from home', [], [], 'not far from home'],
  ])('%s', (text, tlds, words, rest) => {
    expect(takeUnwished(text)).toEqual({ tlds, words, rest })
  })
})
