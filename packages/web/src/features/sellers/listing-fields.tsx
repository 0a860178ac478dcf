// The fields of a seller's listing, and how they are read.
import { CURRENCIES } from '@freehold/sdk/enums'
import { parseCents } from '@freehold/sdk/money'
import type { Currency, SellerListing } from '@freehold/sdk/types'
import { useState } from 'react'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { amountText } from '../../ui/amounts.ts'
import { CheckField, SelectField, TextAreaField } from '../../ui/field.tsx'
import { type GetFieldError, readText } from '../../ui/form.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { shareText } from '../../ui/text.ts'
import { proceedsText } from './proceeds.ts'

/** The service stores the price as the floor where the seller chose none. */
const chosenFloor = (listing?: SellerListing): number | null =>
  listing && listing.floor_price_cents < listing.price_cents ? listing.floor_price_cents : null

type Props = {
  listing?: SellerListing
  /** The marketplace's fee; undefined until it is read. */
  feeBps: number | undefined
  getFieldError: GetFieldError
}

function describeFee(cents: number | null, currency: string, feeBps: number, locale: string): string {
  if (!cents) return feeBps === 0 ? 'There is no fee.' : `The fee is ${shareText(feeBps, locale)} of the price.`
  return `${proceedsText(cents, currency, feeBps, locale)} If a partner sells the domain, its commission is deducted too.`
}

export function ListingFields({ listing, feeBps, getFieldError }: Props) {
  const locale = useLocale()
  const [currency, setCurrency] = useState<string>(listing?.currency ?? 'USD')
  const [price, setPrice] = useState(listing ? amountText(listing.price_cents, listing.currency) : '')
  return (
    <>
      <SelectField
        label="Currency"
        name="currency"
        options={CURRENCIES.map((code) => ({ value: code, label: code }))}
        value={currency}
        onChange={(event) => setCurrency(event.target.value)}
      />
      <MoneyField
        label="Price"
        name="price"
        currency={currency}
        value={price}
        onChange={(event) => setPrice(event.target.value)}
        error={getFieldError('price_cents')}
        required
      />
      {feeBps === undefined ? null : (
        <p className="soft small">{describeFee(parseCents(price, currency), currency, feeBps, locale)}</p>
      )}
      <MoneyField
        label="Lowest price you accept"
        name="floor"
        currency={currency}
        cents={chosenFloor(listing)}
        hint="Optional. If you leave it empty, it is the price. Buyers do not see it."
        error={getFieldError('price_cents') ? null : getFieldError('floor_price_cents')}
      />
      <TextAreaField
        label="Description (optional)"
        name="description"
        defaultValue={listing?.description ?? ''}
        error={getFieldError('description')}
      />
      <CheckField
        label="Let buyers make offers"
        name="accepts_offers"
        defaultChecked={listing?.accepts_offers ?? false}
      />
      <CheckField
        label="Automatically accept offers at or above the lowest price"
        name="auto_accept_offers"
        defaultChecked={listing?.auto_accept_offers ?? false}
      />
    </>
  )
}

/** An empty lowest price is the price, so that emptying the field clears what was there. */
export function readListing(form: FormData) {
  const currency = (readText(form, 'currency') ?? 'USD') as Currency
  const price_cents = readMoney(form, 'price', currency) ?? 0
  return {
    price_cents,
    floor_price_cents: readMoney(form, 'floor', currency) ?? price_cents,
    currency,
    description: readText(form, 'description'),
    accepts_offers: form.get('accepts_offers') !== null,
    auto_accept_offers: form.get('auto_accept_offers') !== null,
  }
}
