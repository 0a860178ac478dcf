// What is read from a name, and the text that stands for a listing.
import { describe, expect, it } from 'vitest'
import { NameReader } from './understand-name.ts'
import { LANGUAGES } from './word-table.ts'

const names = new NameReader()
const bit = (code: (typeof LANGUAGES)[number]): number => 1 << LANGUAGES.indexOf(code)

describe('reading names', () => {
  it('tells the language and gives English words for it', () => {
    const spanish = names.read('comidaperros.com')
    expect(spanish.languages & bit('es')).toBeTruthy()
    expect(spanish.english).toEqual(expect.arrayContaining(['food']))
    expect(names.read('locationvoiture.fr').languages & bit('fr')).toBeTruthy()
    expect(names.read('umzugsfirma.de').languages & bit('de')).toBeTruthy()
    expect(names.read('quickwheels.com').languages).toBe(0)
  })

  it('reads IDN labels by their Unicode form, folded', () => {
    const name = names.read('xn--bckerei-5wa.de')
    expect(name.flat).toBe('backerei')
    expect(name.english).toEqual(['bakery'])
  })

  it('knows invented names and what they hint at', () => {
    const name = names.read('lendora.com')
    expect(name.coined).toBe(true)
    expect(name.hint).toContain('lending')
    expect(names.read('carhire.net').coined).toBe(false)
  })

  it('finds names appealing whose words are commercial and belong together', () => {
    expect(names.read('carhire.net').appeal).toBeGreaterThan(names.read('cryptoproposed.net').appeal)
    expect(names.read('solarpower.co').appeal).toBeGreaterThan(names.read('weddingduck.com').appeal)
  })

  it('puts categories and description into the embedded text', () => {
    const listing = { domain: 'zentrix.io', categories: ['health_care'], description: 'A brand for <b>clinics</b>' }
    const text = names.buildText(names.read(listing.domain), listing)
    expect(text).toContain('zentrix')
    expect(text).toContain('health care')
    expect(text).toContain('clinics')
  })

  it('gives the model the English of names in other languages', () => {
    expect(names.buildText(names.read('hundefutter.de'), { domain: 'hundefutter.de' })).toContain('dog')
    expect(names.buildText(names.read('carhire.net'), { domain: 'carhire.net' })).toBe('car hire')
  })

  it('keeps several labels of a TLD together', () => {
    expect(names.read('viagensbaratas.com.br')).toMatchObject({ tld: 'com.br', flat: 'viagensbaratas' })
  })
})
