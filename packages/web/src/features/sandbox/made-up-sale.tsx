// Simulates a referral sale: a visitor followed a link and bought a domain.
import type { ReferredSale } from '@freehold/sdk/types'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

type Props = {
  links: readonly { id: string; name: string }[]
  sell: (linkId: string, domain: string) => Promise<ReferredSale>
}

export const MadeUpSale = ({ links, sell }: Props) => (
  <Form
    submit="Simulate sale"
    send={async (form) => {
      const { domain } = await sell(String(form.get('link')), String(form.get('domain')).trim())
      return `${domain} was sold through your link.`
    }}
  >
    {(getFieldError) => (
      <>
        <SelectField
          label="Link"
          name="link"
          options={links.map(({ id, name }) => ({ value: id, label: name }))}
          error={getFieldError('link_id')}
        />
        <TextField
          label="Domain the visitor buys"
          name="domain"
          hint="A domain that is for sale in the sandbox."
          required
          error={getFieldError('domain')}
        />
      </>
    )}
  </Form>
)
