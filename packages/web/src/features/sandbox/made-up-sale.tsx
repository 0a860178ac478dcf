// A sale made up on request: a visitor clicked a link of the partner and bought a name.
import type { ReferredSale } from '@freehold/sdk/types'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

type Props = {
  links: readonly { id: string; name: string }[]
  sell: (linkId: string, domain: string) => Promise<ReferredSale>
}

export const MadeUpSale = ({ links, sell }: Props) => (
  <Form
    submit="Make a sale"
    send={async (form) => {
      const { domain } = await sell(String(form.get('link')), String(form.get('domain')).trim())
      return `${domain} was sold by your link.`
    }}
  >
    {(problemOf) => (
      <>
        <SelectField
          label="Link"
          name="link"
          options={links.map(({ id, name }) => ({ value: id, label: name }))}
          error={problemOf('link_id')}
        />
        <TextField
          label="Name that the visitor buys"
          name="domain"
          hint="One that is for sale in the sandbox."
          required
          error={problemOf('domain')}
        />
      </>
    )}
  </Form>
)
