// The building blocks of schemas. A named schema has a `title` and becomes a component of the OpenAPI document.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { invalidField } from '../kernel/errors.ts'
import { METADATA_BYTES_MAX, MONEY_CENTS_MAX, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../kernel/limits.ts'
import { CURRENCIES } from '../kernel/money.ts'
import { ENVIRONMENTS, SCOPES } from '../kernel/owner.ts'
import { EMAIL_LENGTH_MAX } from '../kernel/text/email-address.ts'

/** An object without unknown fields: they are rejected in requests and left out of responses. */
export const Strict = <Properties extends TProperties>(
  properties: Properties,
  options: Record<string, unknown> = {},
): TObject<Properties> => Type.Object(properties, { additionalProperties: false, ...options })

export const Named = <Properties extends TProperties>(title: string, properties: Properties, description?: string) =>
  Strict(properties, { title, ...(description ? { description } : {}) })

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const OneOf = <Values extends readonly string[]>(values: Values, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })

/** Without a description, the shared text of the field applies. */
const described = (description: string | undefined) => (description === undefined ? {} : { description })

export const Cents = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: MONEY_CENTS_MAX, ...described(description) })
export const PositiveCents = (description?: string) =>
  Type.Integer({ minimum: 1, maximum: MONEY_CENTS_MAX, ...described(description) })
/** A sum of amounts: each amount has a limit, the sum has none. */
export const SumCents = (description?: string) => Type.Integer({ minimum: 0, ...described(description) })
export const SignedCents = (description = 'Amount in minor units. Can be negative.') => Type.Integer({ description })
export const CurrencyCode = () => OneOf(CURRENCIES, { title: 'Currency', description: 'ISO 4217 currency code.' })
/** In responses only; a time in a request is text with a maximum length. */
export const Timestamp = (description?: string) => Type.String({ format: 'date-time', ...described(description) })
export const DomainText = (description = 'A registrable domain, as U-label or A-label.') =>
  Type.String({ minLength: 1, maxLength: 512, description, examples: ['quickwheels.com'] })
export const EmailText = () =>
  Type.String({
    minLength: 3,
    maxLength: EMAIL_LENGTH_MAX,
    format: 'email',
    description: 'An email address.',
  })
const ID_NOUNS = {
  adj_: 'adjustment',
  aud_: 'audit row',
  blk_: 'bulk run',
  brk_: 'brokerage case',
  cle_: 'commission entry',
  cmd_: 'registry command',
  cs_: 'checkout session',
  dlv_: 'webhook delivery',
  doc_: 'document',
  dsp_: 'dispute',
  evt_: 'event',
  imp_: 'import',
  inv_: 'invitation',
  lnk_: 'referral link',
  lst_: 'listing',
  msg_: 'message',
  opt_: 'operator token',
  off_: 'offer',
  ord_: 'order',
  pay_: 'payout',
  pky_: 'passkey',
  ptn_: 'partner',
  pur_: 'domain purchase',
  quo_: 'quote',
  req_: 'request',
  rfd_: 'refund',
  sal_: 'referred sale',
  spo_: 'seller payout',
  stl_: 'statement',
  txn_: 'transaction',
  usr_: 'user',
  whe_: 'webhook endpoint',
} as const

/** `WebhookDeliveryId` */
const idTitle = (noun: string): string =>
  `${noun.replace(/(?:^| )([a-z])/g, (_, letter: string) => letter.toUpperCase())}Id`

/** An empty ID in a body is a malformed field; any other text that is no ID is the ID of nothing. */
export const IdText = (prefix: keyof typeof ID_NOUNS, description?: string) =>
  Type.String({
    minLength: 1,
    ...(description === undefined ? { title: idTitle(ID_NOUNS[prefix]) } : {}),
    description: description ?? `ID of the ${ID_NOUNS[prefix]}. Starts with \`${prefix}\`.`,
    examples: [`${prefix}01k9zq4x7v3m8n2p5r6s7t8w9y`],
  })
export const EnvironmentName = () => OneOf(ENVIRONMENTS, { title: 'Environment' })
export const ScopeName = () => OneOf(SCOPES, { title: 'Scope' })

/** Key-value data of the caller. */
export const Metadata = () =>
  Type.Record(
    Type.String(),
    Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean(), Type.Null()]),
    {
      maxProperties: 50,
      // The length of a name cannot be said in the key's own schema: a record takes only its pattern from there.
      propertyNames: { maxLength: 40 },
      title: 'Metadata',
      description: 'Your own key-value data, returned unchanged.',
    },
  )

export function assertMetadata(metadata: Record<string, unknown> | undefined): void {
  if (metadata && Buffer.byteLength(JSON.stringify(metadata)) > METADATA_BYTES_MAX)
    throw invalidField('metadata', `must be at most ${METADATA_BYTES_MAX} bytes of JSON`)
}

/** The query parameters that every list shares. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: PAGE_LIMIT_DEFAULT,
      description: `Page size. Default ${PAGE_LIMIT_DEFAULT}. Values above ${PAGE_LIMIT_MAX} return ${PAGE_LIMIT_MAX}.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1024, description: '`next_cursor` of the previous page.' }),
  ),
}
export const pageFields = {
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    title: 'NextCursor',
    description: 'Cursor of the next page. Null on the last page.',
  }),
  has_more: Type.Boolean(),
}

export const isoTime = (at: Date): string => at.toISOString()
export const isoTimeOrNull = (at: Date | null): string | null => (at ? at.toISOString() : null)

export type { Static }
export { Type }
