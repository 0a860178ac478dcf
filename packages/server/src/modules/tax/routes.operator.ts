// Tax settings for operators.
import { defineRoute } from '../../http/define-route.ts'
import { Named, Nullable, OneOf, Type } from '../../http/schema.ts'
import { TAX_RATE_BPS_MAX, TAX_RATES_MAX } from '../../kernel/limits.ts'
import { PRICE_KINDS, type TaxSettings } from './rules.ts'
import { findTaxSettings, saveTaxSettings } from './service.ts'

const CountryCode = (description: string) =>
  Type.String({ minLength: 2, maxLength: 2, pattern: '^[A-Z]{2}$', description, examples: ['DE'] })

const fields = {
  seller_country: CountryCode("ISO 3166-1 alpha-2 code of the marketplace's country."),
  rates: Type.Array(
    Named('TaxRate', {
      country: CountryCode("ISO 3166-1 alpha-2 code of the buyer's country."),
      rate_bps: Type.Integer({
        minimum: 0,
        maximum: TAX_RATE_BPS_MAX,
        description: 'Tax rate in basis points: 1900 is 19%.',
      }),
      reverse_charge: Type.Boolean({
        description:
          'True if a business that gives a VAT ID accounts for the tax itself. Ignored for `seller_country`.',
      }),
    }),
    { maxItems: TAX_RATES_MAX, description: 'One rate per country. An empty list turns tax off.' },
  ),
}
const Prices = () =>
  OneOf(PRICE_KINDS, {
    title: 'PriceKind',
    description: '`gross`: prices include the tax. `net`: the checkout adds the tax to the price.',
  })
const TaxInput = Named('TaxSettingsInput', { ...fields, prices: Type.Optional(Prices()) })
const TaxView = Named('TaxSettings', {
  ...fields,
  seller_country: Nullable(fields.seller_country),
  prices: Prices(),
})

const toView = (settings: TaxSettings | null) => ({
  seller_country: settings?.sellerCountry ?? null,
  rates: (settings?.rates ?? []).map(({ country, rateBps, reverseCharge }) => ({
    country,
    rate_bps: rateBps,
    reverse_charge: reverseCharge,
  })),
  prices: settings?.prices ?? 'gross',
})

const get = defineRoute({
  id: 'operator.tax.get',
  area: 'operator',
  method: 'GET',
  path: '/tax',
  summary: 'Get tax settings',
  description: 'Without tax settings, `seller_country` is null and no sale has tax.',
  returns: 'The tax settings.',
  response: TaxView,
  handle: async ({ db }) => toView(await findTaxSettings(db)),
})

const put = defineRoute({
  id: 'operator.tax.put',
  area: 'operator',
  method: 'PUT',
  path: '/tax',
  operators: ['finance'],
  summary: 'Replace tax settings',
  description:
    'Applies to later payments at the hosted checkout. With rates, the checkout requires the country of the buyer, and ' +
    'shows net amount, tax and total. Without `prices`, the kind of prices stays as it is: at first `gross`, which means ' +
    'that prices include the tax. The tax of a sale never changes afterwards.',
  returns: 'The tax settings.',
  body: TaxInput,
  response: TaxView,
  writes: true,
  handle: async ({ tx }, { body }) => {
    const rates = body.rates.map(({ country, rate_bps, reverse_charge }) => ({
      country,
      rateBps: rate_bps,
      reverseCharge: reverse_charge,
    }))
    await saveTaxSettings(tx, { sellerCountry: body.seller_country, rates, prices: body.prices })
    return toView(await findTaxSettings(tx))
  },
})

export const operatorRoutes = [get, put]
