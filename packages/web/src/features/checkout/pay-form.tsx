// The payment form: buyer and card. It works without JavaScript; its token pays once.
import { Button } from '../../ui/button.tsx'
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { moneyText } from '../../ui/text.ts'
import { countryOptions } from './countries.ts'
import { describePurchase, type Purchase, TotalLines, type Totals } from './summary.tsx'

export type PayFormProps = Omit<Purchase, 'lines' | 'sellerName' | 'isForOwner'> & {
  action: string
  token: string
  takesCards: boolean
  /** The marketplace asks for company and VAT ID. */
  asksCompany: boolean
  /** Tax is configured, so the country is required. */
  asksCountry: boolean
  buyer: { email: string; name: string; country: string; company: string; vatId: string }
  /** Null without tax, and until the buyer has chosen a country. */
  totals: Totals | null
  /** The checkout adds the tax to the price. */
  isTaxAdded: boolean
}

const CompanyFields = ({ company, vatId }: { company: string; vatId: string }) => (
  <FieldRow>
    <TextField
      label="Company (optional)"
      name="company"
      autoComplete="organization"
      defaultValue={company}
      maxLength={200}
    />
    <TextField
      label="VAT ID (optional)"
      name="vat_id"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      defaultValue={vatId}
      placeholder="DE123456789"
      maxLength={20}
    />
  </FieldRow>
)

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
        label="Expiry date"
        name="expiry"
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM/YY"
        maxLength={9}
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

/** Without JavaScript, the button brings the totals of the chosen country. With it, they come when the country changes. */
const TaxLines = ({ totals, currency, isTaxAdded }: Pick<PayFormProps, 'totals' | 'currency' | 'isTaxAdded'>) => (
  <>
    {totals === null ? (
      <p className="soft small">
        {isTaxAdded
          ? 'Tax is added to the price. Choose your country to see the total.'
          : 'The price includes tax. Choose your country to see how much.'}
      </p>
    ) : (
      <TotalLines totals={totals} currency={currency} />
    )}
    <noscript>
      <p className="checkout__update">
        <Button type="submit" kind="plain" name="step" value="total" formNoValidate>
          {totals === null ? 'Show total' : 'Update total'}
        </Button>
      </p>
    </noscript>
  </>
)

export function PayForm({
  action,
  token,
  takesCards,
  asksCompany,
  asksCountry,
  buyer,
  domain,
  product,
  priceCents,
  currency,
  totals,
  isTaxAdded,
}: PayFormProps) {
  const locale = useLocale()
  const totalCents = totals?.totalCents ?? priceCents
  const amount = moneyText(totalCents, currency, locale, 'exact')
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
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
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
            label={asksCountry ? 'Country' : 'Country (optional)'}
            required={asksCountry}
            name="country"
            autoComplete="country"
            defaultValue={buyer.country}
            options={countryOptions(locale)}
          />
        </FieldRow>
        {asksCompany ? <CompanyFields {...buyer} /> : null}
      </fieldset>
      {takesCards ? <CardFields /> : null}
      <div data-totals aria-live="polite">
        <input type="hidden" name="total" value={totalCents} />
        {asksCountry ? <TaxLines totals={totals} currency={currency} isTaxAdded={isTaxAdded} /> : null}
        <p className="checkout__total" id="pay-total">
          <span>{describePurchase({ domain, product })}</span>
          <strong>{amount}</strong>
        </p>
        <Button type="submit" wide aria-describedby="pay-total">
          Pay {amount}
        </Button>
      </div>
    </form>
  )
}
