// How names, registrations and endings look on the wire, and what is asked for them.
import {
  Cents,
  DomainText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import type { Lookup, Registration } from '../../integrations/registry/registry.ts'
import { CURRENCIES } from '../../kernel/money.ts'
import type { DomainName } from '../../kernel/text/domain-name.ts'
import { type FoundName, isAvailable } from './rules/search.ts'
import {
  getPriceCents,
  getYears,
  PRICE_OPERATIONS,
  type PricedTld,
  type PriceOperation,
  type Tld,
} from './rules/tlds.ts'

export const TldText = () =>
  Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'A TLD in any form: `com`, `.COM`, `рф`, `co.uk`.',
    examples: ['com'],
  })

/** The parameters of the four questions; the batch and the tools of agents take the same. */
export const SearchInput = Strict({
  q: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'A registrable domain, or a label without a TLD. A label is checked under `.com` first.',
    examples: ['quickwheels.com', 'quickwheels'],
  }),
})
export const WhoisInput = Strict({ domain: DomainText() })
export const TldPriceInput = Strict({
  tld: TldText(),
  op: Type.Optional(
    OneOf(PRICE_OPERATIONS, { default: 'register', description: 'Operation to price. Default `register`.' }),
  ),
})
export const TldInput = Strict({ tld: TldText() })

export const SEARCH_SOURCES = ['marketplace', 'rdap', 'whois', 'dns', 'simulated'] as const

const rowFields = {
  domain: Type.String(),
  domain_unicode: Type.String(),
  tld: Type.String(),
  primary: Type.Boolean({ description: 'True for the domain you searched for.' }),
  available: Nullable(
    Type.Boolean({ description: 'True if the domain can be registered. Null if the registry does not respond.' }),
  ),
  status: OneOf(['available', 'registered', 'for_sale', 'unknown']),
  price: Nullable(
    Strict({ cents: Cents(), currency: OneOf(CURRENCIES), kind: OneOf(['buy_now', 'register'] as const) }),
  ),
  price_masked: Type.Boolean({
    description: 'True if the marketplace price is hidden. A token with `pricing:read` shows it.',
  }),
  source: Nullable(OneOf(SEARCH_SOURCES)),
  checked_at: Timestamp(),
  url: Type.Optional(
    Type.String({ format: 'uri', description: 'Page of the domain, where it can be bought. Only if `for_sale`.' }),
  ),
}
export const SearchRowView = Named('SearchRow', rowFields)
export type SearchRow = Static<typeof SearchRowView>
export const searchRowView = (found: FoundName, baseUrl: string): SearchRow => ({
  domain: found.name.domain,
  domain_unicode: found.name.unicode,
  tld: found.name.tld,
  primary: found.primary,
  available: isAvailable(found),
  status: found.state,
  price: found.price as SearchRow['price'],
  price_masked: found.priceMasked,
  source: found.source,
  checked_at: isoTime(found.checkedAt),
  ...(found.state === 'for_sale' ? { url: `${baseUrl}/domains/${found.name.domain}` } : {}),
})
export const SearchView = Named('DomainSearch', {
  query: Type.String({ description: 'The domain you searched for, normalized.' }),
  authenticated: Type.Boolean(),
  results: Type.Array(SearchRowView),
})

const Maybe = () => Nullable(Type.String())

export const WhoisView = Named('Whois', {
  domain: Type.String(),
  domain_unicode: Type.String(),
  registered: Type.Boolean(),
  source: OneOf(['rdap', 'whois', 'simulated'] as const),
  registrar: Nullable(Strict({ name: Maybe(), iana_id: Maybe(), url: Maybe(), abuse_email: Maybe() })),
  registrant: Nullable(
    Strict({
      name: Maybe(),
      organization: Maybe(),
      country: Maybe(),
      redacted: Type.Boolean({ description: 'True if the registry hides registrant data.' }),
    }),
  ),
  created_at: Nullable(Timestamp()),
  updated_at: Nullable(Timestamp()),
  expires_at: Nullable(Timestamp()),
  nameservers: Type.Array(Type.String()),
  statuses: Type.Array(Type.String({ description: 'EPP statuses, such as `clientTransferProhibited`.' })),
  dnssec: Nullable(Strict({ signed: Nullable(Type.Boolean()) })),
  checked_at: Timestamp(),
  cached: Type.Boolean(),
})

const registrationView = ({ registrar, registrant, ...of }: Registration) => ({
  registrar: { name: registrar.name, iana_id: registrar.ianaId, url: registrar.url, abuse_email: registrar.abuseEmail },
  registrant,
  created_at: isoTimeOrNull(of.createdAt),
  updated_at: isoTimeOrNull(of.updatedAt),
  expires_at: isoTimeOrNull(of.expiresAt),
  nameservers: of.nameservers,
  statuses: of.statuses,
  dnssec: { signed: of.dnssecSigned },
})

const NO_REGISTRATION = {
  registrar: null,
  registrant: null,
  created_at: null,
  updated_at: null,
  expires_at: null,
  nameservers: [],
  statuses: [],
  dnssec: null,
}

export function whoisView(name: DomainName, found: Exclude<Lookup, { state: 'unknown' }>): Static<typeof WhoisView> {
  return {
    domain: name.domain,
    domain_unicode: name.unicode,
    registered: found.state === 'registered',
    source: found.source as 'rdap',
    ...(found.state === 'registered' ? registrationView(found.registration) : NO_REGISTRATION),
    checked_at: isoTime(found.checkedAt),
    cached: found.cached,
  }
}

const MaybeCents = () => Nullable(Cents('Price in US cents for the shortest term. Null if not offered.'))
const priceFields = {
  register_cents: MaybeCents(),
  renew_cents: MaybeCents(),
  transfer_cents: MaybeCents(),
  restore_cents: MaybeCents(),
}
const PricesView = Named('TldPrices', priceFields)

export const TldPriceView = Named('TldPrice', {
  tld: Type.String(),
  op: OneOf(PRICE_OPERATIONS),
  price_cents: MaybeCents(),
  currency: OneOf(['USD'] as const),
  years: Nullable(Type.Integer({ description: 'Years covered by the price. Null if it adds none.' })),
  prices: PricesView,
  as_of: Nullable(Timestamp('When the prices were set.')),
})

const pricesView = (tld: PricedTld) => ({
  register_cents: tld.registerCents,
  renew_cents: tld.renewCents,
  transfer_cents: tld.transferCents,
  restore_cents: tld.restoreCents,
})

export const tldPriceView = (tld: Tld, op: PriceOperation): Static<typeof TldPriceView> => ({
  tld: tld.tld,
  op,
  price_cents: getPriceCents(tld, op),
  currency: 'USD',
  years: getYears(tld, op),
  prices: pricesView(tld),
  as_of: isoTimeOrNull(tld.pricesAsOf),
})

export const OfferedTldView = Named('OfferedTld', {
  tld: Type.String(),
  tld_unicode: Type.String(),
  type: Type.String(),
  ...priceFields,
  currency: OneOf(['USD'] as const),
})

export const offeredTldView = (tld: PricedTld): Static<typeof OfferedTldView> => ({
  tld: tld.tld,
  tld_unicode: tld.tldUnicode,
  type: tld.type,
  ...pricesView(tld),
  currency: 'USD',
})

const Years = () => Nullable(Type.Integer({ minimum: 1, maximum: 100 }))
const Count = () => Nullable(Type.Integer({ minimum: 0, maximum: 1000 }))
const Known = () => Nullable(Type.Boolean())
const RuleView = Named('TldRule', {
  code: Type.String({ maxLength: 60, pattern: '^[a-z0-9_]{1,60}$' }),
  text: Nullable(Type.String({ maxLength: 500 })),
})
const Rules = () => Type.Array(RuleView, { maxItems: 50 })
const Countries = () => Nullable(Type.Array(Type.String({ maxLength: 2, pattern: '^[A-Z]{2}$' }), { maxItems: 250 }))

/** The groups of what is known about an ending, as they are shown and as an operator sets them. */
export const metadataGroups = {
  idn: Known(),
  dnssec: Known(),
  term: { min_years: Years(), max_years: Years() },
  organization: { required: Known(), rules: Rules() },
  registrant: { local_presence_required: Known(), allowed_countries: Countries() },
  nameservers: { required: Known(), min: Count(), max: Count(), rules: Rules() },
  transfer: { auth_code_required: Known(), lock_days: Count() },
  lifecycle_days: { auto_renew_grace: Count(), redemption: Count(), pending_delete: Count() },
}
export { priceFields }

const metadataFields = {
  tld: Type.String(),
  tld_unicode: Type.String(),
  type: Type.String({ description: 'Type of the TLD: gTLD, ccTLD, sTLD, grTLD, or ccSLD for a second-level TLD.' }),
  term: Named('TldTerm', metadataGroups.term),
  organization: Named('TldOrganization', metadataGroups.organization),
  registrant: Named('TldRegistrant', metadataGroups.registrant),
  nameservers: Named('TldNameservers', metadataGroups.nameservers),
  idn: metadataGroups.idn,
  dnssec: metadataGroups.dnssec,
  transfer: Named('TldTransfer', metadataGroups.transfer),
  lifecycle_days: Named('TldLifecycle', metadataGroups.lifecycle_days),
}
export const TldMetadataView = Named('TldMetadata', metadataFields, 'Rules of the TLD. Unknown values are null.')

export const tldMetadataView = (tld: Tld): Static<typeof TldMetadataView> => ({
  tld: tld.tld,
  tld_unicode: tld.tldUnicode,
  type: tld.type,
  term: { min_years: tld.minYears, max_years: tld.maxYears },
  organization: { required: tld.organizationRequired, rules: tld.organizationRules },
  registrant: { local_presence_required: tld.localPresenceRequired, allowed_countries: tld.allowedCountries },
  nameservers: {
    required: tld.nameserversRequired,
    min: tld.nameserversMin,
    max: tld.nameserversMax,
    rules: tld.nameserverRules,
  },
  idn: tld.idn,
  dnssec: tld.dnssec,
  transfer: { auth_code_required: tld.authCodeRequired, lock_days: tld.transferLockDays },
  lifecycle_days: {
    auto_renew_grace: tld.autoRenewGraceDays,
    redemption: tld.redemptionDays,
    pending_delete: tld.pendingDeleteDays,
  },
})

export const OperatorTldView = Named('OperatorTld', {
  ...metadataFields,
  prices: PricesView,
  prices_as_of: Nullable(Timestamp()),
  edited_at: Nullable(
    Timestamp('When an operator last changed the TLD. Null: never. Updates of the shipped catalog skip changed TLDs.'),
  ),
  updated_at: Timestamp(),
})

export const operatorTldView = (tld: Tld): Static<typeof OperatorTldView> => ({
  ...tldMetadataView(tld),
  prices: pricesView(tld),
  prices_as_of: isoTimeOrNull(tld.pricesAsOf),
  edited_at: isoTimeOrNull(tld.editedAt),
  updated_at: isoTime(tld.updatedAt),
})
