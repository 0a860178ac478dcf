// Generated from openapi.json by npm run generate. Do not edit.

export const BROKERAGE_ACTIONS = ["advance","complete","decline","no_deal","cancel"] as const

export const BROKERAGE_STATUSES = ["opened","outreach","negotiating","agreed","in_escrow","completed","declined","no_deal","cancelled"] as const

export const BROKERAGE_TIERS = ["managed","self_serve"] as const

/** ISO 4217 code. */
export const CURRENCIES = ["USD","EUR","GBP","CHF","CAD","AUD","JPY","KRW","SEK","NOK","DKK","PLN","CZK","INR","BRL","MXN","SGD","HKD","NZD","ZAR"] as const

export const DELIVERY_STATUSES = ["pending","succeeded","failed"] as const

export const ENVIRONMENTS = ["sandbox","live"] as const

export const EVENT_TYPES = ["order.recorded","order.manual_review_cleared","order.transfer_started","order.transfer_completed","order.settled","order.refunded","brokerage.case_completed","order.paid","order.held","transfer.started","transfer.completed","transfer.failed","brokerage.case_opened","brokerage.case_updated","brokerage.case_closed"] as const

export const ORDER_ACTIONS = ["start_transfer","complete_transfer","fail_transfer","clear","hold","refund","cancel"] as const

export const ORDER_STATUSES = ["EXTERNALLY_PAID","PAID","MANUAL_REVIEW","TRANSFER_IN_PROGRESS","TRANSFER_COMPLETED","SETTLED","REFUNDED","CANCELLED"] as const

export const PARTNER_ACTIONS = ["approve","suspend","reinstate"] as const

export const PARTNER_BROKERAGE_ACTIONS = ["advance"] as const

export const PARTNER_ORDER_ACTIONS = ["start_transfer","complete_transfer","fail_transfer","clear","hold","refund"] as const

export const PARTNER_STATUSES = ["pending","approved","suspended"] as const

export const PAYOUT_ACTIONS = ["sent","paid","failed"] as const

export const PAYOUT_KINDS = ["commission","brokerage","referral"] as const

export const PAYOUT_STATUSES = ["pending","in_transit","paid","failed"] as const

export const REFUND_REASONS = ["duplicate","fraudulent","requested_by_customer","transfer_failed","other"] as const

export const SCOPES = ["search","embed","buy","broker","refer","report","webhook"] as const

export const SETTLEMENT_ACTIONS = ["paid","adjustments"] as const

export const SETTLEMENT_STATUSES = ["open","closed","paid"] as const
