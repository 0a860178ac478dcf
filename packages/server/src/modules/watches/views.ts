// The API view of a watch.
import {
  CurrencyCode,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { WATCH_STATES } from './rules.ts'
import type { Watch } from './store.ts'

export const WatchView = Named('Watch', {
  domain: Type.String(),
  domain_unicode: Type.String(),
  state: OneOf(WATCH_STATES, {
    description:
      '`for_sale` and `sold`: on this marketplace. `registered` and `available`: by its registry. `unknown`: not checked yet.',
  }),
  price_cents: Nullable(PositiveCents('Price in minor units. Null if the domain is not for sale.')),
  currency: Nullable(CurrencyCode()),
  checked_at: Nullable(Timestamp('When the state was last checked. Null if it was not checked yet.')),
  created_at: Timestamp('When you started to watch the domain.'),
})

export const watchView = (watch: Watch): Static<typeof WatchView> => ({
  domain: watch.domain,
  domain_unicode: watch.domainUnicode,
  state: watch.state,
  price_cents: watch.priceCents,
  currency: watch.currency as 'USD' | null,
  checked_at: isoTimeOrNull(watch.checkedAt),
  created_at: isoTime(watch.createdAt),
})
