// The form fields of a partner: contact, payment model, commission rates.
import type { Partner } from '@freehold/sdk/types'
import { ShareField, shareOf } from '../../ui/amount-field.tsx'
import { CheckField, FieldRow, TextField } from '../../ui/field.tsx'
import { type ProblemOf, textOf } from '../../ui/form.tsx'

type Given = { partner?: Partner; problemOf: ProblemOf }

export const PartnerFields = ({ partner, problemOf }: Given) => (
  <>
    <TextField
      label="Name"
      name="name"
      defaultValue={partner?.name}
      error={problemOf('name')}
      required
      maxLength={200}
    />
    <TextField
      label="Contact email"
      name="email"
      type="email"
      defaultValue={partner?.email}
      error={problemOf('email')}
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
    <RateFields partner={partner} problemOf={problemOf} />
  </>
)

const RateFields = ({ partner, problemOf }: Given) => (
  <fieldset>
    <legend>Commission rates for future sales</legend>
    <FieldRow>
      <ShareField
        label="Sales"
        name="commission_bps"
        bps={partner?.commission_bps ?? 1500}
        error={problemOf('commission_bps')}
        required
      />
      <ShareField
        label="Brokerage"
        name="brokerage_bps"
        bps={partner?.brokerage_bps ?? 1000}
        error={problemOf('brokerage_bps')}
        required
      />
      <ShareField
        label="Referral"
        name="referral_bps"
        bps={partner?.referral_bps ?? 1000}
        error={problemOf('referral_bps')}
        required
      />
    </FieldRow>
  </fieldset>
)

export const partnerInputOf = (form: FormData) => ({
  name: textOf(form, 'name') ?? '',
  email: textOf(form, 'email') ?? '',
  merchant_of_record: form.has('merchant_of_record'),
  affiliate: form.has('affiliate'),
  commission_bps: shareOf(form, 'commission_bps') ?? 0,
  brokerage_bps: shareOf(form, 'brokerage_bps') ?? 0,
  referral_bps: shareOf(form, 'referral_bps') ?? 0,
})
