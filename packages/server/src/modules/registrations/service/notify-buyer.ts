// Messages to the person who pays for registrations and renewals, queued in the transaction of what they report.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { toUnicodeDomain } from '../../../kernel/text/domain-name.ts'
import { queueMail } from '../../mail/index.ts'
import { type Command, findOwnerEmail, listExpiries } from '../store/commands.ts'
import type { Purchase } from '../store/purchases.ts'

export type Mailing = Pick<Deps, 'secrets'>

const describe = ({ id, product, currency }: Purchase) => ({ purchaseId: id, product, currency })

export async function sendReceipt(
  deps: Mailing,
  tx: Tx,
  purchase: Purchase,
  commands: readonly Command[],
  now: Date,
): Promise<void> {
  const to = await findOwnerEmail(tx, purchase.userId)
  if (to === null) return
  const lines = commands.map(({ domain, params, priceCents }) => ({
    name: toUnicodeDomain(domain),
    years: params.years ?? 1,
    priceCents: priceCents ?? 0,
  }))
  const { addedTaxCents: taxCents } = purchase
  const totalCents = purchase.totalCents + taxCents
  const data = { ...describe(purchase), lines, taxCents, totalCents, paidAt: now }
  await queueMail(deps, tx, { to, template: 'purchase_receipt', data }, now)
}

/** `commands` have all ended. Lost disputes have returned `disputedCents` of the refund already. */
export async function sendResult(
  deps: Mailing,
  tx: Tx,
  purchase: Purchase,
  { commands, disputedCents }: { commands: readonly Command[]; disputedCents: number },
  now: Date,
): Promise<void> {
  const to = await findOwnerEmail(tx, purchase.userId)
  if (to === null) return
  const expiries = await listExpiries(
    tx,
    commands.map(({ domain }) => domain),
  )
  const done = commands.flatMap(({ state, domain }) =>
    state === 'done' ? [{ name: toUnicodeDomain(domain), expiresAt: expiries.get(domain) ?? null }] : [],
  )
  const failed = commands.flatMap(({ state, domain, lastError }) =>
    state === 'failed' ? [{ name: toUnicodeDomain(domain), error: lastError }] : [],
  )
  const data = {
    ...describe(purchase),
    done,
    failed,
    refundedCents: purchase.refundedCents + purchase.refundedTaxCents - disputedCents,
    disputedCents,
  }
  await queueMail(deps, tx, { to, template: 'purchase_ended', data }, now)
}
