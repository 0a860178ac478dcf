// Issuing documents, in the transaction of the sale, the refund or the closed statement that they are about.
import type { Tx } from '../../../db/sql.ts'
import { invariant } from '../../../kernel/errors.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { findHouse } from '../../partners/index.ts'
import {
  buildCreditContent,
  buildSaleContent,
  buildStatementContent,
  chooseSaleKind,
  type Issuer,
  type SaleTax,
  type StatementTotals,
} from '../rules/content.ts'
import { formatNumber } from '../rules/numbers.ts'
import { insertDocument } from '../store/documents.ts'
import { findOrderFacts, findPartnerName, findSaleDocument } from '../store/facts.ts'

/** Before the marketplace has its own account. */
const MARKETPLACE_NAME = 'Freehold'

/** The marketplace's own account issues documents. */
async function findIssuer(tx: Tx): Promise<{ house: string | undefined; issuer: Issuer }> {
  const house = await findHouse(tx)
  const name = house === undefined ? MARKETPLACE_NAME : await findPartnerName(tx, house)
  return { house, issuer: { name, address: [], country: null, tax_id: null, email: null } }
}

/** The receipt or invoice of an order that the service has been paid for. */
export async function issueSaleDocument(
  tx: Tx,
  sale: { orderId: Id<'order'>; paidCents: number; tax: SaleTax | null; now: Date },
): Promise<void> {
  const { orderId, paidCents, tax, now } = sale
  const order = await findOrderFacts(tx, orderId)
  invariant(order, 'a document is of an order that the service collected')
  const { house, issuer } = await findIssuer(tx)
  const { partnerId, environment, currency, buyer } = order
  const soldThrough = partnerId === house ? null : order.partnerName
  await insertDocument(tx, {
    id: newId('document', now),
    owner: { partnerId, environment },
    kind: chooseSaleKind({ buyer, tax }),
    journal: `${orderId}:paid`,
    orderId,
    settlementId: null,
    currency,
    content: buildSaleContent({ ...order, paidCents, paidAt: order.createdAt, tax, issuer, soldThrough }),
    issuedAt: now,
  })
}

/**
 * The credit note of a refund; `journal` is the one that takes the sale back. Orders from before there were documents have nothing to
 * correct.
 */
export async function issueCreditNote(
  tx: Tx,
  refund: { orderId: Id<'order'>; owner: Owner; currency: string; refundedCents: number; journal: string; now: Date },
): Promise<void> {
  const { orderId, owner, currency, refundedCents, journal, now } = refund
  const sale = await findSaleDocument(tx, orderId)
  if (!sale) return
  const { issuer } = await findIssuer(tx)
  const { creditedCents, content } = sale
  const facts = { corrects: formatNumber(sale), refundedCents, creditedCents, refundedAt: now, issuer }
  await insertDocument(tx, {
    id: newId('document', now),
    owner,
    kind: 'credit_note',
    journal,
    orderId,
    settlementId: null,
    currency,
    content: buildCreditContent(content, facts),
    issuedAt: now,
  })
}

/** The commission statement of a settlement that was just closed. */
export async function issueStatement(
  tx: Tx,
  closed: { settlementId: Id<'settlement'>; owner: Owner; currency: string; totals: StatementTotals; now: Date },
): Promise<void> {
  const { settlementId, owner, currency, totals, now } = closed
  const { issuer } = await findIssuer(tx)
  const partnerName = await findPartnerName(tx, owner.partnerId)
  await insertDocument(tx, {
    id: newId('document', now),
    owner,
    kind: 'commission_statement',
    journal: `${settlementId}:closed`,
    orderId: null,
    settlementId,
    currency,
    content: buildStatementContent({ partnerName, issuer, closedAt: now, totals }),
    issuedAt: now,
  })
}
