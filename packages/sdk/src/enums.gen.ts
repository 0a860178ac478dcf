// Generated from openapi.json by npm run generate. Do not edit.

/** What an operator can do with a case. */
export const BROKERAGE_ACTIONS = ["advance","complete","decline","no_deal","cancel"] as const

/** Status of a brokerage case. */
export const BROKERAGE_STATUSES = ["opened","outreach","negotiating","agreed","in_escrow","completed","declined","no_deal","cancelled"] as const

/** `managed`: the marketplace negotiates. `self_serve`: it passes on the offers of the buyer. */
export const BROKERAGE_TIERS = ["managed","self_serve"] as const

/** The kind of record, and whether it is new. */
export const CHANGE_KINDS = ["order.created","order.updated","brokerage_case.created","brokerage_case.updated","webhook_deliveries.updated","webhook_endpoint.updated","statement.updated","payout.updated","partner.updated","buyer_refund.updated","dispute.updated","offer.updated","registry_command.updated","listing.updated","seller_payout.updated"] as const

/** ISO 4217 currency code. */
export const CURRENCIES = ["USD","EUR","GBP","CHF","CAD","AUD","JPY","KRW","SEK","NOK","DKK","PLN","CZK","INR","BRL","MXN","SGD","HKD","NZD","ZAR"] as const

/** What an operator can do with a delivery. */
export const DELIVERY_ACTIONS = ["confirm","set_auth_code","retry","take_over","cancel"] as const

/** `planned`: not started. `queued`: the service works on it. `waiting`: for a registrar or the buyer. `refused`: by the registrar. `needs_operator`: an operator must act. */
export const DELIVERY_STATES = ["planned","queued","waiting","done","refused","needs_operator","cancelled"] as const

/** Status of a webhook delivery. */
export const DELIVERY_STATUSES = ["pending","succeeded","failed"] as const

/** What the command does. */
export const DELIVERY_STEP_NAMES = ["request_transfer","set_nameservers","push","unlock","set_auth_code","release"] as const

/** `sent`: no response yet. `failed`: retried later. `unknown`: the response was lost; the service asks the registrar before it sends another command. */
export const DELIVERY_STEP_OUTCOMES = ["sent","done","pending","refused","failed","unknown"] as const

/** `manual`: an operator sends a bank transfer. `stripe_connect`: Stripe pays your account there. */
export const DESTINATION_KINDS = ["manual","stripe_connect"] as const

/** What an operator can do with a dispute. */
export const DISPUTE_ACTIONS = ["submit","accept","close"] as const

/** How the bank decides. */
export const DISPUTE_OUTCOMES = ["won","lost"] as const

/** How far a dispute is. */
export const DISPUTE_STATUSES = ["needs_response","under_review","won","lost"] as const

/** What the document is. */
export const DOCUMENT_KINDS = ["receipt","invoice","credit_note","commission_statement","seller_statement"] as const

/** `sandbox` for testing, `live` for real sales. Each has its own inventory. */
export const ENVIRONMENTS = ["sandbox","live"] as const

/** Type of an event. */
export const EVENT_TYPES = ["order.recorded","order.manual_review_cleared","order.transfer_started","order.transfer_completed","order.settled","order.refunded","brokerage.case_completed","order.paid","checkout.completed","checkout.expired","order.held","order.disputed","order.dispute_closed","transfer.started","transfer.completed","transfer.failed","transfer.action_required","brokerage.case_opened","brokerage.case_updated","brokerage.case_closed"] as const

/** What an operator can do with a listing. */
export const LISTING_ACTIONS = ["change","withdraw"] as const

/** What an operator can do with a listing. The last two: after the service withdrew it. */
export const LISTING_DETAIL_ACTIONS = ["change","withdraw","relist","accept_withdrawal"] as const

/** Status of a listing. */
export const LISTING_STATUSES = ["listed","sold","withdrawn","reserved"] as const

/** `queued`, `sent` or `failed`. */
export const MAIL_STATUSES = ["queued","sent","failed"] as const

/** What the message is about. */
export const MAIL_TEMPLATES = ["confirm_address","account_exists","no_account","reset_password","password_changed","change_address","use_address","address_changed","address_not_changed","account_deleted","new_device","factor_changed","team_invitation","operator_invitation","receipt","claim","order_progress","brokerage_progress","webhook_failing","webhook_disabled","statement_closed","payout_sent","domain_sold","sale_reversed","seller_payout_sent","payout_destination_missing","payout_destination_changed","bank_payout_failed","listing_verified","listing_expired","listing_withdrawn","offer_received","offer_countered","offer_accepted","offer_agreed","offer_declined","offer_withdrawn","offer_expired","offer_closed","purchase_receipt","purchase_ended","renewal_reminder","dispute_opened","dispute_closed","order_disputed","order_dispute_closed","sale_disputed","sale_dispute_won","sale_clawed_back","watched_domain"] as const

/** Who must act next. */
export const NEXT_STEP_ACTORS = ["marketplace","partner","buyer","registrar"] as const

/** What you can do. */
export const OFFER_ACTION_NAMES = ["counter","accept","decline","withdraw"] as const

/** `sold`: the domain was sold. `unlisted`: it left the market. `currency_changed`: its price has another currency now. */
export const OFFER_CLOSED_REASONS = ["sold","unlisted","currency_changed"] as const

/** What was done. `make`: the first offer. `expire`, `close`: by the service. `pay`: the buyer paid the agreed price. */
export const OFFER_MOVE_NAMES = ["make","counter","accept","decline","withdraw","expire","close","pay"] as const

/** `service`: the offer expired or was closed. */
export const OFFER_MOVERS = ["buyer","seller","service"] as const

/** Who acts next. Null once the offer has ended or its time is over. */
export const OFFER_SIDES = ["buyer","seller"] as const

/** `open`, `countered_by_buyer`: the seller responds. `countered_by_seller`: the buyer responds. `accepted`: the domain is reserved for the buyer until `expires_at`. `closed`: the domain is no longer for sale; see `closed_reason`. */
export const OFFER_STATUSES = ["open","countered_by_seller","countered_by_buyer","accepted","paid","declined","withdrawn","expired","closed"] as const

/** What an operator can do with an order. `refund_after_delivery` returns the payment and leaves the status as it is. */
export const OPERATOR_ORDER_ACTIONS = ["start_transfer","complete_transfer","fail_transfer","clear","hold","refund","cancel","refund_after_delivery"] as const

/** `admin`: everything. `finance`: settlements, payouts, refunds. `support`: orders, brokerage, listings. `viewer`: read only. */
export const OPERATOR_ROLES = ["admin","finance","support","viewer"] as const

/** What an operator can do with an order. */
export const ORDER_ACTIONS = ["start_transfer","complete_transfer","fail_transfer","clear","hold","refund","cancel"] as const

/** Result of a bulk action for one order. */
export const ORDER_RUN_OUTCOMES = ["pending","done","failed"] as const

/** `EXTERNALLY_PAID`: you charged the buyer. `PAID`: the buyer paid in hosted checkout. `MANUAL_REVIEW`: an operator must clear it. `TRANSFER_IN_PROGRESS`: the operator transfers the domain. `TRANSFER_COMPLETED`: delivered. `SETTLED`: on a closed statement. `REFUNDED`, `CANCELLED`: reversed, final. */
export const ORDER_STATUSES = ["EXTERNALLY_PAID","PAID","MANUAL_REVIEW","TRANSFER_IN_PROGRESS","TRANSFER_COMPLETED","SETTLED","REFUNDED","CANCELLED"] as const

/** State of the transfer. */
export const ORDER_TRANSFER_STATES = ["pending","in_progress","completed","failed","cancelled"] as const

/** What an operator can do with a partner. */
export const PARTNER_ACTIONS = ["approve","suspend","reinstate"] as const

/** What you can do with a case in the sandbox. */
export const PARTNER_BROKERAGE_ACTIONS = ["advance"] as const

/** What you can do with an order. All but `refund`: in the sandbox only. */
export const PARTNER_ORDER_ACTIONS = ["start_transfer","complete_transfer","fail_transfer","clear","hold","refund"] as const

/** Status of a partner. */
export const PARTNER_STATUSES = ["pending","approved","suspended"] as const

/** `setup`: enter your details and bank account. `dashboard`: see your balance and change them. */
export const PAYOUT_ACCOUNT_LINK_KINDS = ["setup","dashboard"] as const

/** `incomplete`: finish the setup. `in_review`: Stripe checks your details. `restricted`: Stripe needs something from you; see `due`. `ready`: you can be paid. `closed`: Stripe or you closed the account. */
export const PAYOUT_ACCOUNT_STATUSES = ["incomplete","in_review","restricted","ready","closed"] as const

/** What an operator can do with a payout. */
export const PAYOUT_ACTIONS = ["sent","paid","failed"] as const

/** Why no payouts are made. `no_destination`: there is no bank account yet; set up payouts, or send your bank details to the operator. `destination_disabled`: no payouts can be sent to your Stripe account now; see your payout account, or send your bank details to the operator. `frozen`: an operator paused your payouts. Null if nothing blocks them. */
export const PAYOUT_BLOCKS = ["frozen","no_destination","destination_disabled"] as const

/** What a payout is for. */
export const PAYOUT_KINDS = ["commission","brokerage","referral"] as const

/** Who started the payout. */
export const PAYOUT_REQUESTERS = ["seller","operator","monthly"] as const

/** Status of a payout. */
export const PAYOUT_STATUSES = ["pending","in_transit","paid","failed"] as const

/** `gross`: prices include the tax. `net`: the checkout adds the tax to the price. */
export const PRICE_KINDS = ["gross","net"] as const

/** `ownership`: you own the domain here. `dns`: by TXT record. `operator`: checked by an operator. Null until verified. */
export const PROOF_METHODS = ["ownership","dns","operator"] as const

/** `found`: the record is right. `missing`: there is no TXT record. `mismatch`: the TXT records have other values. `unavailable`: the nameservers did not respond. `conflict`: the domain cannot be listed now. */
export const PROOF_RESULTS = ["found","missing","mismatch","unavailable","conflict"] as const

/** Why an order was refunded. */
export const REFUND_REASONS = ["duplicate","fraudulent","requested_by_customer","transfer_failed","other"] as const

/** What an operator can do with a change at the registry. */
export const REGISTRY_COMMAND_ACTIONS = ["retry","confirm","fail","take_over"] as const

/** What the command changes. */
export const REGISTRY_COMMAND_KINDS = ["set_nameservers","set_lock","set_privacy","renew","register"] as const

/** How far a change at the registry is. */
export const REGISTRY_COMMAND_STATES = ["unpaid","queued","done","failed","needs_operator"] as const

/** What was asked of the registry. */
export const REGISTRY_COMMAND_STEP_NAMES = ["set_nameservers","set_lock","set_privacy","renew","create_contact","register"] as const

/** `sent`: no response yet. `failed`: retried later. `unknown`: the response was lost; the service asks the registry before it sends another command. */
export const REGISTRY_COMMAND_STEP_OUTCOMES = ["sent","done","pending","refused","failed","unknown"] as const

/** Permission of an API key. */
export const SCOPES = ["search","embed","buy","broker","refer","report","webhook"] as const

/** What happened to a line of an import. */
export const SELLER_IMPORT_STATUSES = ["created","updated","rejected"] as const

/** What a seller can do with a listing. Operators can verify it, too. */
export const SELLER_LISTING_ACTIONS = ["verify","change","withdraw"] as const

/** `pending_verification`: publish the TXT record. `expired`: the record was not published in time. `reserved`: a buyer is about to pay. */
export const SELLER_LISTING_STATUSES = ["pending_verification","listed","reserved","sold","withdrawn","expired"] as const

/** What an operator can do with a payout to a seller. */
export const SELLER_PAYOUT_ACTIONS = ["paid","failed","retry","returned"] as const

/** Why a pending payout should not be sent now. `disputed`: a buyer disputes the payment of one of its sales. `taken_back`: a buyer got the money of one of its sales back; record the payout as failed, and the rest is payable again. Null if no sale is in the way. Payouts of a frozen seller wait, too. */
export const SELLER_PAYOUT_HOLDS = ["disputed","taken_back"] as const

/** How far a payout is. `reversed`: Stripe took it back, and its amount is payable again. */
export const SELLER_PAYOUT_STATUSES = ["pending","paid","failed","reversed"] as const

/** `queued`: not sent yet. `sending`: Stripe was asked, and the result is not known yet. `refused`: Stripe refused; retry, or record the payout as failed. `sent`: the transfer was made. `taken_over`: the payout ended without a transfer. */
export const SELLER_PAYOUT_TRANSFER_STATES = ["queued","sending","refused","sent","taken_over"] as const

/** `sold`: waits for the transfer. `delivered`: the proceeds are held. `payable`: they are part of your balance, also if a part of their payout was taken back. `in_payout`: they are part of a payout that is being sent. `paid_out`: they were paid out. `reversed`: refunded or canceled. `clawed_back`: the buyer got the money back after the delivery. */
export const SELLER_SALE_STATUSES = ["sold","delivered","payable","in_payout","paid_out","reversed","clawed_back"] as const

/** What an operator can do with a statement. */
export const SETTLEMENT_ACTIONS = ["paid","adjustments"] as const

/** Status of a statement. */
export const SETTLEMENT_STATUSES = ["open","closed","paid"] as const

/** `push`: to an account at a registrar. `auth_code`: the buyer transfers the domain with an auth code. `registrar_transfer`: from another registrar first, then to the account. */
export const TRANSFER_METHODS = ["push","auth_code","registrar_transfer"] as const

/** `expired`: the registration expired. `deleted`: the domain is not registered. `not_owned`: it left the seller's account. */
export const WITHDRAWAL_REASONS = ["expired","deleted","not_owned"] as const

/** Event types to send. Default: the ten standard types. */
export const DEFAULT_PUSHED_EVENT_TYPES = ["order.recorded","order.manual_review_cleared","order.transfer_started","order.transfer_completed","order.settled","order.refunded","brokerage.case_completed","order.paid","checkout.completed","checkout.expired"] as const
