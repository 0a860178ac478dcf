// What a search is understood as.
import { describe, expect, it } from 'vitest'
import { askedNames } from './asked-names.ts'

describe('a search', () => {
  it('for a name asks for it and its siblings', () => {
    const { names, words, problem } = askedNames('QuickWheels.io')
    expect(names.map(({ domain }) => domain)).toEqual(
      ['io', 'com', 'net', 'org', 'ai', 'co', 'app', 'dev'].map((tld) => `quickwheels.${tld}`),
    )
    expect([words, problem]).toEqual(['quickwheels', null])
  })

  it('for words asks for the name they make, and the market for what they mean', () => {
    const { names, words } = askedNames('rent a car')
    expect([names[0]?.domain, words]).toEqual(['rentacar.com', 'rent a car'])
  })

  it('for words that make no name asks the market only', () => {
    expect(askedNames('shoes under $2000')).toEqual({
      meant: 'shoes under $2000',
      names: [],
      words: 'shoes under $2000',
      problem: null,
    })
  })

  it.each(['https://example.com/page', 'www.example.com', 'EXAMPLE.com.', 'http://www.example.com:8080'])(
    'for %s asks for the domain in it',
    (q) => {
      expect(askedNames(q)).toMatchObject({
        meant: 'example.com',
        names: { 0: { domain: 'example.com' } },
        words: 'example',
        problem: null,
      })
    },
  )

  it.each(['exa_mple.com', '-x.com', 'ada@example.com', 'x'.repeat(201)])('for %s says what is wrong with it', (q) => {
    const { names, problem } = askedNames(q)
    expect(names).toEqual([])
    expect(problem).toMatch(/\w/)
  })
})
