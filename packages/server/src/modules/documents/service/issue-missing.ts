// Issues the documents of recent sales and refunds that have none.
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import { DOCUMENT_REPAIR_SECONDS } from '../../../kernel/limits.ts'
import { computeIncludedTax, findTaxSettings } from '../../tax/index.ts'
import { listUndocumented, lockUndocumented, type Undocumented } from '../store/facts.ts'
import { issueCreditNote, issueSaleDocument } from './issue.ts'

const BATCH = 100

/** One transaction each; the lock of the order makes two processes take turns, and the second finds nothing missing. */
async function issueOne(deps: Pick<Deps, 'db'>, { orderId }: Undocumented): Promise<void> {
  await deps.db.tx(async (tx) => {
    const order = await lockUndocumented(tx, orderId)
    if (!order) return
    const { partnerId, environment, currency, priceCents, createdAt, reversedAt } = order
    if (!order.hasSaleDocument) {
      const tax = computeIncludedTax(await findTaxSettings(tx), order.buyer, priceCents)
      await issueSaleDocument(tx, { orderId, tax, now: createdAt })
    }
    const owner = { partnerId, environment }
    const journal = `${orderId}:reversed`
    if (reversedAt !== null)
      await issueCreditNote(tx, {
        orderId,
        owner,
        currency,
        refundedCents: priceCents + order.addedTaxCents,
        journal,
        now: reversedAt,
      })
  })
}

export async function issueMissing(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  // An ID sorts by its time.
  const from = newId('order', addSeconds(deps.clock.now(), -DOCUMENT_REPAIR_SECONDS))
  for (const order of await listUndocumented(deps.db, from, BATCH)) await issueOne(deps, order)
}
