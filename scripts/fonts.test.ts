// Every letter that the heading font has belongs to exactly one of its files, and that file has it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

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

const faces = [...readFileSync(SHEET, 'utf8').matchAll(/@font-face \{[^}]*"Fraunces"[^}]*\}/g)].map(([face]) => ({
  range: readRange(/unicode-range:([^;]*);/.exec(face)![1]!),
  letters: new Set(fontkit.openSync(findFile(/url\("([^"]+)"\)/.exec(face)![1]!)).characterSet),
}))
const had = new Set(faces.flatMap(({ letters }) => [...letters]).filter((letter) => letter !== NONE))
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
