// The table of endings as a visitor asks for it: filtered, sorted, a page at a time.
import { parseTld } from '../../../kernel/text/domain-name.ts'

export const TLD_SORTS = ['name', 'register', 'renew', 'transfer'] as const
export type TldSort = (typeof TLD_SORTS)[number]

export const TLDS_A_PAGE = 50

type PricedTld = {
  tld: string
  tld_unicode: string
  register_cents: number | null
  renew_cents: number | null
  transfer_cents: number | null
}

const CENTS: Record<Exclude<TldSort, 'name'>, (tld: PricedTld) => number | null> = {
  register: (tld) => tld.register_cents,
  renew: (tld) => tld.renew_cents,
  transfer: (tld) => tld.transfer_cents,
}

/** What has no price stands at the end. */
const byCents = (cents: (tld: PricedTld) => number | null) => (a: PricedTld, b: PricedTld) =>
  (cents(a) ?? Number.MAX_SAFE_INTEGER) - (cents(b) ?? Number.MAX_SAFE_INTEGER)

export const readSort = (text: string): TldSort => TLD_SORTS.find((sort) => sort === text) ?? 'name'

/** The ending itself first, then those with the text in them, as people write them. `.io`, `IO` and `xn--p1ai` are understood. */
function found<Tld extends PricedTld>(tlds: readonly Tld[], q: string): Tld[] {
  const part = q.trim().toLowerCase().replace(/^\./, '')
  const exact = parseTld(part)
  const isIt = ({ tld }: Tld): boolean => tld === exact
  return [...tlds.filter(isIt), ...tlds.filter((one) => !isIt(one) && one.tld_unicode.includes(part))]
}

export function tldPage<Tld extends PricedTld>(
  tlds: readonly Tld[],
  { q, sort, page }: { q: string; sort: TldSort; page: number },
): { rows: Tld[]; total: number; hasMore: boolean } {
  const matching = found(tlds, q)
  const sorted = sort === 'name' ? matching : matching.toSorted(byCents(CENTS[sort]))
  const start = (page - 1) * TLDS_A_PAGE
  const rows = sorted.slice(start, start + TLDS_A_PAGE)
  return { rows, total: matching.length, hasMore: sorted.length > start + TLDS_A_PAGE }
}
