// How owned domains and bulk operations look on the wire.
import type { TObject } from 'typebox'
import {
  CurrencyCode,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  pageFields,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { BULK_DOMAINS_MAX } from '../../kernel/limits.ts'
import type { Listing } from '../catalog/index.ts'
import { type BulkOp, type OwnedDomain, PROGRESS, REFUSAL_CODES } from './rules.ts'
import type { BulkBill, BulkRow } from './service.ts'
import type { BulkRun } from './store.ts'

const Switch = (field: string, description: string) => Strict({ [field]: Type.Boolean({ description }) })

/** What each operation does, and what it takes. */
export const OPERATIONS: Record<BulkOp, { description: string; params: TObject }> = {
  renew: {
    description:
      'Rows fail with `payment_required`. With a connector, `checkout` of the response has the page to pay for all of them, at the price of the TLD; the domains are renewed then. Without a connector, renew at the registrar.',
    params: Strict({ years: Type.Integer({ minimum: 1, maximum: 10 }) }),
  },
  set_nameservers: {
    description:
      'Sets the nameservers. An empty list removes the delegation, if the TLD allows it. Reaches the registry only with a connector.',
    params: Strict({
      nameservers: Type.Array(Type.String({ minLength: 1, maxLength: 254, examples: ['ns1.example.net'] }), {
        maxItems: 13,
      }),
    }),
  },
  set_auto_renew: {
    description:
      'Turns reminders to renew on or off. With a connector, domains that were registered or renewed here get an email 30 days, 7 days and 1 day before they expire. Nobody is charged automatically: renew with `renew`. Otherwise the setting is only stored.',
    params: Switch('enabled', 'True to be reminded before the domain expires.'),
  },
  set_lock: {
    description: 'Locks domains against transfers, or unlocks them. Reaches the registry only with a connector.',
    params: Switch('locked', 'True to prevent transfers.'),
  },
  set_privacy: {
    description:
      'Hides or shows the registrant in public registration data. Reaches the registry only with a connector.',
    params: Switch('enabled', 'True to hide the registrant.'),
  },
  list_for_sale: {
    description: 'Lists domains on the marketplace in US dollars. Domains that are already listed get the new price.',
    params: Strict({ price_cents: PositiveCents(), floor_price_cents: Type.Optional(PositiveCents()) }),
  },
  unlist: { description: 'Removes domains from the marketplace.', params: Strict({}) },
  set_price: {
    description: 'Changes the price of listed domains.',
    params: Strict({ price_cents: PositiveCents() }),
  },
}

const OwnedDomainView = Named('OwnedDomain', {
  domain: Type.String(),
  domain_unicode: Type.String(),
  expires_at: Timestamp(),
  auto_renew: Type.Boolean(),
  locked: Type.Boolean({ description: 'True to prevent transfers.' }),
  privacy: Type.Boolean(),
  nameservers: Type.Array(Type.String()),
  listing: Nullable(
    Strict({
      listing_id: IdText('lst_'),
      price_cents: PositiveCents(),
      floor_price_cents: PositiveCents(),
      currency: CurrencyCode(),
      status: OneOf(['listed', 'sold']),
    }),
  ),
})

export const OwnedDomainsView = Named('OwnedDomains', { domains: Type.Array(OwnedDomainView), ...pageFields })

export const ownedDomainView = (domain: OwnedDomain, listing: Listing | null): Static<typeof OwnedDomainView> => ({
  domain: domain.domain,
  domain_unicode: domain.domainUnicode,
  expires_at: isoTime(domain.expiresAt),
  auto_renew: domain.autoRenew,
  locked: domain.locked,
  privacy: domain.privacy,
  nameservers: domain.nameservers,
  listing: listing && {
    listing_id: listing.id,
    price_cents: listing.priceCents,
    floor_price_cents: listing.floorPriceCents,
    currency: listing.currency as 'USD',
    status: listing.status as 'listed',
  },
})

export const BulkInput = Strict({
  domains: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: BULK_DOMAINS_MAX,
    description: 'Your domains. A domain that is not yours fails only in its own row.',
  }),
  params: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Parameters of the operation. `GET /api/domains/bulk` has their schemas.',
      },
    ),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'True to return what would happen without changing anything.' })),
})

const BulkRowView = Named('BulkRow', {
  domain: Type.String(),
  status: OneOf(['ok', 'error']),
  changed: Type.Boolean({ description: 'False if the domain already had this state.' }),
  progress: OneOf(PROGRESS, {
    description:
      'How far the change is. `pending`: the registry has not changed the domain yet. `GET /api/account/bulk-runs/{bulk_id}` shows when it has.',
  }),
  error: Nullable(Strict({ code: OneOf(REFUSAL_CODES), message: Type.String() })),
})

export const BulkView = Named('BulkAnswer', {
  bulk_id: IdText('blk_'),
  op: OneOf(Object.keys(OPERATIONS)),
  dry_run: Type.Boolean(),
  total: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  results: Type.Array(BulkRowView),
  checkout: Nullable(
    Named('BulkCheckout', {
      checkout_url: Nullable(Type.String({ description: 'Page to pay. Null in a dry run.' })),
      price_cents: PositiveCents('What the domains that wait for a payment cost together, in minor units.'),
      currency: CurrencyCode(),
      expires_at: Nullable(Timestamp('Until when the checkout is open. Null in a dry run.')),
    }),
  ),
})

export const bulkCheckoutView = ({ totalCents, currency, checkout }: BulkBill) => ({
  checkout_url: checkout?.checkoutUrl ?? null,
  price_cents: totalCents,
  currency: currency as 'USD',
  expires_at: isoTimeOrNull(checkout?.expiresAt ?? null),
})

export const bulkRowView = ({ domain, decision, changed, progress }: BulkRow): Static<typeof BulkRowView> => ({
  domain,
  status: decision.ok ? 'ok' : 'error',
  changed,
  progress,
  error: decision.ok ? null : { code: decision.code, message: decision.message },
})

export const BulkCatalogueView = Named('BulkCatalogue', {
  max_domains: Type.Integer(),
  operations: Type.Array(
    Strict({
      op: OneOf(Object.keys(OPERATIONS)),
      description: Type.String(),
      available: Type.Boolean({ description: 'False if this marketplace cannot carry it out.' }),
      params: Type.Unsafe<unknown>({ type: 'object', description: 'JSON Schema of the parameters.' }),
    }),
  ),
})

export const bulkRunFields = {
  bulk_id: IdText('blk_'),
  op: OneOf(Object.keys(OPERATIONS)),
  params: Type.Unsafe<unknown>({ type: 'object', description: 'Parameters of the operation.' }),
  total: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  at: Timestamp(),
}
const BulkRunView = Named('BulkRun', bulkRunFields)
export const BulkRunsView = Strict({ bulk_runs: Type.Array(BulkRunView), ...pageFields })

export const bulkRunView = (run: BulkRun): Static<typeof BulkRunView> => ({
  bulk_id: run.id,
  op: run.op,
  params: run.params,
  total: run.total,
  succeeded: run.succeeded,
  failed: run.total - run.succeeded,
  at: isoTime(run.at),
})
