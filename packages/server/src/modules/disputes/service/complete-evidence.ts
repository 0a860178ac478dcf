// Evidence that the marketplace has already: what was sold to whom, and what happened to the order.
import type { Db } from '../../../db/sql.ts'
import { DISPUTE_EVIDENCE_LENGTH_MAX } from '../../../kernel/limits.ts'
import { cutText } from '../../../kernel/text/cut-text.ts'
import { findOrderJson } from '../../orders/index.ts'

type Timeline = readonly { at: string; message: string }[]

/** The operator's own words win over what the order says. */
export async function completeEvidence(
  db: Db,
  orderId: string | null,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const order = orderId === null ? undefined : await findOrderJson(db, null, orderId)
  if (!order) return { ...given }
  const buyer = order.buyer as { email: string; name: string | null } | null
  const transfer = order.transfer as { completed_at: string | null }
  const lines = (order.timeline as Timeline).map(({ at, message }) => `${at} ${message}`)
  const known: Record<string, string | null | undefined> = {
    product_description: `Domain name ${order.domain as string}`,
    customer_name: buyer?.name,
    customer_email: buyer?.email,
    service_date: transfer.completed_at?.slice(0, 10),
    activity_log: cutText(lines.join('\n'), DISPUTE_EVIDENCE_LENGTH_MAX),
  }
  const filled = Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { ...Object.fromEntries(filled), ...given }
}
