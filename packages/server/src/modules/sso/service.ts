// Signs an operator in whom the identity provider vouches for.
import type { Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { AuditEvent } from '../../kernel/contracts/audit-log.ts'
import { invariant } from '../../kernel/errors.ts'
import { FAILED_SIGN_INS_AUDITED_PER_HOUR } from '../../kernel/limits.ts'
import { cutText } from '../../kernel/text/cut-text.ts'
import {
  findUserByEmail,
  findUserByIdentity,
  type Identity,
  linkIdentity,
  type Proven,
  proveAddress,
  type SignInVisit,
  startSession,
  type User,
} from '../accounts/index.ts'
import { setProviderRole } from '../roles/index.ts'
import { readClaims, type SsoPerson, type SsoProblem, type SsoRefusal } from './rules.ts'

const NOT_LINKED: SsoProblem = {
  reason: 'not_linked',
  problem:
    'An account with your email address exists, and single sign-on cannot take it over. Ask an admin to invite you, accept, then try again.',
}

type Found = { user: User; account: 'existing' | Proven['account'] }

/** The account with the person's address. One that is confirmed and not an operator's stays as it is: its owner never agreed. */
async function findByAddress(deps: Needed, tx: Tx, email: string, now: Date): Promise<Found | undefined> {
  const proven = await proveAddress(deps, tx, { email, passwordHash: null }, now)
  if (proven) return proven
  const user = await findUserByEmail(tx, email)
  return user?.operatorRole ? { user, account: 'existing' } : undefined
}

/**
 * The provider's account decides, not the address. A person who comes for the first time gets a new account, the operator account
 * with their address, or an account that nobody has confirmed: the provider verified the address, so that account is taken from
 * the person who created it.
 */
async function findOrCreate(
  deps: Needed,
  tx: Tx,
  identity: Identity,
  email: string,
  now: Date,
): Promise<Found | undefined> {
  const known = await findUserByIdentity(tx, identity)
  if (known) return { user: known, account: 'existing' }
  const found = await findByAddress(deps, tx, email, now)
  if (!found || (await linkIdentity(tx, found.user.id, identity, now))) return found
  // The same person in two windows: the other one has just linked the account.
  const linked = await findUserByIdentity(tx, identity)
  return linked && { user: linked, account: 'existing' }
}

const ROUTE = 'operators.sso'

const buildEvent = (
  user: User,
  { requestId, path, address }: SignInVisit,
  role: SsoPerson['role'] | null,
  account: Found['account'] = 'existing',
): AuditEvent => ({
  actor: `user:${user.email}`,
  requestId,
  method: 'GET',
  path,
  route: ROUTE,
  status: role === null ? 403 : 200,
  input: { user_id: user.id, account, role, former_role: user.operatorRole, address },
  reason: role === null ? 'no_role' : null,
})

/** Nothing changes, so it is written behind the response. A stranger is named by the provider's subject. */
function noteRefusal(
  { audit }: Needed,
  { requestId, path, address }: SignInVisit,
  user: User | undefined,
  { reason, subject }: Pick<SsoRefusal, 'reason' | 'subject'>,
): void {
  const actor = user ? `user:${user.email}` : 'anonymous'
  const input = { address, ...(user ? { user_id: user.id } : { subject: subject && cutText(subject) }) }
  const event = { actor, requestId, method: 'GET', path, route: ROUTE, status: 403, input, reason }
  audit.note(event, FAILED_SIGN_INS_AUDITED_PER_HOUR)
}

/** A person who comes back without a role has no access here either: it ends with its sessions, tokens and invitations. */
async function endAccess(deps: Needed, identity: Identity, describeVisit: DescribeVisit, now: Date): Promise<boolean> {
  return deps.db.tx(async (tx) => {
    const user = await findUserByIdentity(tx, identity)
    if (!user?.operatorRole) return false
    await setProviderRole(tx, user, null, now)
    await deps.audit.write(tx, buildEvent(user, describeVisit(user), null))
    return true
  })
}

async function refuse(
  deps: Needed,
  issuer: string,
  { problem, reason, subject, hasRole }: SsoRefusal,
  describeVisit: DescribeVisit,
): Promise<SsoProblem> {
  const identity = subject === null ? null : { issuer, subject }
  const hasEnded = identity && !hasRole && (await endAccess(deps, identity, describeVisit, deps.clock.now()))
  if (!hasEnded) {
    const user = identity ? await findUserByIdentity(deps.db, identity) : undefined
    noteRefusal(deps, describeVisit(user ?? null), user, { reason, subject })
  }
  return { problem, reason }
}

type Needed = Pick<Deps, 'db' | 'clock' | 'audit' | 'config' | 'secrets' | 'accountEvents'>
type DescribeVisit = (user: User | null) => SignInVisit

export async function signInBySso(
  deps: Needed,
  claims: Readonly<Record<string, unknown>>,
  describeVisit: DescribeVisit,
): Promise<{ user: User; token: string } | SsoProblem> {
  const { sso } = deps.config
  invariant(sso, 'single sign-on is configured')
  const now = deps.clock.now()
  const person = readClaims(claims, sso, now)
  if ('problem' in person) return refuse(deps, sso.issuer, person, describeVisit)
  return deps.db.tx(async (tx) => {
    const found = await findOrCreate(deps, tx, { issuer: sso.issuer, subject: person.subject }, person.email, now)
    if (!found) {
      noteRefusal(deps, describeVisit(null), undefined, { ...NOT_LINKED, subject: person.subject })
      return NOT_LINKED
    }
    const { user, account } = found
    const visit = describeVisit(user)
    if (user.operatorRole !== person.role) await setProviderRole(tx, user, person.role, now)
    await deps.audit.write(tx, buildEvent(user, visit, person.role, account))
    const { authenticatedAt, role: operatorRole } = person
    const secondFactorAt = person.hasSecondFactor ? authenticatedAt : null
    const proof = { user: { ...user, operatorRole }, visit, method: 'sso', authenticatedAt, secondFactorAt } as const
    const token = await startSession(deps, tx, proof, now)
    invariant(token, 'an account without a password change has a session')
    return { user, token }
  })
}
