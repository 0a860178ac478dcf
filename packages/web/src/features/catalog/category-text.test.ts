// Categories as people read them.
import { expect, it } from 'vitest'
import { categoryText } from './category-text.ts'

it.each([
  ['real-estate', 'Real estate'],
  ['ai', 'AI'],
  ['ai-tools', 'AI tools'],
  ['home-and-garden', 'Home and garden'],
])('reads %s as %s', (category, text) => {
  expect(categoryText(category)).toBe(text)
})
