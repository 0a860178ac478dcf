// Making a referral link: what it leads to, and what to call it.
import type { ReferralLink } from '@freehold/sdk/types'
import { useState } from 'react'
import { ActionButton } from '../../ui/action.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { textOf } from '../../ui/form.tsx'
import { PRODUCTS } from './link-words.ts'

type Kind = ReferralLink['kind']
type Product = NonNullable<ReferralLink['product']>
export type NewLink = { kind: Kind; domain?: string; product?: Product; destination_url?: string; label?: string }

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'generic', label: 'The start page' },
  { value: 'domain', label: 'A name that is for sale' },
  { value: 'product', label: 'A part of the service' },
]
const PRODUCT_OPTIONS = Object.entries(PRODUCTS).map(([value, label]) => ({ value, label }))

/** What was left empty is not sent. */
function newLink(form: FormData): NewLink {
  const [domain, destination, label] = [textOf(form, 'domain'), textOf(form, 'destination_url'), textOf(form, 'label')]
  const product = textOf(form, 'product') as Product | undefined
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
      label="Create a link"
      confirm="Create link"
      kind="primary"
      send={async (form) => {
        await create(newLink(form))
        return 'The link is ready. Copy its address from the list.'
      }}
    >
      {(problemOf) => (
        <>
          <SelectField
            label="Leads to"
            name="kind"
            options={KINDS}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as Kind)}
          />
          {kind === 'domain' ? (
            <TextField label="Name" name="domain" required placeholder="example.com" error={problemOf('domain')} />
          ) : null}
          {kind === 'product' ? <SelectField label="Part" name="product" options={PRODUCT_OPTIONS} /> : null}
          <TextField
            label="Page to lead to"
            name="destination_url"
            hint="Optional. Another page of this marketplace."
            type="url"
            error={problemOf('destination_url')}
          />
          <TextField
            label="Label"
            name="label"
            hint="Optional. Where you use it, such as “newsletter”."
            maxLength={200}
            error={problemOf('label')}
          />
        </>
      )}
    </ActionButton>
  )
}
