// Issuing documents, in the transaction of the sale, the refund or the closed statement that they are about.
import type { Tx } from '../../../db/sql.ts'
import { changeState, readState } from '../../../db/state.ts'
import type { SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import { invariant } from '../../../kernel/errors.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { post, taxJournal, taxReversedJournal } from '../../ledger/index.ts'
import { findHouse, requireHouse } from '../../partners/index.ts'
import { findTaxSettings } from '../../tax/index.ts'
import {
  buildCreditContent,
  buildSaleContent,
  buildSellerContent,
  buildStatementContent,
  chooseSaleKind,
  type Issuer,
  type Line,
  type StatementTotals,
} from '../rules/content.ts'
import { formatNumber } from '../rules/numbers.ts'
import { insertDocument } from '../store/documents.ts'
import { findOrderFacts, findPartnerName, findSaleDocument } from '../store/facts.ts'

const ISSUER_KEY = 'document_issuer'
const UNNAMED: Issuer = { name: 'Freehold', address: [], country: null, tax_id: null, email: null }

/** Notes who issues documents from now on: the settings ISSUER_NAME and ISSUER_ADDRESS. */
export async function keepIssuer(
  tx: Tx,
  { name, address }: { name: string; address: readonly string[] },
): Promise<void> {
  await changeState(tx, ISSUER_KEY, { ...UNNAMED, name, address })
}

export const findIssuer = async (tx: Tx): Promise<Issuer> => (await readState<Issuer>(tx, ISSUER_KEY)) ?? UNNAMED

/** The receipt or invoice of an order that the service has been paid for. Its tax is booked with it, so that both are the same. */
export async function issueSaleDocument(
  tx: Tx,
  sale: { orderId: Id<'order'>; tax: SaleTax | null; now: Date },
): Promise<void> {
  const { orderId, tax, now } = sale
  const order = await findOrderFacts(tx, orderId)
  invariant(order, 'a document is of an order that the service collected')
  const settings = await findTaxSettings(tx)
  const issuer = { ...(await findIssuer(tx)), country: settings?.sellerCountry ?? null }
  const { partnerId, environment, currency, buyer } = order
  const owner = { partnerId, environment }
  const soldThrough = partnerId === (await findHouse(tx)) ? null : order.partnerName
  await insertDocument(tx, {
    id: newId('document', now),
    owner,
    kind: chooseSaleKind({ buyer, tax }),
    journal: `${orderId}:paid`,
    subject: { orderId },
    currency,
    content: buildSaleContent({ ...order, paidAt: order.createdAt, tax, issuer, soldThrough }),
    issuedAt: now,
  })
  if (tax !== null && tax.taxCents > 0) {
    const { country, taxCents: cents, isAdded } = tax
    await post(tx, owner, taxJournal(orderId, { country, currency, cents, isAdded }), now)
  }
}

/**
 * The credit note of a refund of so much, with its tax; `journal` is the one that takes the sale back. Orders from before there were documents have nothing to
 * correct.
 */
export async function issueCreditNote(
  tx: Tx,
  refund: { orderId: Id<'order'>; owner: Owner; currency: string; refundedCents: number; journal: string; now: Date },
): Promise<void> {
  const { orderId, owner, currency, refundedCents, journal, now } = refund
  const sale = await findSaleDocument(tx, orderId)
  if (!sale) return
  const issuer = await findIssuer(tx)
  const { creditedCents, content } = sale
  const facts = { corrects: formatNumber(sale), refundedCents, creditedCents, refundedAt: now, issuer }
  const credit = buildCreditContent(content, facts)
  await insertDocument(tx, {
    id: newId('document', now),
    owner,
    kind: 'credit_note',
    journal,
    subject: { orderId },
    currency,
    content: credit,
    issuedAt: now,
  })
  const { tax, totals } = credit
  const [subject = ''] = journal.split(':')
  if (tax !== null && totals.tax_cents > 0) {
    const taxed = { country: tax.country, currency, cents: totals.tax_cents, isAdded: tax.added === true }
    await post(tx, owner, taxReversedJournal(subject, taxed, { owedFor: orderId }), now)
  }
}

/** The statement of a seller. It belongs to the marketplace's own account, because a seller has no partner. */
export async function issueSellerStatement(
  tx: Tx,
  stated: {
    sellerId: Id<'user'>
    currency: string
    journal: string
    email: string | null
    openingCents: number
    lines: readonly Line[]
    now: Date
  },
): Promise<Id<'document'>> {
  const { sellerId, currency, journal, email, openingCents, lines, now } = stated
  const issuer = await findIssuer(tx)
  const id = newId('document', now)
  await insertDocument(tx, {
    id,
    owner: { partnerId: await requireHouse(tx), environment: 'live' },
    kind: 'seller_statement',
    journal,
    subject: { sellerId },
    currency,
    content: buildSellerContent({ email, issuer, openingCents, lines, statedAt: now }),
    issuedAt: now,
  })
  return id
}

/** The commission statement of a settlement that was just closed. */
export async function issueStatement(
  tx: Tx,
  closed: { settlementId: Id<'settlement'>; owner: Owner; currency: string; totals: StatementTotals; now: Date },
): Promise<void> {
  const { settlementId, owner, currency, totals, now } = closed
  const issuer = await findIssuer(tx)
  const partnerName = await findPartnerName(tx, owner.partnerId)
  await insertDocument(tx, {
    id: newId('document', now),
    owner,
    kind: 'commission_statement',
    journal: `${settlementId}:closed`,
    subject: { settlementId },
    currency,
    content: buildStatementContent({ partnerName, issuer, closedAt: now, totals }),
    issuedAt: now,
  })
}
