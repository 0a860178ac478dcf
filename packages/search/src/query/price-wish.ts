// Owns price wishes in a query's text: "under $2000", "between 1k and 5k", "menos de 500 euros".
import type { PriceLimits } from './exchange.ts'

const AMOUNT = String.raw`(?<sign>[$€£]|usd|eur|gbp)?\s?(?<number>\d[\d,.']*)\s?(?<unit>k|m|thousand|grand|million)?\b\s?(?<after>[$€£]|(?:usd|eur|gbp|dollars?|bucks|euros?|pounds?)\b)?`
const second = (pattern: string): string => pattern.replaceAll('?<', '?<to_')
const AT_MOST = `(?:under|below|less than|up to|at most|max(?:imum)?(?: of)?|no more than|not more than|cheaper than|within|budget(?: of| is)?:?|<=?|no mas de|menos de|hasta|pas plus de|moins de|jusqu'a|maximal|nicht mehr als|hochstens|hoechstens|unter|bis(?: zu)?|non piu di|meno di|fino a|nao mais de|ate|abaixo de|niet meer dan|maximaal|onder|tot)`
const AT_LEAST = `(?:over|above|more than|at least|min(?:imum)?(?: of)?|starting at|>=?|mas de|desde|plus de|mindestens|ueber|uber|ab|piu di|mais de|meer dan|vanaf)`
const ABOUT = String.raw`(?:around|about|roughly|approximately|circa|ca\.?|~)`

const BETWEEN = new RegExp(
  String.raw`(?:\b(?:between|from|entre|zwischen|tra|tussen|price)\s+)?${AMOUNT}\s*(?:-|–|\bto\b|\band\b|\bund\b|\by\b|\bet\b|\be\b|\ben\b)\s*${second(AMOUNT)}`,
)
const MOST = new RegExp(String.raw`(?:^|\s)${AT_MOST}\s*${AMOUNT}`)
const LEAST = new RegExp(String.raw`(?:^|\s)${AT_LEAST}\s*${AMOUNT}`)
const NEAR = new RegExp(String.raw`(?:^|\s)${ABOUT}\s*${AMOUNT}`)
const BARE = new RegExp(String.raw`(?:^|\s)${AMOUNT}\s*$`)
/** Without a currency or a unit, a smaller number is more likely a part of the name ("under 21"). */
const PLAIN_MINIMUM = 100

export interface PriceWish extends PriceLimits {
  /** The text without the wish. */
  rest: string
}

export function takePriceWish(text: string): PriceWish {
  const between = BETWEEN.exec(text)
  if (between !== null) {
    const to = parseAmount(between.groups, 'to_')
    const from = parseAmount(between.groups, '', between.groups?.to_unit)
    const marked = from?.marked || to?.marked || /^(between|from|entre|zwischen|tra|tussen|price)\b/.test(between[0])
    if (from && to && marked && from.cents < to.cents) {
      return {
        minPriceCents: from.cents,
        maxPriceCents: to.cents,
        ...withCurrency(to.currency ?? from.currency),
        rest: without(text, between),
      }
    }
  }
  const wish: PriceWish = { rest: text }
  const most = MOST.exec(wish.rest)
  const mostAmount = most && parseAmount(most.groups)
  if (most && isPrice(mostAmount)) {
    Object.assign(wish, { maxPriceCents: mostAmount.cents }, withCurrency(mostAmount.currency))
    wish.rest = without(wish.rest, most)
  }
  const least = LEAST.exec(wish.rest)
  const leastAmount = least && parseAmount(least.groups)
  if (least && isPrice(leastAmount)) {
    Object.assign(wish, { minPriceCents: leastAmount.cents }, withCurrency(leastAmount.currency))
    wish.rest = without(wish.rest, least)
  }
  if (wish.minPriceCents !== undefined || wish.maxPriceCents !== undefined) return wish
  const near = NEAR.exec(text)
  const nearAmount = near && parseAmount(near.groups)
  if (near && isPrice(nearAmount)) {
    const [min, max] = [Math.round(nearAmount.cents * 0.6), Math.round(nearAmount.cents * 1.4)]
    return { minPriceCents: min, maxPriceCents: max, ...withCurrency(nearAmount.currency), rest: without(text, near) }
  }
  const bare = BARE.exec(text)
  const bareAmount = bare && parseAmount(bare.groups)
  if (bare && bareAmount?.currency)
    return { maxPriceCents: bareAmount.cents, ...withCurrency(bareAmount.currency), rest: without(text, bare) }
  return wish
}

interface Amount {
  cents: number
  currency: string | undefined
  /** Has a currency or a unit. */
  marked: boolean
}

function isPrice(amount: Amount | null | undefined): amount is Amount {
  return amount != null && (amount.marked || amount.cents >= PLAIN_MINIMUM * 100)
}

function parseAmount(groups: Record<string, string> | undefined, prefix = '', borrowedUnit?: string): Amount | null {
  const digits = groups?.[`${prefix}number`]
  if (groups === undefined || digits === undefined) return null
  const unit = groups[`${prefix}unit`] ?? (Number(digits) < 100 ? borrowedUnit : undefined)
  const currency = readCurrency(groups[`${prefix}sign`] ?? groups[`${prefix}after`])
  // "2.000" and "2,000" are thousands; "1.5" and "1,50" are not.
  const plain = digits
    .replace(/[.,']$/, '')
    .replace(/[.,'](?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.')
  const factor = unit === undefined ? 1 : unit.startsWith('m') ? 1_000_000 : 1_000
  const cents = Math.round(Number(plain) * factor * 100)
  return Number.isFinite(cents) && cents > 0
    ? { cents, currency, marked: currency !== undefined || unit !== undefined }
    : null
}

function readCurrency(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return /^(?:€|eur)/.test(text) ? 'EUR' : /^(?:£|gbp|pound)/.test(text) ? 'GBP' : 'USD'
}

const withCurrency = (currency: string | undefined): PriceLimits =>
  currency === undefined ? {} : { priceCurrency: currency }

function without(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim()
}
