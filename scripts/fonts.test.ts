// Every letter that a font has belongs to exactly one of its files, and that file has it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SHEET = new URL('../packages/web/src/styles/fonts.css', import.meta.url)
const requireFrom = (folder: string) => createRequire(new URL(`../packages/${folder}/package.json`, import.meta.url))

type Fontkit = { openSync(file: string): { characterSet: number[] } }
const fontkit = requireFrom('server')('fontkit') as Fontkit

const findFile = (url: string): string =>
  url.startsWith('@') ? requireFrom('web').resolve(url) : fileURLToPath(new URL(url, SHEET))

const readRange = (range: string): number[] =>
  [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, from, to]) => {
    const first = Number.parseInt(from!, 16)
    return Array.from({ length: Number.parseInt(to ?? from!, 16) - first + 1 }, (_, index) => first + index)
  })

/** What a font calls "no letter". */
const NONE = 0xffff
const write = (letters: number[]): string[] => letters.map((letter) => `U+${letter.toString(16).toUpperCase()}`)

const readFaces = (family: string) =>
  [...readFileSync(SHEET, 'utf8').matchAll(/@font-face \{[^}]*\}/g)]
    .filter(([face]) => face.includes(`font-family: "${family}"`))
    .map(([face]) => ({
      range: readRange(/unicode-range:([^;]*);/.exec(face)![1]!),
      letters: new Set(fontkit.openSync(findFile(/url\("([^"]+)"\)/.exec(face)![1]!)).characterSet),
    }))

describe.each(['Inter Variable', 'Fraunces'])('%s', (family) => {
  const faces = readFaces(family)
  const had = new Set(
    faces.flatMap(({ letters }) => [...letters]).filter((letter) => letter !== NONE && letter >= 0x20),
  )
  const ranged = faces.flatMap(({ range }) => range)

  it('has each letter of the font in a range', () => {
    const known = new Set(ranged)
    expect(had.size).toBeGreaterThan(400)
    expect(write([...had].filter((letter) => !known.has(letter)))).toEqual([])
  })

  it('has no letter in two ranges', () => {
    expect(write(ranged.filter((letter, index) => ranged.indexOf(letter) !== index))).toEqual([])
  })

  it('asks no file for a letter that only another one has', () => {
    const wrong = faces.flatMap(({ range, letters }) => range.filter((one) => had.has(one) && !letters.has(one)))
    expect(write(wrong)).toEqual([])
  })

  it('has the letters of Western Europe and all prices in the file that each page loads', () => {
    const missing = [...'ÀÉÎÖßåçñøüœı$€£¥0123456789'].map((one) => one.codePointAt(0)!)
    expect(write(missing.filter((letter) => !faces[0]!.letters.has(letter)))).toEqual([])
  })
})
