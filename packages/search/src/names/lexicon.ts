// Owns the table of commercial words in other languages: what language a word is of and what it means in English.
import { readDataLines } from '../data-files.ts'
import { LANGUAGES } from './word-table.ts'

interface Entry {
  /** One bit for each of LANGUAGES. */
  languages: number
  /** English, one per language that has the form. */
  english: Map<number, string>
  /** Languages whose English stands in the lexicon; that of the others was derived with the plural. */
  given: number
}

const MAX_PHRASE = 4

const STOPWORDS: Record<string, string> = {
  es: 'de la el los las un una unos y o para por con en del al mi su que lo se a como mas muy sin sobre entre donde',
  fr: 'de la le les un une des du et ou pour par avec en au aux mon ma mes sur dans que qui sans chez ce cette',
  de: 'der die das den dem des ein eine einen und oder fuer fur mit von im in auf zu zum zur am an bei ohne mein meine',
  it: 'di il lo la i gli le un una e o per con in del della dei delle al alla da dal che mio mia senza su nel nella',
  pt: 'de do da dos das o a os as um uma e ou para por com em no na nos nas meu minha que sem ao sobre',
  nl: 'de het een en of voor met van in op aan te bij mijn uit naar zonder om',
}

export class Lexicon {
  readonly #entries = new Map<string, Entry>()
  readonly #stopwords = new Map<string, number>()

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [english = '', ...columns] = line.split('|')
      columns.forEach((column, index) => {
        const language = index + 1
        for (const form of column.split('/')) {
          this.#add(form.replaceAll('-', ' '), language, english, true)
          for (const plural of listPlurals(form, language)) this.#add(plural, language, english, false)
          if (LANGUAGES[language] === 'de' && /[aou]e/.test(form)) {
            this.#add(form.replace(/([aou])e/g, '$1'), language, english, false)
          }
        }
      })
    }
    for (const [name, list] of Object.entries(STOPWORDS)) {
      const bit = 1 << LANGUAGES.indexOf(name as (typeof LANGUAGES)[number])
      for (const word of list.split(' ')) this.#stopwords.set(word, (this.#stopwords.get(word) ?? 0) | bit)
    }
  }

  static load(): Lexicon {
    return new Lexicon(readDataLines('lexicon.txt'))
  }

  #add(form: string, language: number, english: string, given: boolean): void {
    if (form === '') return
    const entry = this.#entries.get(form) ?? { languages: 0, english: new Map(), given: 0 }
    const bit = 1 << language
    if ((entry.languages & bit) === 0 || (given && (entry.given & bit) === 0)) entry.english.set(language, english)
    entry.languages |= bit
    if (given) entry.given |= bit
    this.#entries.set(form, entry)
  }

  /** Languages, as bits, that have the word in the lexicon. */
  findLanguages(word: string): number {
    return this.#entries.get(word)?.languages ?? 0
  }

  /** Languages, as bits, in which the word is an article, preposition or the like. */
  stopwordLanguages(word: string): number {
    return this.#stopwords.get(word) ?? 0
  }

  /**
   * The languages a run of words is written in, as bits, or 0 when it reads as English.
   * `isEnglish` tells common English words, which prove nothing about another language.
   */
  detect(words: readonly string[], isEnglish: (word: string) => boolean): number {
    const scores = new Array<number>(LANGUAGES.length).fill(0)
    let [foreign, plain] = [0, 0]
    for (const word of words) {
      const content = this.findLanguages(word)
      const stop = this.stopwordLanguages(word)
      const english = isEnglish(word)
      for (let language = 1; language < scores.length; language++) {
        const bit = 1 << language
        if (content & bit) scores[language] = (scores[language] as number) + (english ? 0.6 : 1)
        else if (stop & bit) scores[language] = (scores[language] as number) + (english ? 0.25 : 0.6)
      }
      if (!english && (content || stop)) foreign++
      if (english && !content && !stop) plain++
    }
    const best = Math.max(...scores)
    if (foreign === 0 || best < 0.6 || plain > words.length / 2) return 0
    return scores.reduce((bits, score, language) => (score >= best - 0.01 ? bits | (1 << language) : bits), 0)
  }

  /** English for a run of words in one of the given languages; words that the lexicon lacks stay as they are. */
  translate(words: readonly string[], languages: number): string[] {
    const out: string[] = []
    for (let i = 0; i < words.length; ) {
      let taken = 0
      for (let length = Math.min(MAX_PHRASE, words.length - i); length > 0 && taken === 0; length--) {
        const english = this.#englishFor(words.slice(i, i + length).join(' '), languages)
        if (english === undefined) continue
        out.push(...english.split(' '))
        taken = length
      }
      if (taken === 0) {
        const word = words[i] as string
        if ((this.stopwordLanguages(word) & languages) === 0) out.push(word)
        taken = 1
      }
      i += taken
    }
    return out
  }

  #englishFor(form: string, languages: number): string | undefined {
    const entry = this.#entries.get(form)
    if (entry === undefined) return undefined
    for (const [language, english] of entry.english) if (languages & (1 << language)) return english
    return undefined
  }

  forms(): IterableIterator<string> {
    return this.#entries.keys()
  }
}

/** Regular plurals only; irregular ones stand in the lexicon. */
function listPlurals(form: string, language: number): string[] {
  if (form.includes(' ') || form.length < 3) return []
  switch (LANGUAGES[language]) {
    case 'es':
    case 'pt':
      return form.endsWith('s') ? [] : [/[aeiou]$/.test(form) ? `${form}s` : `${form}es`]
    case 'fr':
      return /[sxz]$/.test(form) ? [] : [`${form}s`]
    case 'it':
      return /[oe]$/.test(form) ? [`${form.slice(0, -1)}i`] : form.endsWith('a') ? [`${form.slice(0, -1)}e`] : []
    case 'de':
      // Also the forms in which a word joins another: Umzug-s-firma, Blume-n-laden.
      return /[aeiou]$/.test(form) ? [`${form}n`, `${form}s`] : [`${form}e`, `${form}s`, `${form}en`]
    case 'nl':
      return /(en|s)$/.test(form) ? [] : [`${form}en`, `${form}s`]
    default:
      return []
  }
}
