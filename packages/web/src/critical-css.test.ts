// What of a style sheet a document takes along: what can match it, in the same order, and nothing for printing.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPicker, KEPT_MAX, parseSheet, pickCriticalCss } from './critical-css.ts'

const pickFrom = (css: string, html: string): string => pickCriticalCss(parseSheet(css), html)

describe('the critical part of a style sheet', () => {
  it('has the rules whose classes occur, and those without classes, in their order', () => {
    const css = 'p{margin:0}.chart{height:9rem}.card{padding:1rem}.card .name{color:red}.card--wide{padding:2rem}'
    expect(pickFrom(css, '<p class="card name">')).toBe('p{margin:0}.card{padding:1rem}.card .name{color:red}')
  })

  it('has only the selectors that can match', () => {
    expect(pickFrom('.card,.chart:hover,nav a{color:red}', '<p class="card">')).toBe('.card,nav a{color:red}')
  })

  it('keeps a selector whose class is only a condition, because it may match without that class', () => {
    const css =
      '.tab:not(.tab--on){color:red}:is(.chart,.tab) b{margin:0}.tab:has(:is(.chart,b)){padding:0}.chart:not(p){top:0}'
    expect(pickFrom(css, '<p class="tab">')).toBe(
      '.tab:not(.tab--on){color:red}:is(.chart,.tab) b{margin:0}.tab:has(:is(.chart,b)){padding:0}',
    )
  })

  it('has media queries with what is left of them, and no empty ones', () => {
    const css =
      '@media (max-width:30rem){.card{margin:0}.chart{margin:0}}@media (min-width:9rem){.chart{top:0}}@supports (top:0){p{top:0}}'
    expect(pickFrom(css, '<p class="card">')).toBe(
      '@media (max-width:30rem){.card{margin:0}}@supports (top:0){p{top:0}}',
    )
  })

  it('has nothing that is only printed', () => {
    expect(pickFrom('@page statement{margin:0}p{margin:0}@media print{p{top:0}}', '<p>')).toBe('p{margin:0}')
  })

  it('reads over statements without a block and braces in texts', () => {
    const css =
      '@charset "utf-8";.card:after{content:"}"}.chart:after{content:\'{\'}p{top:0}@keyframes turn{to{rotate:1turn}}'
    expect(pickFrom(css, '<p class="card">')).toBe('.card:after{content:"}"}p{top:0}@keyframes turn{to{rotate:1turn}}')
  })

  it('reads over escaped quotes and braces', () => {
    const css = '.card:after{content:"\\"}"}.chart:after{content:\'\\\'{\'}.sm\\:up{top:0}.a\\{b{top:1px}p{top:0}'
    expect(pickFrom(css, '<p class="card">')).toBe('.card:after{content:"\\"}"}.sm\\:up{top:0}.a\\{b{top:1px}p{top:0}')
  })

  it.each(['p{content:"a}b{top:0}', "p{content:'\\'}", '@import "a', 'p{top:0', 'p{top:0}}'])('refuses %s', (css) => {
    expect(() => parseSheet(css)).toThrow(/style sheet/)
  })

  it('takes no value of an attribute for a class or a comma between selectors', () => {
    const css =
      'a[href$=".pdf"]{top:0}a[title="a,.b]c"],.chart{top:1px}a[href*=".x"].chart{top:2px}[data-a=".b"] .card{top:3px}'
    expect(pickFrom(css, '<p class="card">')).toBe(
      'a[href$=".pdf"]{top:0}a[title="a,.b]c"]{top:1px}[data-a=".b"] .card{top:3px}',
    )
  })
})

describe('a picker', () => {
  const makePicker = () => createPicker('i{top:0}', parseSheet('.card{top:0}.chart{top:1px}'))

  it('puts the rest in front and says the hash of all', () => {
    const css = 'i{top:0}.card{top:0}'
    const hash = createHash('sha256').update(css).digest('base64')
    expect(makePicker()('<p class="card">')).toEqual({ css, source: `'sha256-${hash}'` })
  })

  it('picks once for the same classes, in any order', () => {
    const pick = makePicker()
    const first = pick('<p class="card"><p class="chart">')
    expect(pick('<b class="chart card">')).toBe(first)
    expect(pick('<b class="card">')).not.toBe(first)
  })

  it('keeps a limited number of results', () => {
    const pick = makePicker()
    const first = pick('<p class="card">')
    for (let one = 0; one < KEPT_MAX; one++) pick(`<p class="other-${one}">`)
    const again = pick('<p class="card">')
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
  })
})
