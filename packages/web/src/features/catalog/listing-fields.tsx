// The terms of a listing: price, floor price, description, categories.
import type { Listing } from '@freehold/sdk/types'
import { useState } from 'react'
import { MoneyField, moneyOf } from '../../ui/amount-field.tsx'
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { type ProblemOf, textOf } from '../../ui/form.tsx'
import { CURRENCIES, categoriesOf } from './listing-words.ts'

export function ListingFields({ listing, problemOf }: { listing?: Listing; problemOf: ProblemOf }) {
  const [currency, setCurrency] = useState<Listing['currency']>(listing?.currency ?? 'USD')
  return (
    <>
      <FieldRow>
        <MoneyField
          label="Price"
          name="price_cents"
          currency={currency}
          cents={listing?.price_cents}
          error={problemOf('price_cents')}
          required
        />
        <MoneyField
          label="Floor price"
          name="floor_price_cents"
          currency={currency}
          cents={listing?.floor_price_cents}
          placeholder="Same as price"
          error={problemOf('floor_price_cents')}
        />
        <SelectField
          label="Currency"
          name="currency"
          value={currency}
          options={CURRENCIES.map((code) => ({ value: code, label: code }))}
          onChange={(event) => setCurrency(event.target.value as Listing['currency'])}
        />
      </FieldRow>
      <TextAreaField
        label="Description"
        name="description"
        defaultValue={listing?.description ?? ''}
        error={problemOf('description')}
        maxLength={2000}
      />
      <TextField
        label="Categories"
        name="categories"
        hint="Comma-separated."
        defaultValue={listing?.categories.join(', ')}
        error={problemOf('categories')}
      />
    </>
  )
}

export function listingTermsOf(form: FormData) {
  const currency = (textOf(form, 'currency') ?? 'USD') as Listing['currency']
  return {
    price_cents: moneyOf(form, 'price_cents', currency) ?? 0,
    floor_price_cents: moneyOf(form, 'floor_price_cents', currency),
    currency,
    description: textOf(form, 'description'),
    categories: categoriesOf(textOf(form, 'categories') ?? ''),
  }
}
