// How documents look on the wire.
import {
  CurrencyCode,
  EnvironmentName,
  IdText,
  isoTime,
  Named,
  Nullable,
  OneOf,
  SignedCents,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { DOCUMENT_KINDS, formatNumber } from '../rules/numbers.ts'
import type { Document } from '../store/documents.ts'

export const DocumentKindName = () =>
  OneOf(DOCUMENT_KINDS, { title: 'DocumentKind', description: 'What the document is.' })

const text = (description: string) => Type.String({ description })
const textOrNull = (description: string) => Nullable(Type.String({ description }))

const fields = {
  document_id: IdText('doc_'),
  number: Type.String({
    description:
      'Number of the document. Each kind has its own series per year, without gaps. In the sandbox it starts with `TEST-`.',
    examples: ['R-2026-000042'],
  }),
  kind: DocumentKindName(),
  order_public_id: Nullable(IdText('ord_', 'ID of the order. Null for other documents.')),
  settlement_id: Nullable(IdText('stl_', 'ID of the settlement. Null for other documents.')),
  purchase_id: Nullable(IdText('pur_', 'ID of the registration or renewal. Null for other documents.')),
  corrects: textOrNull('Number of the document that a credit note corrects.'),
  currency: CurrencyCode(),
  net_cents: SignedCents('Amount before tax, in minor units.'),
  tax_cents: SignedCents('Tax, in minor units.'),
  gross_cents: SignedCents('Total with tax, in minor units.'),
  issuer: Named('DocumentIssuer', {
    name: text('Name of the marketplace.'),
    address: Type.Array(Type.String(), { description: 'Lines of the postal address.' }),
    country: textOrNull('ISO 3166-1 alpha-2 country code.'),
    tax_id: textOrNull('Tax ID of the marketplace.'),
    email: textOrNull('Email address of the marketplace.'),
  }),
  recipient: Named('DocumentRecipient', {
    name: textOrNull('Name of the buyer or partner.'),
    company: textOrNull('Company of the buyer.'),
    email: textOrNull('Email address of the buyer.'),
    country: textOrNull('ISO 3166-1 alpha-2 country code.'),
    vat_id: textOrNull('VAT ID as the buyer entered it.'),
  }),
  sold_through: textOrNull('Name of the partner that sold the domain. Null if the marketplace did.'),
  lines: Type.Array(
    Named('DocumentLine', {
      description: text('What the line is for.'),
      domain: textOrNull('Domain in ASCII form.'),
      domain_unicode: textOrNull('Domain in Unicode form.'),
      amount_cents: SignedCents('Net amount in minor units.'),
    }),
    { description: 'Lines, which sum to the net amount.' },
  ),
  tax: Nullable(
    Named('DocumentTax', {
      country: text('Country whose tax applies.'),
      rate_bps: Type.Integer({ description: 'Tax rate in basis points.' }),
      reverse_charge: Type.Boolean({ description: 'True if the recipient accounts for the tax.' }),
      vat_id: textOrNull('VAT ID that the reverse charge is based on.'),
      vat_id_verified: Type.Boolean({
        description: 'Always false: the format is checked, the VAT ID is not verified.',
      }),
      added: Type.Boolean({
        description: 'True if the tax was charged on top of the price. False if the price included it.',
      }),
    }),
  ),
  supplied_at: Timestamp('When the sale was paid, the refund was made or the statement was closed.'),
  issued_at: Timestamp('When the document was issued.'),
}

export const DocumentView = Named('Document', fields)
export const OperatorDocumentView = Named('OperatorDocument', {
  ...fields,
  partner_id: IdText('ptn_'),
  environment: EnvironmentName(),
  seller_id: Nullable(IdText('usr_', 'Account of the seller. Null for other documents.')),
})

export function documentView(document: Document): Static<typeof DocumentView> {
  const { content } = document
  const { corrects, issuer, recipient, sold_through, lines, tax, supplied_at } = content
  return {
    document_id: document.id,
    number: formatNumber(document),
    kind: document.kind,
    order_public_id: document.orderId,
    settlement_id: document.settlementId,
    purchase_id: document.purchaseId,
    corrects,
    currency: document.currency as 'USD',
    net_cents: document.netCents,
    tax_cents: document.taxCents,
    gross_cents: document.grossCents,
    issuer,
    recipient,
    sold_through,
    lines,
    tax: tax && { ...tax, added: tax.added ?? false },
    supplied_at,
    issued_at: isoTime(document.issuedAt),
  }
}

export const operatorDocumentView = (document: Document): Static<typeof OperatorDocumentView> => ({
  ...documentView(document),
  partner_id: document.partnerId,
  environment: document.environment,
  seller_id: document.sellerId,
})

/** A row of a CSV file. */
export const documentRow = (document: Document) => {
  const { issuer: _, recipient, lines: __, tax: ___, seller_id: ____, ...row } = operatorDocumentView(document)
  return { ...row, recipient: recipient.company ?? recipient.name ?? recipient.email }
}

/** What a link to a document needs. */
export const DocumentLink = Named('DocumentLink', {
  document_id: fields.document_id,
  number: fields.number,
  kind: fields.kind,
})
export const documentLink = (
  document: Pick<Document, 'id' | 'kind' | 'environment' | 'series' | 'year' | 'number'>,
): Static<typeof DocumentLink> => ({
  document_id: document.id,
  number: formatNumber(document),
  kind: document.kind,
})
