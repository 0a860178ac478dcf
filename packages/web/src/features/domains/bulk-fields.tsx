// The form field of a bulk operation.
import { MoneyField } from '../../ui/amount-field.tsx'
import { SelectField, TextAreaField } from '../../ui/field.tsx'
import { BULK_OPERATIONS, type BulkOp, LISTING_CURRENCY } from './bulk-operations.ts'

const YEARS = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 year' : `${index + 1} years`,
}))
const ON_OFF = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]

const HINTS: Partial<Record<BulkOp, string>> = {
  set_auto_renew:
    'We remind you by email before a domain that you registered or renewed here expires. We do not charge you automatically.',
}

export function BulkFields({ op }: { op: BulkOp }) {
  switch (BULK_OPERATIONS[op].field) {
    case 'years':
      return <SelectField label="Term" name="years" options={YEARS} />
    case 'enabled':
      return <SelectField label="Setting" name="enabled" options={ON_OFF} {...(HINTS[op] && { hint: HINTS[op] })} />
    case 'locked':
      return <SelectField label="Setting" name="locked" options={ON_OFF} />
    case 'nameservers':
      return <TextAreaField label="Nameservers" hint="One per line." name="nameservers" mono required rows={3} />
    case 'price':
      return <MoneyField label="Price" name="price" currency={LISTING_CURRENCY} required />
    case null:
      return null
  }
}
