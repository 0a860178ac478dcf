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
/** Lines of one CSV import of a seller. */
export const SELLER_IMPORT_LINES_MAX = 1000

/** The highest tax rate, and the number of countries with a rate. */
export const TAX_RATE_BPS_MAX = 5000
export const TAX_RATES_MAX = 250

/** How old a sale may be for a missing receipt or credit note to be issued later. */
export const DOCUMENT_REPAIR_SECONDS = DAY
/** Orders that the PDF of a statement lists; CSV and JSON have all. */
export const STATEMENT_PDF_LINES_MAX = 500
