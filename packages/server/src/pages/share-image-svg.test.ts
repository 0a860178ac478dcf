// How a domain is laid out on its image.
import { describe, expect, it } from 'vitest'
import { chooseShownName, drawShareImage, layOut } from './share-image-svg.ts'

describe('layOut', () => {
  it('writes a short domain large, in one line', () => {
    expect(layOut('quick.com')).toEqual({ lines: ['quick.com'], size: 112 })
  })

  it('shrinks a longer one before it breaks it', () => {
    const { lines, size } = layOut('quickwheels-online.com')
    expect(lines).toHaveLength(1)
    expect(size).toBeLessThan(112)
    expect(size).toBeGreaterThanOrEqual(72)
  })

  it.each([`${'a'.repeat(63)}.com`, `${'w'.repeat(63)}.international`, `${'m'.repeat(40)}.co.uk`])(
    'breaks %s into at most three lines, and loses nothing',
    (name) => {
      const { lines, size } = layOut(name)
      expect(lines.length).toBeLessThanOrEqual(3)
      expect(lines.join('')).toBe(name)
      expect(size).toBeGreaterThanOrEqual(40)
    },
  )
})

describe('chooseShownName', () => {
  it.each([
    ['xn--mnchen-3ya.de', 'münchen.de', 'münchen.de'],
    ['xn--e1afmkfd.com', 'пример.com', 'пример.com'],
    ['xn--fiqs8s.com', '中国.com', 'xn--fiqs8s.com'],
  ])('%s is shown as %s where the fonts have its letters', (domain, unicode, shown) => {
    expect(chooseShownName({ domain, unicode })).toBe(shown)
  })
})

it('escapes what it shows', () => {
  expect(drawShareImage({ domain: 'a.com', unicode: 'a.com', note: '<&">' })).toContain('&lt;&amp;&quot;&gt;')
})
