// Owns the shape of a category's word list: words that make sense together, so that composed names read like real listings.

/** `retail` names also sit under .shop and .store, `tech` names under .ai and .dev, `civic` names more often under .org. */
export type CategoryStyle = 'general' | 'retail' | 'tech' | 'civic'

/** Who might want a name, with the article: `a coffee roaster`. */
export interface Purpose {
  text: string
  /** The words that this purpose needs in the name; a general purpose suits every name of its category and has none. */
  needs: ReadonlySet<string>
}

export interface CategoryWords {
  category: string
  style: CategoryStyle
  /** First words: each goes with each of `heads`. */
  fronts: readonly string[]
  /** Last words. */
  heads: readonly string[]
  /** Dictionary words that stand alone. */
  singles: readonly string[]
  /** Invented words. */
  brands: readonly string[]
  /** What one looks for in a place: `lisbon` + `hotels`. A blank stands where the reading has one: `city breaks`. */
  locals: readonly string[]
  /** Two words that belong together: `leash` and `collar`. */
  pairs: readonly (readonly [string, string])[]
  /** Who might want such a name, for the description. */
  purposes: readonly Purpose[]
}

export interface CategoryText {
  category: string
  style: CategoryStyle
  fronts: string
  heads: string
  singles: string
  brands: string
  /** `hotels city_breaks`: the underscore is a blank. */
  locals: string
  /** `leash+collar paw+tail` */
  pairs: string
  /** One to a line: `a travel blog`, or with the words that it needs, `a coffee roaster: coffee espresso`. */
  purposes: string
}

/** Word lists are written as running text: a list of strings would take one line a word. */
export function readCategory(text: CategoryText): CategoryWords {
  return {
    category: text.category,
    style: text.style,
    fronts: splitWords(text.fronts),
    heads: splitWords(text.heads),
    singles: splitWords(text.singles),
    brands: splitWords(text.brands),
    locals: splitWords(text.locals).map((word) => word.replaceAll('_', ' ')),
    pairs: splitWords(text.pairs).map((pair): readonly [string, string] => {
      const [first, second] = pair.split('+')
      if (!first || !second)
        throw new Error(`The pair "${pair}" of ${text.category} needs two words joined by a plus sign.`)
      return [first, second]
    }),
    purposes: splitLines(text.purposes).map((line) => {
      const [purpose = '', needs = ''] = line.split(': ')
      return { text: purpose, needs: new Set(splitWords(needs)) }
    }),
  }
}

export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function splitWords(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}
