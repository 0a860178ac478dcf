// Owns understanding a query: wishes taken out, words corrected and translated, the text to embed.
import { foldText, splitDomain } from '../names/fold.ts'
import { toStem } from '../names/stem.ts'
import type { Rivalry } from '../names/thesaurus.ts'
import type { NameReader } from '../names/understand-name.ts'
import { takeBrandWish } from './brand-wish.ts'
import { type PriceWish, takePriceWish } from './price-wish.ts'
import { buildTexts, isShort, splitWords, WEAK_WORDS, withoutAnything } from './query-text.ts'
import type { Speller } from './speller.ts'
import { isBinding, type StyleWish, takeStyleWish } from './style-wish.ts'
import { takeDomainWish } from './tld-wish.ts'
import { findUnfinished, type Unfinished } from './unfinished.ts'
import { takeUnwished } from './unwished.ts'

/** Framing that says nothing about the subject: "i am looking for a website about …". */
const FRAME =
  /^(?:(?:i am|i'm|we are|we're) )?(?:looking for|searching for|search for|i want|i need|we need|we want|i'd like|show me|give me|find me|please find|need|want)(?: to (?:buy|find|get|have))?(?: (?:a|an|the|some))?(?: (?:good|great|nice|cool))?(?: (?:domain|domains|name|names|domain name|website|site|web site)(?: (?:for|about|on))?)?(?= ) |\b(?:domain|domains|website|web site|domain name|domain names) (?:for|about|on|to)\b|\b(?:domain names?|domains?)$/g
const MAX_LENGTH = 400
const MIN_PARTIAL = 3
const MAX_ELABORATED = 9
/** A run of letters that splits into words of this frequency rank is a compound, not a slip. */
const COMMON_PIECE = 8_000

const WHOLE_PIECES = 3
/** "web3" is a word as it is; a longer run of letters and digits is split. */
const LONGEST_WITH_DIGITS = 8

export interface QueryTerm {
  /** The word as understood. */
  word: string
  /** As typed. */
  typed: string
  /** Every form that counts as this word: corrections, the typed one, its translation. */
  forms: string[]
  weight: number
}

export interface ParsedQuery {
  /** The whole name asked for, if the query is one. */
  domain?: string
  /** TLDs that are wished for, and those that are not wanted. */
  tlds: string[]
  unwishedTlds: string[]
  /** Words that the name should not have. */
  unwished: string[]
  /** Kinds of things that are not meant: cats, for a query about dogs. */
  rivalries: Rivalry[]
  style: StyleWish
  /** How it is written is all that is said of the name: every name that is written so is an answer. */
  styleOnly: boolean
  minPriceCents?: number
  maxPriceCents?: number
  /** The currency of the price wish, if it names one. */
  priceCurrency?: string
  brandable: boolean
  /** Typed in a few words, wishes included. */
  short: boolean
  terms: QueryTerm[]
  /** Letters of the query without spaces, for comparison with whole labels; and the same after correction. */
  joined: string
  joinedFixed: string
  /** One typed word, or a domain: the user may know the name, or a part of it. */
  single: boolean
  /** The single word is no word but names begin with it: it is being typed, or is remembered in part. */
  partial: boolean
  /** The last word, when someone is typing and it does not look whole. */
  unfinished: Unfinished | undefined
  corrected: boolean
  languages: number
  /** English words, after correction and translation. */
  english: string[]
  /** The texts that are embedded: the query, and its translation when it is not English. */
  texts: string[]
  /** Share of the typed words that are words of any kind. */
  known: number
}

export interface InventoryWords {
  hasTld(tld: string): boolean
  /** Some listing has exactly this label. */
  hasLabel(label: string): boolean
  /** Names that begin with the text; a sample when there are many. */
  beginningWith(text: string): string[]
  /** The label of a listing that differs from the text by a slip of the fingers. */
  nearestLabel(text: string): string | undefined
  /** Some listing's name carries this word. */
  hasWord(word: string): boolean
}

export class QueryReader {
  readonly #names: NameReader
  readonly #speller: Speller

  constructor(names: NameReader, speller: Speller) {
    this.#names = names
    this.#speller = speller
  }

  /** `isTyping`: the last word may be the beginning of one. */
  read(q: string, inventory: InventoryWords, isTyping = false): ParsedQuery {
    const clean = q
      .slice(0, MAX_LENGTH)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zs}\s]+/gu, ' ')
      .trim()
    const unwished = takeUnwished(clean)
    const wish = takeDomainWish(unwished.rest, (tld) => inventory.hasTld(tld))
    const plain = wish.domain === undefined
    const price: PriceWish = plain ? takePriceWish(foldText(wish.rest)) : { rest: foldText(wish.rest) }
    const style = plain ? takeStyleWish(price.rest) : { wish: {}, rest: price.rest }
    const framed = plain ? style.rest.replace(FRAME, ' ').trim() || style.rest : style.rest
    const brand = takeBrandWish(withoutAnything(framed, wish.tlds, style.wish), price.rest)
    const typed = splitWords(brand.theme)
    const unfinished = isTyping && plain ? findUnfinished(this.#names, typed) : undefined
    // After whole words, half a word says nothing yet.
    if (unfinished?.isAlone === false) typed.pop()
    const single = wish.domain !== undefined || typed.length === 1
    const read = this.#readWords(typed, single, inventory, unfinished?.isAlone ? unfinished.completions : [])
    const languages = this.#names.lexicon.detect(read.best, (word) => this.#names.isCommonEnglish(word))
    const english = languages === 0 ? read.best : this.#names.lexicon.translate(read.best, languages)
    const parsed: ParsedQuery = {
      tlds: wish.tlds ?? [],
      unwishedTlds: unwished.tlds,
      unwished: unwished.words.map(toStem),
      rivalries: this.#names.thesaurus.findRivalries(english),
      style: style.wish,
      styleOnly: isBinding(style.wish) && (brand.bare || !/[a-z]{2}/.test(framed)),
      brandable: brand.brandable,
      short: isShort(clean),
      terms: this.#listTerms(read, languages),
      joined: wish.domain === undefined ? typed.join('') : splitDomain(wish.domain).flat,
      joinedFixed: read.partial ? typed.join('') : read.best.join(''),
      single,
      partial: read.partial,
      unfinished,
      corrected: read.best.some((word, i) => word !== read.tokens[i]),
      languages,
      english,
      texts: [],
      known: read.known,
    }
    parsed.texts = buildTexts(read.best, english, (word) => this.#names.isFunctionWord(word))
    if (brand.brandable) parsed.texts.push(this.#elaborate(english))
    if (wish.domain !== undefined) parsed.domain = wish.domain
    if (price.minPriceCents !== undefined) parsed.minPriceCents = price.minPriceCents
    if (price.maxPriceCents !== undefined) parsed.maxPriceCents = price.maxPriceCents
    if (price.priceCurrency !== undefined) parsed.priceCurrency = price.priceCurrency
    return parsed
  }

  /** The theme of a wished brand with words that evoke it: invented names only hint at their subject. */
  #elaborate(theme: readonly string[]): string {
    const { thesaurus } = this.#names
    const related = theme.flatMap((word) =>
      thesaurus
        .findGroups(word)
        .slice(0, 1)
        .flatMap((group) => thesaurus.members(group)),
    )
    return [...new Set([...theme, ...related])].slice(0, MAX_ELABORATED).join(' ')
  }

  /** Splits, corrects; `alternatives` are in step with `tokens`, likeliest first. */
  #readWords(typed: readonly string[], single: boolean, inventory: InventoryWords, completions: string[]): ReadWords {
    const tokens: string[] = []
    const alternatives: string[][] = []
    let known = 0
    let partial = false
    const push = (token: string, forms: string[]): void => {
      tokens.push(token)
      alternatives.push(forms.length > 0 ? forms : [token])
    }
    const isWord = (word: string): boolean =>
      this.#names.words.has(word) || (/\d/.test(word) ? word.length <= LONGEST_WITH_DIGITS : !/^[a-z]+$/.test(word))
    for (const word of typed) {
      if (completions.length > 0) {
        known++
        push(word, completions)
        continue
      }
      // A word that no name carries but names begin with is being typed, though it may be a word ("crypt").
      const begun =
        single && word.length >= MIN_PARTIAL && !inventory.hasWord(word) && !inventory.hasLabel(word)
          ? inventory.beginningWith(word)
          : []
      if (begun.length > 0) {
        known++
        partial = true
        for (const token of this.#complete(word, begun)) push(token, [token])
        continue
      }
      // The label of a listing is read as listings are, even where it has digits or would pass for a slip.
      if (single && !this.#names.words.has(word) && inventory.hasLabel(word)) {
        known++
        for (const token of this.#names.readLabel(word)) push(token, [token])
        continue
      }
      const familiar = isWord(word) || this.#names.lexicon.stopwordLanguages(word) !== 0
      if (familiar || inventory.hasWord(word)) {
        known++
        push(word, [word])
        continue
      }
      const pieces = this.#names.readLabel(word)
      const near = single && wordIsLong(word) ? inventory.nearestLabel(word) : undefined
      if (near !== undefined) {
        known++
        const tokens = this.#names.readLabel(near)
        push(tokens.length === 1 ? word : (tokens[0] as string), [tokens[0] as string])
        for (const token of tokens.slice(1)) push(token, [token])
        continue
      }
      const splits = pieces.length > 1 && pieces.every((piece) => this.#isCommonPiece(piece))
      const corrections = splits ? [] : this.#speller.candidates(word)
      if (corrections.length > 0) {
        known += 0.8
        push(word, corrections)
        continue
      }
      const fixed = pieces.map((piece) => (isWord(piece) ? [piece] : this.#speller.candidates(piece)))
      // The more pieces a run of letters needs, the less it says.
      const plain = Math.min(1, WHOLE_PIECES / pieces.length)
      known += pieces.length > 1 ? (plain * fixed.filter((forms) => forms.length > 0).length) / pieces.length : 0
      pieces.forEach((piece, i) => {
        push(piece, fixed[i] as string[])
      })
    }
    this.#preferPairs(alternatives)
    const best = alternatives.map((forms) => forms[0] as string)
    return { tokens, alternatives, best, known: known / (typed.length || 1), partial }
  }

  #isCommonPiece(piece: string): boolean {
    const id = this.#names.words.find(piece)
    return piece.length > 2 && id !== -1 && id < COMMON_PIECE
  }

  /** Words of a name that was typed in part; its last word is completed when most of the names agree on it. */
  #complete(text: string, domains: readonly string[]): string[] {
    const counts = new Map<string, number>()
    let whole: string[] = []
    for (const domain of domains) {
      const tokens = this.#names.read(domain).tokens
      let length = 0
      const before = tokens.filter((token) => {
        length += token.length
        return length <= text.length
      })
      whole = before.length > whole.length ? before : whole
      const last = tokens[before.length]
      if (last !== undefined && before.join('').length < text.length) counts.set(last, (counts.get(last) ?? 0) + 1)
    }
    const [last, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
    const completed = count > domains.length / 2 ? [...whole, last] : whole
    return completed.length > 0 ? completed : [text]
  }

  /** Among several corrections, the one that is often seen beside its neighbour comes first. */
  #preferPairs(alternatives: string[][]): void {
    const { words, pairs } = this.#names
    alternatives.forEach((forms, i) => {
      if (forms.length < 2) return
      const strength = (form: string): number => {
        const id = words.find(form)
        const before = (alternatives[i - 1] ?? []).map((other) => pairs.logCount(words.find(other), id))
        const after = (alternatives[i + 1] ?? []).map((other) => pairs.logCount(id, words.find(other)))
        return Math.max(0, ...before, ...after)
      }
      const best = forms.map((form) => ({ form, gain: strength(form) })).sort((a, b) => b.gain - a.gain)[0]
      if (best && best.gain > 0) alternatives[i] = [best.form, ...forms.filter((form) => form !== best.form)]
    })
  }

  #listTerms(read: ReadWords, languages: number): QueryTerm[] {
    const terms: QueryTerm[] = []
    read.best.forEach((word, i) => {
      const typed = read.tokens[i] as string
      const foreignStop = (this.#names.lexicon.stopwordLanguages(word) & languages) !== 0
      if (foreignStop || (languages === 0 && this.#names.isFunctionWord(word))) return
      const translated = languages === 0 ? [] : this.#names.lexicon.translate([word], languages).slice(0, 2)
      const forms = [...new Set([...(read.alternatives[i] as string[]), typed, ...translated])]
      terms.push({ word, typed, forms, weight: [word, ...translated].some((form) => WEAK_WORDS.has(form)) ? 0.35 : 1 })
    })
    if (terms.length > 0) return terms
    // Nothing but function words: they are then all there is to look for.
    return read.best.map((word, i) => ({ word, typed: read.tokens[i] as string, forms: [word], weight: 1 }))
  }
}

interface ReadWords {
  tokens: string[]
  alternatives: string[][]
  best: string[]
  known: number
  partial: boolean
}

const wordIsLong = (word: string): boolean => word.length >= 5
