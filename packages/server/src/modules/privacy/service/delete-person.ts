// Deletes an account. Records of payments stay, with a pseudonym in place of the person.
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../kernel/errors.ts'
import {
  buildAccountEvent,
  deleteAccount,
  listFormerAddresses,
  lockAccount,
  type User,
  type Visit,
} from '../../accounts/index.ts'
import { pseudonymizeVisitor } from '../../brokerage/index.ts'
import { pseudonymizeBuyer } from '../../checkout/index.ts'
import { forgetBuyers } from '../../delivery/index.ts'
import { listOwned } from '../../domains/index.ts'
import { deleteMessagesTo, queueMail } from '../../mail/index.ts'
import { hasAcceptedOffers, removeOffers } from '../../offers/index.ts'
import { hasOpenPurchases, pseudonymizePurchases } from '../../orders/index.ts'
import { leavePartners } from '../../partners/index.ts'
import { pseudonymizeReferredBuyer } from '../../referrals/index.ts'
import { forgetUnpaid, hasPaidWork } from '../../registrations/index.ts'
import { forgetInvited, forgetOperator } from '../../roles/index.ts'
import { hasOpenMoney, removeSeller } from '../../sellers/index.ts'
import { forgetReceivedInvitations, forgetSentInvitations } from '../../team/index.ts'

/** Says which records are of the same person, and not who it was: nothing else that is stored leads to it. */
const makePseudonym = (): string => `${randomBytes(12).toString('hex')}@deleted.invalid`

export async function deletePerson(
  deps: Pick<Deps, 'audit' | 'secrets'>,
  tx: Tx,
  { user: known, visit }: { user: User; visit: Visit },
  now: Date,
): Promise<void> {
  const user = await lockAccount(tx, known)
  await leavePartners(tx, user, now)
  await forgetSentInvitations(tx, user.id)
  if (user.emailConfirmedAt !== null) await forgetAddress(tx, user)
  await forgetOperator(tx, user, now)
  await removeOffers(deps, tx, user.id, now)
  await removeSeller(tx, user.id, now)
  await deleteAccount(tx, user)
  if (user.emailConfirmedAt !== null)
    await queueMail(deps, tx, { to: user.email, template: 'account_deleted', data: { at: now } }, now)
  await deps.audit.write(tx, {
    ...buildAccountEvent(user, visit, { route: 'account.delete' }),
    actor: `user:${user.id}`,
  })
}

/** Only for an address that was proven to be the person's: others' purchases and invitations stay as they are. */
async function forgetAddress(tx: Tx, user: User): Promise<void> {
  const [domain] = await listOwned(tx, user.id, {}, 1)
  const isOpen = [
    await hasOpenPurchases(tx, user.id),
    await hasPaidWork(tx, user.id),
    await hasOpenMoney(tx, user.id),
    await hasAcceptedOffers(tx, user.id),
  ].some(Boolean)
  if (domain || isOpen)
    throw new ApiError('conflict', {
      message:
        'Your account still owns domains, or has open purchases, sales or payouts. Transfer the domains to another registrar first, or contact the operator.',
      reason: 'owns_domains',
    })
  const pseudonym = makePseudonym()
  const orderIds = await pseudonymizePurchases(tx, user.id, pseudonym)
  await forgetBuyers(tx, orderIds)
  await pseudonymizeBuyer(tx, { userId: user.id, orderIds, pseudonym })
  await forgetUnpaid(tx, user.id)
  await pseudonymizeReferredBuyer(tx, orderIds, pseudonym)
  await pseudonymizeVisitor(tx, user.email, pseudonym)
  await deleteMessagesTo(tx, user.email, null)
  for (const { email, until } of await listFormerAddresses(tx, user.id)) await deleteMessagesTo(tx, email, until)
  await forgetReceivedInvitations(tx, user.email)
  await forgetInvited(tx, user.email)
}
