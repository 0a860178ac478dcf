// The filters of the market and of a search. A plain form, so that the URL holds the filters; with JavaScript they apply on change.
import type { MarketFacets } from '@freehold/sdk/types'
import { type FormEvent, useEffect, useRef } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { categoryText } from './category-text.ts'

export type Filters = {
  q: string
  tld: string
  category: string
  from: string
  to: string
  length: string
  sort: string
}
export type Facets = Pick<MarketFacets, 'tlds' | 'categories' | 'lengths' | 'prices'>

type Sort = { value: string; label: string }
const SORTS: readonly Sort[] = [
  { value: 'price_asc', label: 'Lowest price first' },
  { value: 'price_desc', label: 'Highest price first' },
]
export const MARKET_SORTS: readonly Sort[] = [{ value: '', label: 'Newest first' }, ...SORTS]
export const SEARCH_SORTS: readonly Sort[] = [
  { value: '', label: 'Best match first' },
  { value: 'newest', label: 'Newest first' },
  ...SORTS,
]

type Choice = { value: string; label: string; count: number }

/** Every choice with its number of domains, always including the selected one. */
function listOptions(any: string, choices: readonly Choice[], set: string, setLabel: string) {
  const isKnown = set === '' || choices.some(({ value }) => value === set)
  return [
    { value: '', label: any },
    ...choices.map(({ value, label, count }) => ({ value, label: `${label} (${count})` })),
    ...(isKnown ? [] : [{ value: set, label: `${setLabel} (0)` }]),
  ]
}

const listTlds = ({ tlds }: Facets): Choice[] => tlds.map(({ tld, count }) => ({ value: tld, label: `.${tld}`, count }))

const listCategories = ({ categories }: Facets): Choice[] =>
  categories
    .map(({ category, count }) => ({ value: category, label: categoryText(category), count }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))

const lengthText = (length: string | number): string => `Up to ${length} characters`

const listLengths = ({ lengths }: Facets): Choice[] =>
  lengths.map(({ max_length, count }) => ({ value: String(max_length), label: lengthText(max_length), count }))

const TYPING_PAUSE_MS = 600

/** The URL that a browser without scripts would go to. */
function buildUrl(form: HTMLFormElement): string {
  const pairs = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][]
  const query = new URLSearchParams(pairs).toString()
  const { pathname } = new URL(form.action)
  return query === '' ? pathname : `${pathname}?${query}`
}

type Props = {
  /** The page that shows the filtered list. */
  action: '/market' | '/search'
  filters: Filters
  facets: Facets
  sorts: readonly Sort[]
  go: (url: string) => void
}

export function MarketFilters({ action, filters, facets, sorts, go }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const isSearch = action === '/search'
  const clearHref = isSearch ? `/search?q=${encodeURIComponent(filters.q)}` : '/market'
  const isAnySet = Object.entries(filters).some(([name, value]) => value !== '' && !(isSearch && name === 'q'))

  function apply(form: HTMLFormElement, afterMs: number): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => go(buildUrl(form)), afterMs)
  }
  function onChange(event: FormEvent<HTMLFormElement>): void {
    apply(event.currentTarget, event.target instanceof HTMLSelectElement ? 0 : TYPING_PAUSE_MS)
  }
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    apply(event.currentTarget, 0)
  }
  return (
    <>
      {/* Phones show the filters on request, also without JavaScript; wider screens always. */}
      <label className="filters-toggle">
        <input type="checkbox" defaultChecked={isAnySet} /> Show filters
      </label>
      <form
        className={isSearch ? 'market-filters market-filters--search' : 'market-filters'}
        action={action}
        aria-label="Filters"
        onChange={onChange}
        onSubmit={onSubmit}
      >
        {isSearch ? (
          <input type="hidden" name="q" value={filters.q} />
        ) : (
          <TextField label="Words in the domain" name="q" type="search" defaultValue={filters.q} maxLength={63} />
        )}
        <SelectField
          label="Extension"
          name="tld"
          defaultValue={filters.tld}
          options={listOptions('Any', listTlds(facets), filters.tld, `.${filters.tld}`)}
        />
        <SelectField
          label="Category"
          name="category"
          defaultValue={filters.category}
          options={listOptions('Any', listCategories(facets), filters.category, categoryText(filters.category))}
        />
        <SelectField
          label="Length"
          name="length"
          defaultValue={filters.length}
          options={listOptions('Any', listLengths(facets), filters.length, lengthText(filters.length))}
        />
        <div className="market-filters__prices">
          <TextField
            label="Minimum price"
            name="from"
            inputMode="decimal"
            placeholder="$500"
            defaultValue={filters.from}
            maxLength={20}
            autoComplete="off"
          />
          <TextField
            label="Maximum price"
            name="to"
            inputMode="decimal"
            placeholder="$5,000"
            defaultValue={filters.to}
            maxLength={20}
            autoComplete="off"
          />
        </div>
        <SelectField label="Sort by" name="sort" defaultValue={filters.sort} options={sorts} />
        <div className="market-filters__actions">
          <noscript>
            <Button type="submit">Show domains</Button>
          </noscript>
          {isAnySet ? (
            <LinkButton kind="quiet" small href={clearHref}>
              Clear filters
            </LinkButton>
          ) : null}
        </div>
      </form>
    </>
  )
}
