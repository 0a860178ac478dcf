// Limits of what the service asks registries in the background: about deliveries, listings and watched domains, and for their messages.

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How often RDAP is asked about a delivery under way: at first, and at most this late. */
export const DELIVERY_WATCH_SECONDS = 10 * MINUTE
export const DELIVERY_WATCH_SECONDS_MAX = 6 * HOUR
export const DELIVERY_WATCHES_PER_MINUTE = 50
/** Listings that are compared with RDAP in one run, and how long a round along all of them takes at least. */
export const LISTING_WATCHES_PER_RUN = 30
export const LISTING_ROUND_SECONDS = DAY
/** An expired domain can be renewed this long before its listing is withdrawn. */
export const LISTING_EXPIRY_GRACE_SECONDS = 3 * DAY
/** Two lookups that agree on an expired or deleted domain are at least this far apart. */
export const LISTING_DOUBT_SECONDS = 6 * HOUR
/** A listing that an operator put back is not withdrawn by the service for this long. */
export const LISTING_RELIST_SECONDS = 30 * DAY
/** Messages of the registry that are read in one run, and how much of a text is kept. */
export const REGISTRY_MESSAGES_PER_RUN = 100
export const REGISTRY_MESSAGE_LENGTH_MAX = 1000
/** How long messages of the registry are kept. */
export const REGISTRY_MESSAGE_KEEP_SECONDS = 90 * DAY
/** How long changes that cost nothing are kept after they ended. */
export const REGISTRY_COMMAND_KEEP_SECONDS = 90 * DAY

/** Domains on one account's watchlist. */
export const WATCHES_MAX = 100
/** How often a registry is asked about a watched domain, and after which time if it did not respond. */
export const WATCH_CHECK_SECONDS = 12 * HOUR
export const WATCH_RETRY_SECONDS = HOUR
/** How often, if the domain was sold here. */
export const WATCH_SOLD_CHECK_SECONDS = 7 * DAY
