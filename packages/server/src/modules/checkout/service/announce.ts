// The events of checkout sessions.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { computeShare } from '../../../kernel/money.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { findHouse } from '../../partners/index.ts'
import { emitEvents } from '../../webhooks/index.ts'
import * as store from '../store/sessions.ts'

type Ended = store.EndedSession

/** Without the buyer: an event must not carry personal data to every endpoint. */
const toEventData = (session: Ended) => ({
  checkout_session: {
    session_id: session.id,
    domain: session.domain,
    status: session.status,
    price_cents: session.priceCents,
    currency: session.currency,
    commission_cents: session.commissionCents,
    order_public_id: session.orderId,
    link_id: session.linkId,
    metadata: session.metadata,
    expires_at: session.expiresAt.toISOString(),
  },
})

export async function announceCompleted(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  session: Omit<Ended, 'status'>,
  now: Date,
): Promise<void> {
  const data = toEventData({ ...session, status: 'completed' })
  await emitEvents(tx, toOwner(session), [{ type: 'checkout.completed', data }], now, deps.clock.now())
}

const toOwner = ({ partnerId, environment }: Owner): Owner => ({ partnerId, environment })

/**
 * Notes what time and sales have done to open sessions: of one owner, or of all. Sessions that visitors of the marketplace's own
 * pages left are no news to anyone.
 */
export async function expireSessions(tx: Tx, owner: Owner | null, real: Date, limit: number): Promise<number> {
  const ended = await store.settleOpenSessions(tx, owner, real, limit)
  const house = await findHouse(tx)
  for (const session of ended) {
    if (session.status !== 'expired' || session.partnerId === house) continue
    const data = toEventData({ ...session, commissionCents: computeShare(session.priceCents, session.commissionBps) })
    await emitEvents(tx, toOwner(session), [{ type: 'checkout.expired', data }], session.updatedAt, real)
  }
  return ended.length
}
