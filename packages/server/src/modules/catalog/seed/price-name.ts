// Owns what a seeded name costs: believable by ending, shape and length, with the spread that a real market has.
import type { Prng } from './prng.ts'
import type { ComposedName, NameShape } from './seed-listing.ts'

const SHAPE_DOLLARS: Readonly<Record<NameShape, number>> = {
  two_words: 3400,
  three_words: 1200,
  pair: 2600,
  local: 4800,
  single: 21_000,
  brand: 3900,
  digits: 1300,
  hyphen: 900,
  foreign: 2200,
}

const TLD_FACTOR: Readonly<Record<string, number>> = {
  com: 1,
  ai: 0.95,
  io: 0.6,
  co: 0.5,
  app: 0.45,
  de: 0.5,
  'co.uk': 0.45,
  net: 0.35,
  org: 0.38,
  dev: 0.35,
  me: 0.25,
  tech: 0.22,
  shop: 0.22,
  store: 0.2,
  xyz: 0.17,
  online: 0.14,
  es: 0.4,
  fr: 0.45,
  it: 0.4,
  ch: 0.5,
  'com.br': 0.3,
  test: 0.6,
}

const EURO_TLDS: ReadonlySet<string> = new Set(['de', 'es', 'fr', 'it'])

const MIN_DOLLARS = 200
const MAX_DOLLARS = 120_000

export interface Price {
  priceCents: number
  floorPriceCents: number
  currency: string
}

export function priceName(name: ComposedName, prng: Prng): Price {
  const shape = SHAPE_DOLLARS[name.shape] * (TLD_FACTOR[name.tld] ?? 0.3)
  // Eleven letters are the middle of the market; up to five letters are rare. No powers: engines may round those differently.
  const letters = Math.min(19, name.label.length)
  const length = (1 + 0.08 * (11 - letters)) * (letters <= 5 ? 1.8 : 1)
  // Owners disagree about worth: from half of the usual price to rather more than double, mostly the lower end.
  const opinion = 0.5 + 1.5 * prng.next() * prng.next() + 0.4 * prng.next()
  const dollars = roundLikeSellers(Math.min(MAX_DOLLARS, Math.max(MIN_DOLLARS, shape * length * opinion)), prng)
  const priceCents = dollars * 100
  return {
    priceCents,
    floorPriceCents: pickFloorPrice(priceCents, prng),
    currency: EURO_TLDS.has(name.tld) && prng.next() < 0.8 ? 'EUR' : 'USD',
  }
}

/** The least an owner would take: 71 to 89 percent, so that rounding to whole units never leaves the span from 70 to 90. */
export function pickFloorPrice(priceCents: number, prng: Prng): number {
  return Math.round((priceCents * prng.between(71, 89)) / 10_000) * 100
}

/** Sellers ask 495, 1 888 or 12 500, not 12 371. */
function roundLikeSellers(dollars: number, prng: Prng): number {
  if (dollars < 1000) return Math.max(MIN_DOLLARS, Math.round(dollars / 50) * 50 - prng.pick([0, 1, 5, 5]))
  if (dollars < 10_000) return Math.round(dollars / 100) * 100 - prng.pick([0, 0, 1, 5, 12, 50])
  return Math.round(dollars / 500) * 500 - prng.pick([0, 0, 0, 5, 100])
}
