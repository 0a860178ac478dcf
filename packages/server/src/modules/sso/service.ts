// Signs an operator in whom the identity provider vouches for.
import { type Tx, violates } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { AuditEvent } from '../../kernel/audit-log.ts'
import { invariant } from '../../kernel/errors.ts'
import {
  createUser,
  findUserByEmail,
  findUserByIdentity,
  type Identity,
  linkIdentity,
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

/**
 * The provider's account decides, not the address. A person who comes for the first time gets a new account, or the operator account
 * with their address. Any other account with the address stays as it is: its owner never agreed.
 */
async function findOrCreate(
  { accountEvents }: Pick<Deps, 'accountEvents'>,
  tx: Tx,
  issuer: string,
  person: SsoPerson,
  now: Date,
): Promise<User | undefined> {
  const identity = { issuer, subject: person.subject }
  const known = await findUserByIdentity(tx, identity)
  if (known) return known
  const existing = await findUserByEmail(tx, person.email)
  if (existing && (existing.operatorRole === null || existing.emailConfirmedAt === null)) return undefined
  const user = existing ?? (await createUser(tx, toNewUser(person), now))
  // The provider vouches for the address: what waits for it comes to the new account.
  if (!existing) await accountEvents.addressConfirmed(tx, user, now)
  return (await linkIdentity(tx, user.id, identity, now)) ? user : undefined
}

const toNewUser = ({ email, role }: SsoPerson) => ({
  email,
  passwordHash: null,
  operatorRole: role,
  isConfirmed: true,
})

const ROUTE = 'operators.sso'

const buildEvent = (
  user: User,
  { requestId, path, address }: SignInVisit,
  role: SsoPerson['role'] | null,
): AuditEvent => ({
  actor: `user:${user.email}`,
  requestId,
  method: 'GET',
  path,
  route: ROUTE,
  status: role === null ? 403 : 200,
  input: { user_id: user.id, role, former_role: user.operatorRole, address },
  reason: role === null ? 'no_role' : null,
})

/** A person who comes back without a role has no access here either: it ends with its sessions, tokens and invitations. */
async function endAccess(deps: Needed, identity: Identity, describeVisit: DescribeVisit, now: Date): Promise<void> {
  await deps.db.tx(async (tx) => {
    const user = await findUserByIdentity(tx, identity)
    if (!user?.operatorRole) return
    await setProviderRole(tx, user, null, now)
    await deps.audit.write(tx, buildEvent(user, describeVisit(user.email), null))
  })
}

async function refuse(
  deps: Needed,
  issuer: string,
  { problem, reason, subject, hasRole }: SsoRefusal,
  describeVisit: DescribeVisit,
): Promise<SsoProblem> {
  if (subject !== null && !hasRole) await endAccess(deps, { issuer, subject }, describeVisit, deps.clock.now())
  return { problem, reason }
}

type Needed = Pick<Deps, 'db' | 'clock' | 'audit' | 'config' | 'secrets' | 'accountEvents'>
type DescribeVisit = (email: string) => SignInVisit

export async function signInBySso(
  deps: Needed,
  claims: Readonly<Record<string, unknown>>,
  describeVisit: DescribeVisit,
): Promise<{ email: string; token: string } | SsoProblem> {
  const { sso } = deps.config
  invariant(sso, 'single sign-on is configured')
  const now = deps.clock.now()
  const person = readClaims(claims, sso, now)
  if ('problem' in person) return refuse(deps, sso.issuer, person, describeVisit)
  const attempt = () =>
    deps.db.tx(async (tx) => {
      const user = await findOrCreate(deps, tx, sso.issuer, person, now)
      if (!user) return NOT_LINKED
      const visit = describeVisit(user.email)
      if (user.operatorRole !== person.role) await setProviderRole(tx, user, person.role, now)
      await deps.audit.write(tx, buildEvent(user, visit, person.role))
      const { authenticatedAt, role: operatorRole } = person
      const secondFactorAt = person.hasSecondFactor ? authenticatedAt : null
      const proof = { user: { ...user, operatorRole }, visit, method: 'sso', authenticatedAt, secondFactorAt } as const
      const token = await startSession(deps, tx, proof, now)
      invariant(token, 'an account without a password change has a session')
      return { email: user.email, token }
    })
  return attempt().catch((error: unknown) => {
    // The same person in two windows: the other one has just created the account.
    if (violates(error, 'users_email')) return attempt()
    throw error
  })
}
