// Creating a referral link: its target and label.
import type { ReferralLink } from '@freehold/sdk/types'
import { useState } from 'react'
import { ActionButton } from '../../ui/action.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { PRODUCTS } from './link-words.ts'

type Kind = ReferralLink['kind']
type Product = NonNullable<ReferralLink['product']>
export type NewLink = { kind: Kind; domain?: string; product?: Product; destination_url?: string; label?: string }

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'generic', label: 'Home page' },
  { value: 'domain', label: 'A domain for sale' },
  { value: 'product', label: 'A product' },
]
const PRODUCT_OPTIONS = Object.entries(PRODUCTS).map(([value, label]) => ({ value, label }))

/** Empty fields are not sent. */
function newLink(form: FormData): NewLink {
  const [domain, destination, label] = [
    readText(form, 'domain'),
    readText(form, 'destination_url'),
    readText(form, 'label'),
  ]
  const product = readText(form, 'product') as Product | undefined
  return {
    kind: form.get('kind') as Kind,
    ...(domain && { domain }),
    ...(product && { product }),
    ...(destination && { destination_url: destination }),
    ...(label && { label }),
  }
}

export function CreateLink({ create }: { create: (link: NewLink) => Promise<unknown> }) {
  const [kind, setKind] = useState<Kind>('generic')
  return (
    <ActionButton
      label="Create link"
      confirm="Create link"
      kind="primary"
      send={async (form) => {
        await create(newLink(form))
        return 'Link created. Copy its URL from the list.'
      }}
    >
      {(getFieldError) => (
        <>
          <SelectField
            label="Target"
            name="kind"
            options={KINDS}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as Kind)}
          />
          {kind === 'domain' ? (
            <TextField
              label="Domain"
              name="domain"
              required
              placeholder="example.com"
              error={getFieldError('domain')}
            />
          ) : null}
          {kind === 'product' ? <SelectField label="Product" name="product" options={PRODUCT_OPTIONS} /> : null}
          <TextField
            label="Destination URL (optional)"
            name="destination_url"
            hint="Another page of this marketplace."
            type="url"
            error={getFieldError('destination_url')}
          />
          <TextField
            label="Label (optional)"
            name="label"
            hint="Where you use the link, for example “newsletter”."
            maxLength={200}
            error={getFieldError('label')}
          />
        </>
      )}
    </ActionButton>
  )
}
