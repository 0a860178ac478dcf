// The filters of the market and of a search: read from the URL, checked, and turned into links.
import type { FastifyRequest } from 'fastify'
import { textFor } from '../http/forms.ts'
import { readParameter } from '../http/incoming.ts'
import type { ApiError } from '../kernel/errors.ts'
import { MARKET_OFFSET_MAX, MONEY_CENTS_MAX } from '../kernel/limits.ts'
import { parsePriceLimit } from '../kernel/money.ts'
import { addressWith } from './visits.ts'

const FILTERS = ['q', 'tld', 'category', 'from', 'to', 'length', 'sort'] as const
export type Filters = Record<(typeof FILTERS)[number], string>

const PAGE_SIZE = 24
const FILTER_LENGTH_MAX = 255

export const readFilters = (request: FastifyRequest): Filters =>
  Object.fromEntries(
    FILTERS.map((name) => [name, readParameter(request, name).trim().slice(0, FILTER_LENGTH_MAX)]),
  ) as Filters

export function readPage(request: FastifyRequest): number {
  const page = Number(readParameter(request, 'page'))
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 1 + Math.floor(MARKET_OFFSET_MAX / PAGE_SIZE)) : 1
}

/** Prices are typed in units of the currency; the API counts in cents. */
export function findFilterProblem({ from, to }: Filters): string | null {
  const [min, max] = [from, to].map((typed) => (typed === '' ? undefined : parsePriceLimit(typed)))
  if (min === null || max === null || Math.max(min ?? 0, max ?? 0) > MONEY_CENTS_MAX)
    return 'Enter a price such as 500, $1,000 or 5k.'
  return min !== undefined && max !== undefined && min > max
    ? 'The minimum price is higher than the maximum price.'
    : null
}

const REFUSALS: Readonly<Record<string, string>> = {
  q: 'The search is too long, or has characters that cannot be searched. Use fewer or other words.',
  tld: 'Choose an extension from the list.',
  category: 'Choose a category from the list.',
  max_length: 'Enter a length from 1 to 63 characters.',
}

/** What the API refused, without the names of its parameters. */
export const describeRefusal = (error: ApiError): string => REFUSALS[error.details[0]?.field ?? ''] ?? textFor(error)

const toCents = (typed: string): string => String((typed === '' ? null : parsePriceLimit(typed)) ?? '')

/** As the API takes them. */
export const toApiFilter = ({ q, tld, category, from, to, length }: Filters): Record<string, string> => ({
  q,
  tld,
  category,
  min_price: toCents(from),
  max_price: toCents(to),
  max_length: length,
})

export const toApiPage = (page: number): Record<string, string> => ({
  offset: String((page - 1) * PAGE_SIZE),
  limit: String(PAGE_SIZE),
})

/** Links to the pages before and after this one. */
export function listPageLinks(path: string, filters: Filters, page: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const link = (to: number) => addressWith(path, { ...filters, page: to === 1 ? '' : String(to) })
  return {
    page: Math.min(page, pages),
    pages,
    /** Where someone goes who asked for a page after the last one. */
    lastHref: page > pages ? link(pages) : null,
    previousHref: page > 1 ? link(page - 1) : null,
    nextHref: page < pages ? link(page + 1) : null,
  }
}

type Loosened = { filter: keyof Filters; href: string }

/** What can be dropped when nothing matches: each filter by itself, the words of the market too. */
export const listLoosened = (path: string, filters: Filters, kept: readonly (keyof Filters)[]): Loosened[] =>
  FILTERS.filter((name) => name !== 'sort' && !kept.includes(name) && filters[name] !== '').map((filter) => ({
    filter,
    href: addressWith(path, { ...filters, [filter]: '' }),
  }))
