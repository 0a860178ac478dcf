// Changes the email address of an account, once both addresses have confirmed it.
import { type Tx, violates } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import { queueMail } from '../../mail/index.ts'
import { buildAccountEvent, type Visit } from '../rules/audit.ts'
import { insertFormerAddress } from '../store/former-addresses.ts'
import { countUsedInChange, deleteTokens } from '../store/tokens.ts'
import { replaceEmail, type User } from '../store/users.ts'
import { findLink, issueToken, type Link, useLink } from './issue-token.ts'

/** What both links of a change say. */
type Change = { changeId: string; from: string; to: string }
const SIDES = 2

const readChange = ({ token }: Link): Change => token.data as Change

type Needed = Pick<Deps, 'db' | 'clock' | 'secrets' | 'audit' | 'accountEvents'>

/**
 * Whether the new address has an account shows only in the end, and only to the owner of both. `mayReach`: the new address has
 * not had too many of these messages.
 */
export async function requestAddressChange(
  deps: Pick<Deps, 'secrets' | 'audit'>,
  tx: Tx,
  { user, to, mayReach, visit }: { user: User; to: string; mayReach: boolean; visit: Visit },
  now: Date,
): Promise<void> {
  await deleteTokens(tx, user.id, 'change_email')
  const data: Change = { changeId: newId('request', now), from: user.email, to }
  for (const email of [user.email, to]) {
    const secret = await issueToken(tx, { purpose: 'change_email', user, email, data }, now)
    if (email === to && !mayReach) continue
    const template = email === to ? 'use_address' : 'change_address'
    await queueMail(deps, tx, { to: email, template, data: { from: user.email, to }, secret }, now)
  }
  const event = { route: 'accounts.request_address_change', input: { new_email: to } }
  await deps.audit.write(tx, buildAccountEvent(user, visit, event))
}

/** `side`: whether the link went to the current or to the new address. */
export type FoundChange = { change: Change; userId: Id<'user'>; side: 'current' | 'new' }

/** The change behind a link, without confirming it. */
export async function findAddressChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  secret: string,
): Promise<FoundChange | undefined> {
  const link = await findLink(db, 'change_email', secret, clock.now())
  if (!link) return undefined
  const change = readChange(link)
  return { change, userId: link.user.id, side: link.token.email === change.to ? 'new' : 'current' }
}

export type ChangeOutcome = { kind: 'gone' } | { kind: 'waiting'; change: Change } | { kind: 'changed'; change: Change }

/** One side confirms; the second one makes the change. */
export async function confirmAddressChange(
  deps: Needed,
  { secret, visit }: { secret: string; visit: Visit },
): Promise<ChangeOutcome> {
  try {
    return await deps.db.tx((tx) => confirmSide(deps, tx, secret, visit))
  } catch (error) {
    if (!violates(error, 'users_email')) throw error
    await deps.db.tx((tx) => giveUp(deps, tx, secret, visit))
    return { kind: 'gone' }
  }
}

async function confirmSide(deps: Needed, tx: Tx, secret: string, visit: Visit): Promise<ChangeOutcome> {
  const now = deps.clock.now()
  const link = await useLink(tx, 'change_email', secret, now)
  if (!link) return { kind: 'gone' }
  const { user } = link
  const change = readChange(link)
  const confirmed = await countUsedInChange(tx, user.id, change.changeId)
  const input = { from: change.from, to: change.to, confirmed }
  await deps.audit.write(tx, buildAccountEvent(user, visit, { route: 'accounts.confirm_address_change', input }))
  if (confirmed < SIDES) return { kind: 'waiting', change }
  await replaceEmail(tx, user.id, change.to, now)
  await insertFormerAddress(tx, user.id, change.from, now)
  await deleteTokens(tx, user.id, 'change_email')
  await deps.accountEvents.addressConfirmed(tx, { id: user.id, email: change.to }, now)
  for (const to of [change.from, change.to])
    await queueMail(deps, tx, { to, template: 'address_changed', data: { from: change.from, to: change.to } }, now)
  return { kind: 'changed', change }
}

/** Another account has the address by now. Only the person with the account is told. */
async function giveUp(deps: Needed, tx: Tx, secret: string, visit: Visit): Promise<void> {
  const now = deps.clock.now()
  const link = await useLink(tx, 'change_email', secret, now)
  if (!link) return
  const { user } = link
  const { from, to } = readChange(link)
  await deleteTokens(tx, user.id, 'change_email')
  await queueMail(deps, tx, { to: from, template: 'address_not_changed', data: { to } }, now)
  const event = { route: 'accounts.confirm_address_change', status: 409, input: { from, to }, reason: 'conflict' }
  await deps.audit.write(tx, buildAccountEvent(user, visit, event))
}
