// Signs an operator in whom the identity provider vouches for.
import { type Tx, violates } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { invariant } from '../../kernel/errors.ts'
import type { OperatorRole } from '../../kernel/operator-roles.ts'
import {
  changeOperatorRole,
  createUser,
  findUserByEmail,
  findUserByIdentity,
  linkIdentity,
  type SignInVisit,
  startSession,
  type User,
} from '../accounts/index.ts'
import { revokeTokensBeyond } from '../roles/index.ts'
import { readClaims, type SsoPerson, type SsoProblem } from './rules.ts'

const NOT_LINKED: SsoProblem = {
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

/** The provider's role replaces ours at each sign-in. */
async function takeRole(tx: Tx, user: User, role: OperatorRole, now: Date): Promise<void> {
  if (user.operatorRole === role) return
  await changeOperatorRole(tx, user.id, role, now, { keepsAdmin: false })
  await revokeTokensBeyond(tx, user.id, role, now)
}

export async function signInBySso(
  deps: Pick<Deps, 'db' | 'clock' | 'audit' | 'config' | 'secrets' | 'accountEvents'>,
  claims: Readonly<Record<string, unknown>>,
  describeVisit: (email: string) => SignInVisit,
): Promise<{ email: string; token: string } | SsoProblem> {
  const { sso } = deps.config
  invariant(sso, 'single sign-on is configured')
  const now = deps.clock.now()
  const person = readClaims(claims, sso, now)
  if ('problem' in person) return person
  const attempt = () =>
    deps.db.tx(async (tx) => {
      const user = await findOrCreate(deps, tx, sso.issuer, person, now)
      if (!user) return NOT_LINKED
      const visit = describeVisit(user.email)
      await takeRole(tx, user, person.role, now)
      await deps.audit.write(tx, {
        actor: `user:${user.email}`,
        requestId: visit.requestId,
        method: 'GET',
        path: visit.path,
        route: 'operators.sso',
        status: 200,
        input: { user_id: user.id, role: person.role, former_role: user.operatorRole, address: visit.address },
      })
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
