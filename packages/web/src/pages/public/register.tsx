// The form that registers an available domain: term, registrant and nameservers. The payment comes next.
import type { PageContext } from '../../context.ts'
import { countryOptions } from '../../features/checkout/countries.ts'
import { WhatTheRegistryDoes } from '../../features/checkout/summary.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Actions, Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { priceText } from '../../ui/text.ts'

export type RegisterProps = {
  domain: string
  unicode: string
  /** The terms that the TLD has, with their prices. */
  terms: readonly { years: number; cents: number }[]
  needsOrganization: boolean
  needsNameservers: boolean
  draft: Record<RegisterField, string>
  problem: string | null
}

export type RegisterField =
  | 'years'
  | 'name'
  | 'organization'
  | 'street'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'country'
  | 'phone'
  | 'email'
  | 'nameservers'

export const title = ({ unicode }: RegisterProps): string => `Register ${unicode} · Freehold`

const toTerm = ({ years, cents }: RegisterProps['terms'][number], { locale, isTaxAdded }: PageContext) => ({
  value: String(years),
  label: `${years} ${years === 1 ? 'year' : 'years'}: ${priceText(cents, 'USD', locale, isTaxAdded)}`,
})

function RegistrantFields({ draft, needsOrganization, locale }: RegisterProps & { locale: string }) {
  return (
    <fieldset>
      <legend>Registrant</legend>
      <p className="soft small">The registry keeps these details. They are hidden in public registration data.</p>
      <TextField label="Full name" name="name" autoComplete="name" defaultValue={draft.name} maxLength={100} required />
      <TextField
        label={needsOrganization ? 'Organization' : 'Organization (optional)'}
        name="organization"
        autoComplete="organization"
        defaultValue={draft.organization}
        maxLength={100}
        required={needsOrganization}
      />
      <TextField
        label="Street and number"
        name="street"
        autoComplete="street-address"
        defaultValue={draft.street}
        maxLength={100}
        required
      />
      <FieldRow>
        <TextField
          label="City"
          name="city"
          autoComplete="address-level2"
          defaultValue={draft.city}
          maxLength={100}
          required
        />
        <TextField
          label="Postal code (optional)"
          name="postal_code"
          autoComplete="postal-code"
          defaultValue={draft.postal_code}
          maxLength={16}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="State or province (optional)"
          name="state"
          autoComplete="address-level1"
          defaultValue={draft.state}
          maxLength={100}
        />
        <SelectField
          label="Country"
          name="country"
          autoComplete="country"
          options={countryOptions(locale)}
          defaultValue={draft.country}
          required
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Phone"
          hint="With the country code."
          name="phone"
          inputMode="tel"
          placeholder="+1 555 555 0100"
          defaultValue={draft.phone}
          maxLength={24}
          required
        />
        <TextField
          label="Email address"
          type="email"
          name="email"
          autoComplete="email"
          defaultValue={draft.email}
          maxLength={254}
          required
        />
      </FieldRow>
    </fieldset>
  )
}

export const Page = ({ props, context }: { props: RegisterProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <PageHead title={`Register ${props.unicode}`} text="The domain is registered once you have paid." />
    <div className="two checkout">
      <Panel raised>
        {props.problem ? <Notice tone="bad">{props.problem}</Notice> : null}
        <form method="post" action={`/domains/${props.domain}/register`}>
          <SelectField
            label="Term"
            name="years"
            options={props.terms.map((term) => toTerm(term, context))}
            defaultValue={props.draft.years}
          />
          <RegistrantFields {...props} locale={context.locale} />
          <TextAreaField
            label={props.needsNameservers ? 'Nameservers' : 'Nameservers (optional)'}
            hint="One per line."
            name="nameservers"
            mono
            rows={3}
            defaultValue={props.draft.nameservers}
            required={props.needsNameservers}
          />
          <Actions>
            <Button type="submit">Continue to payment</Button>
            <LinkButton kind="plain" href={`/domains/${props.domain}`}>
              Cancel
            </LinkButton>
          </Actions>
        </form>
      </Panel>
      <WhatTheRegistryDoes product="registration" />
    </div>
  </SiteFrame>
)
