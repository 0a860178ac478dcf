// How registrations and renewals that people pay for look on the wire.
import {
  Cents,
  CurrencyCode,
  DomainText,
  EmailText,
  IdText,
  isoTime,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  pageFields,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { CHECKOUT_PRODUCTS } from '../../../kernel/contracts/checkout-products.ts'
import { toUnicodeDomain } from '../../../kernel/text/domain-name.ts'
import { type Document, DocumentLink, documentLink } from '../../documents/index.ts'
import { PROGRESS, type Registrant, toProgress } from '../rules/commands.ts'
import { PURCHASE_STATES } from '../rules/purchases.ts'
import type { Command } from '../store/commands.ts'
import type { Purchase } from '../store/purchases.ts'

const line = (description: string, maxLength = 100) => Type.String({ minLength: 1, maxLength, description })

const RegistrantInput = Strict({
  name: line('Full name of the person who registers the domain.'),
  organization: Type.Optional(line('Organization. Some TLDs require one.')),
  street: line('Street and number.'),
  city: line('City.'),
  state: Type.Optional(line('State or province.')),
  postal_code: Type.Optional(line('Postal code.', 16)),
  country: Type.String({
    maxLength: 2,
    pattern: '^[A-Z]{2}$',
    description: 'Country, ISO 3166-1 alpha-2.',
    examples: ['US'],
  }),
  phone: Type.String({
    maxLength: 20,
    pattern: '^\\+[0-9]{1,3}\\.[0-9]{4,14}$',
    description: 'Phone number with a dot after the country code.',
    examples: ['+1.5555550100'],
  }),
  email: EmailText(),
})

export const RegistrationInput = Strict({
  domain: DomainText(),
  years: Type.Integer({ minimum: 1, maximum: 10, description: 'Term in years.' }),
  nameservers: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 254, examples: ['ns1.example.net'] }), {
      maxItems: 13,
      description: 'Nameservers. Without them, the domain is registered and does not resolve, if the TLD allows it.',
    }),
  ),
  registrant: RegistrantInput,
})

export const toRegistrant = (given: Static<typeof RegistrantInput>): Registrant => ({
  name: given.name,
  organization: given.organization ?? null,
  street: given.street,
  city: given.city,
  state: given.state ?? null,
  postalCode: given.postal_code ?? null,
  country: given.country,
  phone: given.phone,
  email: given.email,
})

export const RegistrationStartView = Named('RegistrationCheckout', {
  purchase_id: IdText('pur_'),
  checkout_url: Type.String({ description: 'Page to pay. It does not reserve the domain.' }),
  domain: Type.String(),
  price_cents: PositiveCents('Price for the whole term, in minor units.'),
  currency: CurrencyCode(),
  expires_at: Timestamp('Until when the checkout is open.'),
})

const PurchaseItemView = Named('DomainPurchaseItem', {
  domain: Type.String(),
  domain_unicode: Type.String(),
  years: Type.Integer({ description: 'Term in years.' }),
  price_cents: PositiveCents(),
  progress: OneOf(PROGRESS),
  error: Nullable(Type.String({ description: 'Why it failed, or why it is tried again.' })),
})

export const PurchaseView = Named('DomainPurchase', {
  purchase_id: IdText('pur_'),
  product: OneOf(CHECKOUT_PRODUCTS),
  status: OneOf(PURCHASE_STATES, {
    description: '`open`: not paid. `paid`: the registry works on it. `settled`: everything is done or refunded.',
  }),
  total_cents: PositiveCents('Price of all items, in minor units.'),
  tax_cents: Cents('Tax that you paid on top of the price, in minor units. 0 if the price includes the tax.'),
  refunded_cents: Cents('Refunded for items that failed, with the tax on top of their price, in minor units.'),
  currency: CurrencyCode(),
  checkout_url: Nullable(Type.String({ description: 'Page to pay. Null if it is paid, or the checkout has ended.' })),
  items: Type.Array(PurchaseItemView),
  documents: Type.Array(DocumentLink, { description: 'Receipt or invoice, and the credit note of a refund.' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export const PurchasesView = Strict({ domain_purchases: Type.Array(PurchaseView), ...pageFields })

export const purchaseView = (
  purchase: Purchase,
  { commands, documents }: { commands: readonly Command[]; documents: readonly Document[] },
  checkoutUrl: string | null,
): Static<typeof PurchaseView> => ({
  purchase_id: purchase.id,
  product: purchase.product,
  status: purchase.state,
  total_cents: purchase.totalCents,
  tax_cents: purchase.addedTaxCents,
  refunded_cents: purchase.refundedCents + purchase.refundedTaxCents,
  currency: purchase.currency as 'USD',
  checkout_url: checkoutUrl,
  items: commands
    .filter(({ purchaseId }) => purchaseId === purchase.id)
    .map(({ domain, params, priceCents, state, lastError }) => ({
      domain,
      domain_unicode: toUnicodeDomain(domain),
      years: params.years ?? 1,
      price_cents: priceCents ?? 0,
      progress: toProgress(state),
      error: lastError,
    })),
  documents: documents.filter(({ purchaseId }) => purchaseId === purchase.id).map(documentLink),
  created_at: isoTime(purchase.createdAt),
  updated_at: isoTime(purchase.updatedAt),
})
