// Splitting labels into words.
import { describe, expect, it } from 'vitest'
import { PairTable } from './pair-table.ts'
import { Segmenter } from './segmenter.ts'
import { WordTable } from './word-table.ts'

const words = WordTable.load()
const segmenter = new Segmenter(words, PairTable.load(words.size))

describe('segmenter', () => {
  it.each([
    ['quickwheels', 'quick wheels'],
    ['findatherapist', 'find a therapist'],
    ['naturalskincare', 'natural skin care'],
    ['cheapeuroflights', 'cheap euro flights'],
    ['mopandshine', 'mop and shine'],
    ['ebikestore', 'ebike store'],
    ['cryptowallet', 'crypto wallet'],
    ['gardencenter', 'garden center'],
    ['couplescounseling', 'couples counseling'],
    ['swisschrono', 'swiss chrono'],
    ['comidaperros', 'comida perros'],
    ['boulangerieartisanale', 'boulangerie artisanale'],
    ['cochesdealquiler', 'coches de alquiler'],
  ])('splits %s into %s', (label, expected) => {
    expect(segmenter.segment(label).join(' ')).toBe(expected)
  })

  it('takes hyphens and digits as boundaries and keeps mixed words', () => {
    expect(segmenter.segment('junction-wheels')).toEqual(['junction', 'wheels'])
    expect(segmenter.segment('crooks181')).toEqual(['crooks', '181'])
    expect(segmenter.segment('web3builders')).toEqual(['web3', 'builders'])
  })

  it('leaves an invented word whole', () => {
    expect(segmenter.segment('zentrix')).toEqual(['zentrix'])
    expect(segmenter.segment('monexa')).toEqual(['monexa'])
  })

  it('survives anything a label could hold', () => {
    for (const label of ['', '-', '0', 'a'.repeat(63), 'żółw', '東京', '😀', 'x'.repeat(200)]) {
      expect(() => segmenter.segment(label)).not.toThrow()
    }
  })
})
