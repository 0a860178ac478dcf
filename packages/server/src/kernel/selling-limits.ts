// Limits of sellers, tax and documents.

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Open listings of one seller, and those among them that wait for a proof of control. */
export const SELLER_LISTINGS_MAX = 10_000
export const LISTING_PROOFS_MAX = 500
/** How often the TXT record of a proof is looked up, and for how long. */
export const PROOF_CHECK_SECONDS = 10 * MINUTE
export const PROOF_SECONDS = 7 * DAY
/** How long the proceeds of a delivered sale are held, and from which amount on a seller asks for a payout. */
export const PROCEEDS_HOLD_SECONDS = 7 * DAY
export const SELLER_PAYOUT_CENTS_MIN = 5000
/** How long a request to send a payout may take before another process asks what became of it. */
export const TRANSFER_LEASE_SECONDS = 5 * MINUTE
/** How often Stripe is asked about accounts of sellers, and about those that accept no payouts yet. */
export const ACCOUNT_CHECK_SECONDS = DAY
export const OPEN_ACCOUNT_CHECK_SECONDS = 60 * MINUTE
/** Lines of one CSV import of a seller. */
export const SELLER_IMPORT_LINES_MAX = 1000

/** The highest tax rate, and the number of countries with a rate. */
export const TAX_RATE_BPS_MAX = 5000
export const TAX_RATES_MAX = 250

/** How old a sale may be for a missing receipt or credit note to be issued later. */
export const DOCUMENT_REPAIR_SECONDS = DAY
/** Characters of one field of the evidence for a dispute. */
export const DISPUTE_EVIDENCE_LENGTH_MAX = 20_000

/** Orders that the PDF of a statement lists; CSV and JSON have all. */
export const STATEMENT_PDF_LINES_MAX = 500
/** Each is read and cut for one document. Names of people and domains are in a few. */
export const PDF_FONT_SLICES_MAX = 40

/** How long the other side has to respond to an offer, and how long an accepted offer reserves the domain. */
export const OFFER_SECONDS = 7 * DAY
export const OFFER_RESERVATION_SECONDS = 3 * DAY
export const OFFER_CENTS_MIN = 100
export const OFFER_MESSAGE_LENGTH_MAX = 1000
/** Offers of one account that are in progress. */
export const OFFERS_OPEN_MAX = 25
/** Offers of one account for one domain in the period: trying out prices must not find the floor. */
export const OFFERS_PER_DOMAIN_MAX = 5
export const OFFERS_PER_DOMAIN_SECONDS = 30 * DAY
/** Moves of one offer. */
export const OFFER_MOVES_MAX = 50
/** Every offer waits this long before it is compared with the floor, so that no response tells the result. */
export const OFFER_DECISION_SECONDS_MIN = 5 * MINUTE
export const OFFER_DECISION_SECONDS_MAX = 60 * MINUTE
/** The floor is compared with the first amount that a buyer names for a domain in this time, and with no other. */
export const OFFER_DECISION_PERIOD_SECONDS = 30 * DAY
