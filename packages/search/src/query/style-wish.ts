// Owns wishes about how a name is written: "one word", "five letters", "ending in -ora", "without hyphens", "no numbers".

export interface StyleWish {
  /** Each narrows what is shown; names that do not meet it are left out. */
  minLetters?: number
  maxLetters?: number
  words?: number
  begins?: string
  ends?: string
  endsInVowel?: boolean
  beginsWithDigit?: boolean
  noHyphens?: boolean
  noDigits?: boolean
  /** A preference, not a limit. */
  short?: boolean
}

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const NUMBER = `(\\d{1,2}|${NUMBERS.slice(1).join('|')})`
const LETTERS = '[- ]?(?:letters?|characters?|chars?)\\b'
const toNumber = (text: string): number => (/^\d/.test(text) ? Number(text) : NUMBERS.indexOf(text))

const NO = "(?:without|no|not? any|avoid(?:ing)?|free of|zero|don't want|sin|ohne|sans|senza|sem|zonder)"
const HYPHENS = new RegExp(
  `\\b${NO} (?:any )?(?:hyphens?|dash(?:es)?|guiones|bindestriche?|tirets?|trattini|hifens)\\b`,
)
const DIGITS = new RegExp(`\\b${NO} (?:any )?(?:numbers?|digits?|numeros|zahlen|ziffern|chiffres|numeri|cijfers)\\b`)
const BOTH = new RegExp(
  `\\b${NO} (?:any )?(?:(?:hyphens?|dashes) (?:or|and) (?:numbers?|digits?)|(?:numbers?|digits?) (?:or|and) (?:hyphens?|dashes))\\b`,
)
const BETWEEN = new RegExp(`\\b${NUMBER}(?: or | to | and |-)${NUMBER}${LETTERS}`)
const MOST = new RegExp(
  `\\b(?:max(?:imum)?(?: of)?|at most|up to|under|below|less than|fewer than|no more than) ${NUMBER}${LETTERS}`,
)
const LEAST = new RegExp(`\\b(?:min(?:imum)?(?: of)?|at least|more than|over) ${NUMBER}${LETTERS}`)
const EXACTLY = new RegExp(`\\b(?:exactly |only |just )?${NUMBER}${LETTERS}`)
const WORDS =
  /\b(?:(?:just|only|exactly|in|made of|as) )?(?:an? )?(one|single|two|2|three|3)[- ](?:short |simple |english |real |dictionary )?words?\b/
const VOWEL = /\b(?:that )?end(?:s|ing)? (?:in|with|on) an? vowel\b/
const DIGIT_FIRST =
  /\b(?:with a (?:number|digit) (?:in front|first|at the (?:start|beginning))|(?:that )?(?:start|begin)(?:s|ing)? with an? (?:number|digit))\b/
const ENDS = /\b(?:that )?end(?:s|ing)? (?:in|with|on) (?:the letters? |an? )?["'“]?-?([a-z]{1,6})["'”]?(?=\s|[,;.]|$)/
const BEGINS =
  /\b(?:that )?(?:start|begin)(?:s|ning|ing)? (?:with|in) (?:the letters? |an? |the word )?["'“]?([a-z]{1,12})-?["'”]?(?=\s|[,;.]|$)/
const SHORT = /\b(?:short|snappy)\b/
const OF_A_NAME = /\b(?:names?|domains?|brands?|brandable|words?)\b|[,;]/

/** The wish and the text without it; nothing is taken from a text that wishes for nothing. */
export function takeStyleWish(text: string): { wish: StyleWish; rest: string } {
  const wish: StyleWish = {}
  let rest = text
  const take = (pattern: RegExp, apply: (found: RegExpExecArray) => void): boolean => {
    const found = pattern.exec(rest)
    if (found === null) return false
    apply(found)
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return true
  }
  take(BOTH, () => Object.assign(wish, { noHyphens: true, noDigits: true }))
  take(HYPHENS, () => Object.assign(wish, { noHyphens: true }))
  take(DIGITS, () => Object.assign(wish, { noDigits: true }))
  take(VOWEL, () => Object.assign(wish, { endsInVowel: true }))
  take(DIGIT_FIRST, () => Object.assign(wish, { beginsWithDigit: true }))
  take(ENDS, ([, ends]) => Object.assign(wish, { ends }))
  take(BEGINS, ([, begins]) => Object.assign(wish, { begins }))
  const letters =
    take(BETWEEN, ([, from = '', to = '']) =>
      Object.assign(wish, { minLetters: toNumber(from), maxLetters: toNumber(to) }),
    ) ||
    take(MOST, ([, most = '']) => Object.assign(wish, { maxLetters: toNumber(most) })) ||
    take(LEAST, ([, least = '']) => Object.assign(wish, { minLetters: toNumber(least) }))
  if (!letters)
    take(EXACTLY, ([, count = '']) => Object.assign(wish, { minLetters: toNumber(count), maxLetters: toNumber(count) }))
  take(WORDS, ([, count = '']) =>
    Object.assign(wish, { words: /two|2/.test(count) ? 2 : /three|3/.test(count) ? 3 : 1 }),
  )
  if (SHORT.test(rest) && OF_A_NAME.test(rest)) wish.short = true
  return { wish, rest: rest === text ? text : tidy(rest) }
}

const JOINING = new Set(['and', 'but', 'or', 'with', 'that', 'which'])

/** Without commas that nothing stands between, and words that join nothing any more. */
function tidy(text: string): string {
  const parts = text.split(/[,;]/).map((part) => {
    const words = part.split(' ').filter((word) => word !== '')
    while (JOINING.has(words.at(-1) ?? '')) words.pop()
    return words.join(' ')
  })
  return parts.filter((part) => part !== '').join(', ')
}

/** Names are left out by it, not only ranked lower. */
export function isBinding(wish: StyleWish): boolean {
  return Object.keys(wish).some((limit) => limit !== 'short')
}

export function meetsStyle(wish: StyleWish, label: string, words: number): boolean {
  const letters = label.replaceAll('-', '')
  return (
    letters.length >= (wish.minLetters ?? 0) &&
    letters.length <= (wish.maxLetters ?? Number.POSITIVE_INFINITY) &&
    (wish.words === undefined || words === wish.words) &&
    letters.startsWith(wish.begins ?? '') &&
    letters.endsWith(wish.ends ?? '') &&
    !(wish.endsInVowel && !/[aeiouy]$/.test(letters)) &&
    !(wish.beginsWithDigit && !/^\d/.test(letters)) &&
    !(wish.noHyphens && label.includes('-')) &&
    !(wish.noDigits && /\d/.test(label))
  )
}
