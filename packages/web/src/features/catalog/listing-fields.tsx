// The terms of a listing: price, floor price, description, categories.
import { CURRENCIES } from '@freehold/sdk/enums'
import type { Listing } from '@freehold/sdk/types'
import { useState } from 'react'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { type GetFieldError, readText } from '../../ui/form.tsx'
import { parseCategories } from './listing-words.ts'

export function ListingFields({
  listing,
  getFieldError,
}: {
  listing?: Omit<Listing, 'actions'>
  getFieldError: GetFieldError
}) {
  const [currency, setCurrency] = useState<Listing['currency']>(listing?.currency ?? 'USD')
  return (
    <>
      <FieldRow>
        <MoneyField
          label="Price"
          name="price_cents"
          currency={currency}
          cents={listing?.price_cents}
          error={getFieldError('price_cents')}
          required
        />
        <MoneyField
          label="Floor price"
          name="floor_price_cents"
          currency={currency}
          cents={listing && listing.floor_price_cents < listing.price_cents ? listing.floor_price_cents : null}
          placeholder="Same as price"
          error={getFieldError('price_cents') ? null : getFieldError('floor_price_cents')}
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
        error={getFieldError('description')}
        maxLength={2000}
      />
      <TextField
        label="Categories"
        name="categories"
        hint="Comma-separated."
        defaultValue={listing?.categories.join(', ')}
        error={getFieldError('categories')}
      />
    </>
  )
}

/** An empty floor is the price, so that emptying the field clears what was there. */
export function readListingTerms(form: FormData) {
  const currency = (readText(form, 'currency') ?? 'USD') as Listing['currency']
  const price_cents = readMoney(form, 'price_cents', currency) ?? 0
  return {
    price_cents,
    floor_price_cents: readMoney(form, 'floor_price_cents', currency) ?? price_cents,
    currency,
    description: readText(form, 'description'),
    categories: parseCategories(readText(form, 'categories') ?? ''),
  }
}
