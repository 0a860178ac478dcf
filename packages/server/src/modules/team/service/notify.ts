// Messages to a partner's team about the partner, queued in the transaction of the change that they report.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds, computeClockOffset } from '../../../kernel/clock.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { isEmail } from '../../../kernel/text/email-address.ts'
import { hasMessageSince, type Letter, queueMail } from '../../mail/index.ts'
import { findHouse, findPartner, listAddresses, type Partner } from '../../partners/index.ts'
import { RECIPIENTS, type Topic } from '../rules.ts'

/** The contact of the partner, if nobody on the team with the role has confirmed an address. */
async function findRecipients(tx: Tx, partner: Partner, topic: Topic): Promise<string[]> {
  const addresses = await listAddresses(tx, partner.id, RECIPIENTS[topic])
  if (addresses.length > 0) return [...new Set(addresses)]
  return isEmail(partner.email) ? [partner.email] : []
}

/**
 * One message to each person. The marketplace's own account has no team: operators see the same in the console. `once` leaves
 * out a message of a template about the same that the team got that recently.
 */
export async function notifyTeam(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  { partnerId, environment }: Owner,
  topic: Topic,
  write: (subject: { partner: string; partnerId: string; environment: Environment }) => Letter,
  once?: { inSeconds: number; about: string },
): Promise<void> {
  const partner = await findPartner(tx, partnerId)
  if (!partner || partnerId === (await findHouse(tx))) return
  const now = addSeconds(deps.clock.now(), computeClockOffset(environment, partner.sandboxOffsetSeconds))
  const letter = write({ partner: partner.name, partnerId, environment })
  if (once) {
    const since = addSeconds(now, -once.inSeconds)
    const asked = { template: letter.template, about: once.about }
    if (await hasMessageSince(tx, { partnerId, environment }, asked, since)) return
  }
  const about = once ? { about: once.about } : {}
  for (const to of await findRecipients(tx, partner, topic))
    await queueMail(deps, tx, { ...letter, ...about, to, owner: { partnerId, environment } }, now)
}
