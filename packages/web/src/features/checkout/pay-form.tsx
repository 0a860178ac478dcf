// The payment form: buyer and card. It works without JavaScript; its token pays once.
import { Button } from '../../ui/button.tsx'
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { moneyText } from '../../ui/text.ts'
import { countryOptions } from './countries.ts'

export type PayFormProps = {
  action: string
  token: string
  takesCards: boolean
  buyer: { email: string; name: string; country: string }
  priceCents: number
  currency: string
}

const CardFields = () => (
  <fieldset>
    <legend>Card</legend>
    <TextField
      label="Card number"
      name="number"
      inputMode="numeric"
      autoComplete="cc-number"
      placeholder="1234 1234 1234 1234"
      maxLength={23}
      required
    />
    <FieldRow tight>
      <TextField
        label="Month"
        name="exp_month"
        inputMode="numeric"
        autoComplete="cc-exp-month"
        placeholder="12"
        maxLength={2}
        required
      />
      <TextField
        label="Year"
        name="exp_year"
        inputMode="numeric"
        autoComplete="cc-exp-year"
        placeholder="2030"
        maxLength={4}
        required
      />
      <TextField
        label="CVC"
        name="cvc"
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder="123"
        maxLength={4}
        required
      />
    </FieldRow>
  </fieldset>
)

export function PayForm({ action, token, takesCards, buyer, priceCents, currency }: PayFormProps) {
  const locale = useLocale()
  return (
    <form className="checkout" method="post" action={action}>
      <input type="hidden" name="form" value={token} />
      <fieldset>
        <legend>Buyer</legend>
        <TextField
          label="Your email address"
          type="email"
          name="email"
          autoComplete="email"
          defaultValue={buyer.email}
          maxLength={254}
          required
        />
        <FieldRow>
          <TextField
            label="Name (optional)"
            name="name"
            autoComplete="name"
            defaultValue={buyer.name}
            maxLength={200}
          />
          <SelectField
            label="Country (optional)"
            name="country"
            autoComplete="country"
            defaultValue={buyer.country}
            options={countryOptions(locale)}
          />
        </FieldRow>
      </fieldset>
      {takesCards ? <CardFields /> : null}
      <Button type="submit" wide>
        Pay {moneyText(priceCents, currency, locale, 'exact')}
      </Button>
    </form>
  )
}
