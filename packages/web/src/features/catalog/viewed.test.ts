// What is kept of recently viewed domains.
import { describe, expect, it } from 'vitest'
import { addViewed, parseViewed } from './viewed.ts'

const name = (domain: string) => ({ domain, unicode: domain })

describe('recently viewed domains', () => {
  it('are kept with the latest first, each once, at most eight', () => {
    const all = Array.from({ length: 10 }, (_, at) => name(`d${at}.com`)).reduce(
      (list, one) => addViewed(list, one),
      [name('d3.com')],
    )
    expect(all.map(({ domain }) => domain)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((at) => `d${at}.com`))
  })

  it.each([null, '', 'no json', '{}', '[1,null,{"domain":5}]', '[{"domain":"a.com"}]'])('drop %s', (stored) => {
    expect(parseViewed(stored)).toEqual([])
  })

  it('are read as they were written', () => {
    const list = [name('a.com'), { domain: 'xn--bcher-kva.de', unicode: 'bücher.de' }]
    expect(parseViewed(JSON.stringify(list))).toEqual(list)
  })
})
