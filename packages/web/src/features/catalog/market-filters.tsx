// The market filters: a plain form, so that the URL holds the filters.
import type { MarketFacets } from '@freehold/sdk/types'
import { Button, LinkButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'

export type Filters = { q: string; tld: string; from: string; to: string; length: string; sort: string }

const LENGTHS = ['4', '6', '8', '10', '12', '15']
const SORTS = [
  { value: '', label: 'Newest first' },
  { value: 'price_asc', label: 'Lowest price first' },
  { value: 'price_desc', label: 'Highest price first' },
]

/** The extensions with the most listings, always including the selected one. */
function listTldOptions(facets: MarketFacets, set: string) {
  const known = facets.tlds.map(({ tld, count }) => ({ value: tld, label: `.${tld} (${count})` }))
  const isKnown = set === '' || known.some(({ value }) => value === set)
  return [{ value: '', label: 'Any' }, ...known, ...(isKnown ? [] : [{ value: set, label: `.${set}` }])]
}

export function MarketFilters({ filters, facets }: { filters: Filters; facets: MarketFacets }) {
  const isAnySet = Object.values(filters).some((value) => value !== '')
  const lengths = LENGTHS.map((length) => ({ value: length, label: `Up to ${length} characters` }))
  return (
    <form className="market-filters" action="/market">
      <TextField label="Words in the domain" name="q" type="search" defaultValue={filters.q} maxLength={63} />
      <SelectField
        label="Extension"
        name="tld"
        defaultValue={filters.tld}
        options={listTldOptions(facets, filters.tld)}
      />
      <SelectField
        label="Length"
        name="length"
        defaultValue={filters.length}
        options={[{ value: '', label: 'Any' }, ...lengths]}
      />
      <TextField
        label="Minimum price"
        name="from"
        inputMode="numeric"
        defaultValue={filters.from}
        pattern="[0-9]{1,9}"
        title="Enter a whole amount, for example 500"
      />
      <TextField
        label="Maximum price"
        name="to"
        inputMode="numeric"
        defaultValue={filters.to}
        pattern="[0-9]{1,9}"
        title="Enter a whole amount, for example 5000"
      />
      <SelectField label="Sort by" name="sort" defaultValue={filters.sort} options={SORTS} />
      <div className="market-filters__actions">
        <Button type="submit">Show domains</Button>
        {isAnySet ? (
          <LinkButton kind="quiet" href="/market">
            Clear filters
          </LinkButton>
        ) : null}
      </div>
    </form>
  )
}
