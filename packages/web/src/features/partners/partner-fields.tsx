// The form fields of a partner: contact, payment model, commission rates.
import type { Partner } from '@freehold/sdk/types'
import { readShare, ShareField } from '../../ui/amount-field.tsx'
import { CheckField, FieldRow, TextField } from '../../ui/field.tsx'
import { type GetFieldError, readText } from '../../ui/form.tsx'

type Given = { partner?: Partner; getFieldError: GetFieldError }

export const PartnerFields = ({ partner, getFieldError }: Given) => (
  <>
    <TextField
      label="Name"
      name="name"
      defaultValue={partner?.name}
      error={getFieldError('name')}
      required
      maxLength={200}
    />
    <TextField
      label="Contact email"
      name="email"
      type="email"
      defaultValue={partner?.email}
      error={getFieldError('email')}
      required
    />
    <fieldset>
      <legend>Sales channels</legend>
      <CheckField
        label="Merchant of record: collects the buyer's payment and pays us our share each settlement"
        name="merchant_of_record"
        defaultChecked={partner?.merchant_of_record ?? true}
      />
      <CheckField
        label="Affiliate: earns commission on sales through referral links"
        name="affiliate"
        defaultChecked={partner?.affiliate ?? true}
      />
    </fieldset>
    <RateFields partner={partner} getFieldError={getFieldError} />
  </>
)

const RateFields = ({ partner, getFieldError }: Given) => (
  <fieldset>
    <legend>Commission rates for future sales</legend>
    <FieldRow>
      <ShareField
        label="Sales"
        name="commission_bps"
        bps={partner?.commission_bps ?? 1500}
        error={getFieldError('commission_bps')}
        required
      />
      <ShareField
        label="Brokerage"
        name="brokerage_bps"
        bps={partner?.brokerage_bps ?? 1000}
        error={getFieldError('brokerage_bps')}
        required
      />
      <ShareField
        label="Referral"
        name="referral_bps"
        bps={partner?.referral_bps ?? 1000}
        error={getFieldError('referral_bps')}
        required
      />
    </FieldRow>
  </fieldset>
)

export const readPartnerInput = (form: FormData) => ({
  name: readText(form, 'name') ?? '',
  email: readText(form, 'email') ?? '',
  merchant_of_record: form.has('merchant_of_record'),
  affiliate: form.has('affiliate'),
  commission_bps: readShare(form, 'commission_bps') ?? 0,
  brokerage_bps: readShare(form, 'brokerage_bps') ?? 0,
  referral_bps: readShare(form, 'referral_bps') ?? 0,
})
