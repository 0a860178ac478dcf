// The words of each kind's status, as its list has them, for search results.
import { CASE_STATUSES } from '../../features/brokerage/case-words.ts'
import { LISTING_STATUSES } from '../../features/catalog/listing-words.ts'
import { COMMAND_STATES } from '../../features/domains/command-words.ts'
import type { StatusWords } from '../../features/operator/hits.ts'
import { ORDER_STATUSES } from '../../features/orders/order-words.ts'
import { PAYOUT_STATUSES, STATEMENT_STATUSES } from '../../features/settlement/settlement-words.ts'

const WORDS: Partial<Record<Parameters<StatusWords>[0], Record<string, { text: string }>>> = {
  order: ORDER_STATUSES,
  listing: LISTING_STATUSES,
  registry_command: COMMAND_STATES,
  brokerage_case: CASE_STATUSES,
  settlement: STATEMENT_STATUSES,
  payout: PAYOUT_STATUSES,
}

export const getStatusWords: StatusWords = (kind, status) => WORDS[kind]?.[status]?.text
