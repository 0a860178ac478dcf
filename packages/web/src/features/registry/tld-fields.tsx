// The form fields of a TLD: prices and registry rules.
import type { OperatorTld } from '@freehold/sdk/types'
import { MoneyField } from '../../ui/amount-field.tsx'
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import type { GetFieldError } from '../../ui/form.tsx'
import { rulesText, TLD_CURRENCY } from './tld-input.ts'

type Given = { tld: OperatorTld; getFieldError: GetFieldError }

const ANSWERS = [
  { value: '', label: 'Unknown' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

const YesNoField = ({ label, name, value }: { label: string; name: string; value: boolean | null }) => (
  <SelectField label={label} name={name} options={ANSWERS} defaultValue={value === null ? '' : value ? 'yes' : 'no'} />
)

type NumberProps = { label: string; name: string; value: number | null; error?: string | null }

const NumberField = ({ label, name, value, error }: NumberProps) => (
  <TextField
    label={label}
    name={name}
    type="number"
    min={0}
    step={1}
    inputMode="numeric"
    defaultValue={value ?? ''}
    error={error}
  />
)

const PRICES = [
  ['register_cents', 'Register'],
  ['renew_cents', 'Renew'],
  ['transfer_cents', 'Transfer'],
  ['restore_cents', 'Restore'],
] as const

export const PriceFields = ({ tld, getFieldError }: Given) => (
  <fieldset>
    <legend>Prices per year (leave empty if not offered)</legend>
    <FieldRow>
      {PRICES.map(([name, label]) => (
        <MoneyField
          key={name}
          label={label}
          name={name}
          currency={TLD_CURRENCY}
          cents={tld.prices[name]}
          error={getFieldError(name)}
        />
      ))}
    </FieldRow>
  </fieldset>
)

export const RuleFields = ({ tld, getFieldError }: Given) => (
  <>
    <fieldset>
      <legend>Term and transfer</legend>
      <FieldRow>
        <NumberField
          label="Minimum years"
          name="min_years"
          value={tld.term.min_years}
          error={getFieldError('min_years')}
        />
        <NumberField
          label="Maximum years"
          name="max_years"
          value={tld.term.max_years}
          error={getFieldError('max_years')}
        />
        <YesNoField label="Auth code required" name="auth_code_required" value={tld.transfer.auth_code_required} />
        <NumberField
          label="Transfer lock (days)"
          name="lock_days"
          value={tld.transfer.lock_days}
          error={getFieldError('lock_days')}
        />
      </FieldRow>
    </fieldset>
    <fieldset>
      <legend>Registrant</legend>
      <FieldRow>
        <YesNoField label="Organization required" name="organization_required" value={tld.organization.required} />
        <YesNoField
          label="Local presence required"
          name="local_presence_required"
          value={tld.registrant.local_presence_required}
        />
        <TextField
          label="Allowed countries"
          name="allowed_countries"
          hint="Comma-separated country codes. Leave empty to allow all."
          defaultValue={tld.registrant.allowed_countries?.join(', ')}
          error={getFieldError('allowed_countries')}
        />
      </FieldRow>
      <TextAreaField
        label="Organization rules"
        name="organization_rules"
        hint="One per line, as code: text."
        defaultValue={rulesText(tld.organization.rules)}
      />
    </fieldset>
    <fieldset>
      <legend>Nameservers</legend>
      <FieldRow>
        <YesNoField label="Required" name="nameservers_required" value={tld.nameservers.required} />
        <NumberField label="Minimum" name="nameservers_min" value={tld.nameservers.min} error={getFieldError('min')} />
        <NumberField label="Maximum" name="nameservers_max" value={tld.nameservers.max} error={getFieldError('max')} />
        <YesNoField label="DNSSEC" name="dnssec" value={tld.dnssec} />
        <YesNoField label="Internationalized names (IDN)" name="idn" value={tld.idn} />
      </FieldRow>
      <TextAreaField
        label="Nameserver rules"
        name="nameserver_rules"
        hint="One per line, as code: text."
        defaultValue={rulesText(tld.nameservers.rules)}
      />
    </fieldset>
    <fieldset>
      <legend>Lifecycle after expiry (days)</legend>
      <FieldRow>
        <NumberField label="Auto-renew grace" name="auto_renew_grace" value={tld.lifecycle_days.auto_renew_grace} />
        <NumberField label="Redemption" name="redemption" value={tld.lifecycle_days.redemption} />
        <NumberField label="Pending delete" name="pending_delete" value={tld.lifecycle_days.pending_delete} />
      </FieldRow>
    </fieldset>
  </>
)
