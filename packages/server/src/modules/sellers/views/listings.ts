// The API views of a seller's listings.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  CurrencyCode,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { DESCRIPTION_LENGTH_MAX } from '../../../kernel/limits.ts'
import { listingTerms, offerTerms } from '../../catalog/index.ts'
import { listSellerActions, PROOF_METHODS, SELLER_LISTING_ACTIONS, SELLER_LISTING_STATUSES } from '../rules/listings.ts'
import { buildRecord, PROOF_RESULTS } from '../rules/proofs.ts'
import type { ChangedTerms } from '../service/list.ts'
import type { OwnListing } from '../store/proofs.ts'

const TxtRecordView = Named(
  'TxtRecord',
  {
    type: Type.Literal('TXT', { description: 'Type of the record.' }),
    name: Type.String({ description: 'Name of the record.', examples: ['_freehold.quickwheels.com'] }),
    value: Type.String({
      description: 'Value of the record.',
      examples: ['freehold-verify=6f1c0a52b9d84e7f3a2b6c8d9e0f1a2b3c4d5e6f'],
    }),
  },
  'A DNS record to publish.',
)

const VerificationView = Named('ListingVerification', {
  method: Nullable(
    OneOf(PROOF_METHODS, {
      title: 'ProofMethod',
      description:
        '`ownership`: you own the domain here. `dns`: by TXT record. `operator`: checked by an operator. Null until verified.',
    }),
  ),
  record: Nullable(TxtRecordView),
  last_result: Nullable(
    OneOf(PROOF_RESULTS, {
      title: 'ProofResult',
      description:
        '`found`: the record is right. `missing`: there is no TXT record. `mismatch`: the TXT records have other values. ' +
        '`unavailable`: the nameservers did not respond. `conflict`: the domain cannot be listed now.',
    }),
  ),
  checked_at: Nullable(Timestamp('When the record was last looked up. Null if it was not looked up yet.')),
  next_check_at: Nullable(Timestamp('When the record is looked up next. Null if it is not looked up any more.')),
  expires_at: Nullable(Timestamp('Until when the record is looked up. Null once the domain is verified.')),
  verified_at: Nullable(Timestamp('When the domain was verified. Null until then.')),
})

const STATUS = {
  title: 'SellerListingStatus',
  description:
    '`pending_verification`: publish the TXT record. `expired`: the record was not published in time. `reserved`: a buyer is about to pay.',
}

export const SellerListingView = Named('SellerListing', {
  listing_id: IdText('lst_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  status: OneOf(SELLER_LISTING_STATUSES, STATUS),
  price_cents: PositiveCents(),
  floor_price_cents: PositiveCents(),
  sold_price_cents: Nullable(PositiveCents('What the buyer paid, in minor units. Null unless the domain is sold.')),
  currency: CurrencyCode(),
  description: Nullable(Type.String()),
  categories: Type.Array(Type.String()),
  accepts_offers: Type.Boolean({ description: 'True if buyers can make offers.' }),
  auto_accept_offers: Type.Boolean({
    description: 'True if offers at or above the floor price are accepted automatically.',
  }),
  verification: VerificationView,
  reserved_until: Nullable(Timestamp()),
  actions: ActionsView('SellerListingAction', SELLER_LISTING_ACTIONS, { values: SELLER_LISTING_STATUSES, ...STATUS }),
  listed_at: Nullable(Timestamp('When the domain was put on the market. Null before that.')),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type SellerListingJson = Static<typeof SellerListingView>

const needsRecord = ({ status }: OwnListing) => status === 'pending_verification'

export const sellerListingView = (listing: OwnListing): SellerListingJson => ({
  listing_id: listing.id,
  domain: listing.domain,
  domain_unicode: listing.domainUnicode,
  status: listing.status,
  price_cents: listing.priceCents,
  floor_price_cents: listing.floorPriceCents,
  sold_price_cents: listing.soldPriceCents,
  currency: listing.currency as 'USD',
  description: listing.description,
  categories: listing.categories,
  accepts_offers: listing.acceptsOffers,
  auto_accept_offers: listing.autoAcceptOffers,
  verification: {
    method: listing.method,
    record:
      needsRecord(listing) && listing.token !== null
        ? { type: 'TXT', ...buildRecord({ domain: listing.domain, token: listing.token }) }
        : null,
    last_result: listing.lastResult,
    checked_at: isoTimeOrNull(listing.checkedAt),
    next_check_at: needsRecord(listing) ? isoTimeOrNull(listing.nextCheckAt) : null,
    expires_at: isoTimeOrNull(listing.expiresAt),
    verified_at: isoTimeOrNull(listing.verifiedAt),
  },
  reserved_until: isoTimeOrNull(listing.reservedUntil),
  actions: actionViews(listSellerActions(listing.status)),
  listed_at: isoTimeOrNull(listing.listedAt),
  created_at: isoTime(listing.createdAt),
  updated_at: isoTime(listing.updatedAt),
})

export const SellerTerms = { ...listingTerms, ...offerTerms }

/** Only the fields that are sent change. */
export const SellerChange = Strict(
  {
    price_cents: Type.Optional(listingTerms.price_cents),
    floor_price_cents: listingTerms.floor_price_cents,
    currency: Type.Optional(listingTerms.currency),
    description: Type.Optional(Nullable(Type.String({ maxLength: DESCRIPTION_LENGTH_MAX }))),
    categories: listingTerms.categories,
    ...offerTerms,
  },
  { minProperties: 1 },
)

type TermsJson = {
  price_cents?: number
  floor_price_cents?: number
  currency?: string
  description?: string | null
  categories?: string[]
  accepts_offers?: boolean
  auto_accept_offers?: boolean
}

export const toTerms = (body: TermsJson): ChangedTerms => ({
  priceCents: body.price_cents,
  floorPriceCents: body.floor_price_cents,
  currency: body.currency,
  description: body.description,
  categories: body.categories,
  acceptsOffers: body.accepts_offers,
  autoAcceptOffers: body.auto_accept_offers,
})

/** A line of an import as a new listing; the schema requires price and currency. */
export const toNewTerms = (body: TermsJson & { price_cents: number; currency: string }) => ({
  ...toTerms(body),
  priceCents: body.price_cents,
  currency: body.currency,
})

export const SELLER_LISTING_COLUMNS = [
  'domain',
  'price_cents',
  'floor_price_cents',
  'currency',
  'description',
  'categories',
  'accepts_offers',
  'auto_accept_offers',
  'status',
  'listing_id',
  'domain_unicode',
  'txt_name',
  'txt_value',
  'listed_at',
  'created_at',
  'sold_price_cents',
]

/** A listing as CSV has it: with its TXT record, and categories as the import reads them. */
export const sellerListingLine = ({ verification: { record }, categories, ...listing }: SellerListingJson) => ({
  ...listing,
  categories: categories.join('|'),
  txt_name: record?.name ?? null,
  txt_value: record?.value ?? null,
})

export const SellerImportView = Named('SellerImport', {
  lines: Type.Integer({ description: 'Lines read, not counting empty lines and the header.' }),
  created: Type.Integer({ description: 'New listings, including those that wait for their verification.' }),
  updated: Type.Integer({ description: 'Listings that were yours already and got the terms of their line.' }),
  rejected: Type.Integer({ description: 'Lines that changed nothing.' }),
  results: Type.Array(
    Named('SellerImportLine', {
      line: Type.Integer({ description: 'Line of the file, starting at 1 with the header.' }),
      domain: Nullable(Type.String()),
      status: OneOf(['created', 'updated', 'rejected'], { title: 'SellerImportStatus' }),
      message: Nullable(Type.String({ description: 'Why the line was rejected.' })),
      listing: Nullable(SellerListingView),
    }),
    { description: 'One result for each line.' },
  ),
})
