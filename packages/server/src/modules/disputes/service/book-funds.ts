// Books what the processor took and returned for a dispute, each once.
import type { DisputeReport } from '../../../kernel/contracts/dispute-reports.ts'
import {
  disputeFeeJournal,
  disputeFeeReturnedJournal,
  disputeReinstatedJournal,
  disputeWithdrawnJournal,
  post,
} from '../../ledger/index.ts'
import type { Dispute } from '../store/disputes.ts'
import type { Scene } from './scene.ts'

type Funds = Pick<DisputeReport, 'isWithdrawn' | 'isReinstated' | 'fee'>

/** Returns the dispute with what was booked. The caller stores it. */
export async function bookFunds({ tx, real, at }: Scene, dispute: Dispute, report: Funds): Promise<Dispute> {
  const { id: disputeId, partnerId, environment, currency, amountCents: cents } = dispute
  const owner = { partnerId, environment }
  const booked = { ...dispute }
  if (report.isWithdrawn && dispute.withdrawnAt === null) {
    await post(tx, owner, disputeWithdrawnJournal({ disputeId, currency, cents }), at)
    booked.withdrawnAt = real
  }
  // Money that was never taken cannot come back.
  if (report.isReinstated && booked.withdrawnAt !== null && dispute.reinstatedAt === null) {
    await post(tx, owner, disputeReinstatedJournal({ disputeId, currency, cents }), at)
    booked.reinstatedAt = real
  }
  const { fee } = report
  if (fee !== null && fee.cents > 0 && dispute.feeCents === 0) {
    await post(tx, owner, disputeFeeJournal({ disputeId, ...fee }), at)
    Object.assign(booked, { feeCents: fee.cents, feeCurrency: fee.currency })
  }
  if (fee !== null && fee.cents === 0 && dispute.feeCents > 0 && dispute.feeReturnedAt === null) {
    const returned = { disputeId, currency: dispute.feeCurrency ?? currency, cents: dispute.feeCents }
    await post(tx, owner, disputeFeeReturnedJournal(returned), at)
    booked.feeReturnedAt = real
  }
  return booked
}
