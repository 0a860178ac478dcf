// Invites people to operate the marketplace, and lets them accept.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invalidField, invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { OPERATOR_INVITATION_SECONDS } from '../../../kernel/limits.ts'
import { type OperatorRole, ROLE_TEXTS } from '../../../kernel/operator-roles.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { parseEmail } from '../../../kernel/text/email-address.ts'
import {
  changeOperatorRole,
  endSessions,
  findUserByEmail,
  proveAddress,
  type SignInVisit,
  startSession,
  type User,
} from '../../accounts/index.ts'
import { queueMail } from '../../mail/index.ts'
import * as store from '../store/invitations.ts'

const TAKEN = {
  already_an_operator: 'This person is already an operator. Change their role instead.',
  already_invited: 'This email address has an open invitation. Revoke it before you send another.',
} as const

const refuse = (reason: keyof typeof TAKEN): ApiError => new ApiError('conflict', { message: TAKEN[reason], reason })

/** The actor of the audit log as a recipient reads it: `user:ada@example.com` is `ada@example.com`. */
export const toInviter = (actor: string): string => (actor.startsWith('user:') ? actor.slice(5) : 'An operator')

export async function inviteOperator(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  input: { email: string; role: OperatorRole; actor: string },
  now: Date,
): Promise<store.Invitation> {
  const email = parseEmail(input.email)
  if (email === null) throw invalidField('email', 'must be an email address')
  const { role, actor: invitedBy } = input
  const user = await findUserByEmail(tx, email)
  if (user?.operatorRole) throw refuse('already_an_operator')
  const secret = randomToken('fh_oi_', 32)
  const expiresAt = addSeconds(now, OPERATOR_INVITATION_SECONDS)
  const invitation = { id: newId('invitation', now), email, role, invitedBy, createdAt: now, expiresAt }
  if (!(await store.insertInvitation(tx, invitation, tokenHash(secret)))) throw refuse('already_invited')
  const data = { invitedBy: toInviter(invitedBy), role: `${role} (${ROLE_TEXTS[role]})`, expiresAt }
  await queueMail(deps, tx, { to: email, template: 'operator_invitation', data, secret }, now)
  return invitation
}

export const findInvitation = (db: Db, secret: string, now: Date): Promise<store.Invitation | undefined> =>
  store.findInvitation(db, tokenHash(secret), now)

/**
 * What the invited person must do. The link proves their address, so a new account needs only a password. An account that never
 * proved its address may be a stranger's: a new password takes it from them. A proven account must sign in.
 */
export type Step = 'accept' | 'choose_password' | 'sign_in' | 'other_account'

export function nextStep(
  invitation: Pick<store.Invitation, 'email'>,
  account: Pick<User, 'emailConfirmedAt'> | undefined,
  signedInAs: string | undefined,
): Step {
  if (signedInAs !== undefined && signedInAs !== invitation.email) return 'other_account'
  if (!account || account.emailConfirmedAt === null) return 'choose_password'
  return signedInAs === undefined ? 'sign_in' : 'accept'
}

export type Acceptance = {
  secret: string
  describeVisit: (user: User) => SignInVisit
  /** Of the session, if the person is signed in. */
  session: { email: string; authenticatedAt: Date; secondFactorAt: Date | null } | undefined
  /** Of the password chosen on the page; null: none was. */
  passwordHash: string | null
}

type Accepted =
  | { kind: 'accepted'; sessionToken: string; user: User }
  | { kind: 'invalid' }
  | { kind: 'step'; step: Step }

/** Accepts in one transaction. The browser gets a new session: one from before must not gain a role. */
export async function acceptInvitation(
  deps: Pick<Deps, 'db' | 'audit' | 'secrets' | 'accountEvents'>,
  { secret, describeVisit, session, passwordHash }: Acceptance,
  now: Date,
): Promise<Accepted> {
  class Undone extends Error {}
  let step: Step = 'accept'
  try {
    return await deps.db.tx(async (tx) => {
      const invitation = await store.acceptInvitation(tx, tokenHash(secret), now)
      if (!invitation) return { kind: 'invalid' } as const
      const account = await findUserByEmail(tx, invitation.email)
      step = nextStep(invitation, account, session?.email)
      const isChosen = step === 'choose_password' && passwordHash !== null
      if (step !== 'accept' && !isChosen) throw new Undone()
      const proven = isChosen ? await proveAddress(deps, tx, { email: invitation.email, passwordHash }, now) : undefined
      const user = isChosen ? proven?.user : account
      invariant(user, 'an account accepts the invitation')
      const visit = describeVisit(user)
      const former = await grantRole(tx, user, invitation.role, now)
      await deps.audit.write(tx, {
        actor: `user:${user.email}`,
        requestId: visit.requestId,
        method: 'POST',
        path: visit.path,
        route: 'operators.accept_invitation',
        status: 200,
        input: {
          invitation_id: invitation.id,
          user_id: user.id,
          role: former ?? invitation.role,
          address: visit.address,
        },
      })
      const sessionToken = await startSession(
        deps,
        tx,
        {
          user: { ...user, operatorRole: former ?? invitation.role },
          visit,
          method: 'invitation',
          authenticatedAt: session && !isChosen ? session.authenticatedAt : now,
          secondFactorAt: isChosen ? null : (session?.secondFactorAt ?? null),
        },
        now,
      )
      if (sessionToken === null) throw new Undone()
      return { kind: 'accepted', sessionToken, user } as const
    })
  } catch (error) {
    if (error instanceof Undone) return { kind: 'step', step }
    throw error
  }
}

/** Somebody who became an operator meanwhile keeps that role, which is returned. */
async function grantRole(tx: Tx, user: User, role: OperatorRole, now: Date): Promise<OperatorRole | null> {
  if (user.operatorRole !== null) return user.operatorRole
  // Sessions from before, in any browser, do not gain the role.
  await endSessions(tx, user.id)
  await changeOperatorRole(tx, user.id, role, now)
  return null
}
