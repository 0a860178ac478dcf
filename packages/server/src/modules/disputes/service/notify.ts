// Messages about disputes, in the transaction of the change: to operators, to the partner's team, and to the seller of the domain.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { listOperators } from '../../accounts/index.ts'
import { type Letter, queueMail } from '../../mail/index.ts'
import type { Order } from '../../orders/index.ts'
import { findSellerAddress } from '../../sellers/index.ts'
import { notifyTeam } from '../../team/index.ts'
import type { Dispute } from '../store/disputes.ts'

type Needed = Pick<Deps, 'clock' | 'secrets'>

/** Roles that decide about money. */
const DECIDES = ['admin', 'finance']

/** Practice in a partner's sandbox is no news to operators. */
async function mailOperators(deps: Needed, tx: Tx, dispute: Dispute, letter: Letter): Promise<void> {
  if (dispute.environment !== 'live') return
  const operators = (await listOperators(tx)).filter(({ operatorRole }) => DECIDES.includes(operatorRole))
  for (const { email: to } of operators) await queueMail(deps, tx, { to, ...letter }, deps.clock.now())
}

const toFacts = (dispute: Dispute, order: Order | null) => ({
  disputeId: dispute.id,
  orderId: dispute.orderId,
  name: order?.domainUnicode ?? null,
  amountCents: dispute.amountCents,
  currency: dispute.currency,
  reason: dispute.reason,
  isInquiry: dispute.inquiry,
  respondBy: dispute.respondBy,
})

export async function notifyOpened(deps: Needed, tx: Tx, dispute: Dispute, order: Order | null): Promise<void> {
  const facts = toFacts(dispute, order)
  await mailOperators(deps, tx, dispute, { template: 'dispute_opened', data: facts })
  // Nothing happens to the sale while the bank only asks.
  if (order === null || dispute.inquiry) return
  await notifyTeam(deps, tx, dispute, 'money', (subject) => ({
    template: 'order_disputed',
    data: { ...subject, ...facts },
  }))
  const to = await findSellerAddress(tx, order)
  if (to !== null) await queueMail(deps, tx, { to, template: 'sale_disputed', data: facts }, deps.clock.now())
}

export async function notifyClosed(deps: Needed, tx: Tx, dispute: Dispute, order: Order | null): Promise<void> {
  const facts = { ...toFacts(dispute, order), isWon: dispute.status === 'won', isTakenBack: dispute.reversedCents > 0 }
  await mailOperators(deps, tx, dispute, { template: 'dispute_closed', data: facts })
  if (order === null || dispute.inquiry) return
  await notifyTeam(deps, tx, dispute, 'money', (subject) => ({
    template: 'order_dispute_closed',
    data: { ...subject, ...facts },
  }))
  // Of a lost one, the message about the sale says what becomes of the proceeds.
  const to = dispute.status === 'won' ? await findSellerAddress(tx, order) : null
  if (to !== null) await queueMail(deps, tx, { to, template: 'sale_dispute_won', data: facts }, deps.clock.now())
}
