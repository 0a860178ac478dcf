// The account of whoever is signed in: who they are, and another password.
import { defineRoute } from '../../http/define-route.ts'
import { assertWithinLimit } from '../../http/rate-limit.ts'
import { isoTime, Named, Nullable, OneOf, Strict, Timestamp, Type } from '../../http/schema.ts'
import { readSessionCookie } from '../../http/session-cookie.ts'
import { invariant } from '../../kernel/errors.ts'
import { OLD_PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../kernel/limits.ts'
import { OPERATOR_ROLES } from '../../kernel/operator-roles.ts'
import { changePassword, preparePassword } from './service/change-password.ts'
import { findUser } from './service/find-user.ts'
import type { User } from './store/users.ts'

const AccountView = Named('Account', {
  email: Type.String(),
  role: OneOf(['user', 'operator']),
  email_confirmed: Type.Boolean(),
  operator_role: Nullable(OneOf(OPERATOR_ROLES)),
  created_at: Timestamp(),
})

const accountView = ({ email, operatorRole, emailConfirmedAt, createdAt }: User) => ({
  email,
  role: operatorRole === null ? ('user' as const) : ('operator' as const),
  email_confirmed: emailConfirmedAt !== null,
  operator_role: operatorRole,
  created_at: isoTime(createdAt),
})

const get = defineRoute({
  id: 'account.get',
  area: 'public',
  method: 'GET',
  path: '/account',
  summary: 'Get your account',
  description: 'Returns the signed-in user.',
  returns: 'The account.',
  signedIn: 'domains:manage',
  response: AccountView,
  handle: async ({ db, caller }) => {
    invariant(caller.user, 'only the signed-in come here')
    return accountView(await findUser(db, caller.user.id))
  },
})

const Password = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

const password = defineRoute({
  id: 'account.password',
  area: 'public',
  method: 'POST',
  path: '/account/password',
  summary: 'Change your password',
  description:
    'Ends all your other sessions. `details` names the field (`current_password` or `new_password`) that was rejected.',
  returns: 'The account.',
  signedIn: 'session',
  body: Strict({
    current_password: Password(OLD_PASSWORD_LENGTH_MAX, 'Your current password.'),
    new_password: Password(
      PASSWORD_LENGTH_MAX,
      `The new password: ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters, not a common password, not your email address.`,
    ),
  }),
  response: AccountView,
  errors: ['conflict'],
  writes: true,
  prepare: async ({ deps, db, caller }, { body }) => {
    invariant(caller.user, 'only the signed-in come here')
    const user = await findUser(db, caller.user.id)
    // By person, who is signed in: nobody else can use up these guesses.
    await assertWithinLimit(deps, 'sign_in', user.id, 'change_password')
    return { user, newHash: await preparePassword(user, body.current_password, body.new_password) }
  },
  handle: async ({ deps, tx, headers, now, prepared }) => {
    const session = readSessionCookie(headers.cookie, deps.config.baseUrl)
    invariant(session, 'a session brought the request here')
    await changePassword(tx, prepared.user, prepared.newHash, session, now)
    return accountView(prepared.user)
  },
})

export const publicRoutes = [get, password]
