// The account of the signed-in person: email address, password, sessions, and proving again who they are.
import { isMailOff } from '../../config.ts'
import type { Db } from '../../db/sql.ts'
import { assertWithinLimit } from '../../http/admission/rate-limit.ts'
import type { PublicCaller } from '../../http/callers.ts'
import { type Context, defineRoute } from '../../http/define-route.ts'
import { EmailText, isoTime, Named, Nullable, OneOf, Strict, Timestamp, Type } from '../../http/schema.ts'
import { readSessionCookie } from '../../http/session-cookie.ts'
import { ApiError, invalidField, invariant } from '../../kernel/errors.ts'
import { OLD_PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../kernel/limits.ts'
import { OPERATOR_ROLES } from '../../kernel/operator-roles.ts'
import { tokenHash } from '../../kernel/secret-box.ts'
import { parseEmail } from '../../kernel/text/email-address.ts'
import { describeBrowser } from '../../kernel/text/user-agent.ts'
import { renewDevice } from './http/devices.ts'
import { viewRoutes } from './http/saved-views.ts'
import { checkPassword } from './http/sign-in.ts'
import { buildAccountEvent, readVisit } from './rules/audit.ts'
import { accountDigest } from './rules/sessions.ts'
import { requestAddressChange } from './service/change-address.ts'
import { changePassword, preparePassword } from './service/change-password.ts'
import { sendConfirmation } from './service/confirm-address.ts'
import { findUser } from './service/find-user.ts'
import { mayMail } from './service/limit-mail.ts'
import { endSession, listSessions } from './service/sign-in.ts'
import type { Session } from './store/sessions.ts'
import type { User } from './store/users.ts'

const AccountView = Named('Account', {
  email: Type.String(),
  role: OneOf(['user', 'operator']),
  email_confirmed: Type.Boolean(),
  operator_role: Nullable(OneOf(OPERATOR_ROLES)),
  has_password: Type.Boolean(),
  created_at: Timestamp(),
})

const accountView = ({ email, operatorRole, emailConfirmedAt, passwordHash, createdAt }: User) => ({
  email,
  role: operatorRole === null ? ('user' as const) : ('operator' as const),
  email_confirmed: emailConfirmedAt !== null,
  operator_role: operatorRole,
  has_password: passwordHash !== null,
  created_at: isoTime(createdAt),
})

async function findCaller(db: Db, caller: PublicCaller): Promise<User> {
  invariant(caller.user, 'only the signed-in come here')
  return findUser(db, caller.user.id)
}

function requireSession({ deps, headers }: Pick<Context<'public'>, 'deps' | 'headers'>): string {
  const session = readSessionCookie(headers.cookie, deps.config.baseUrl)
  invariant(session, 'a session brought the request here')
  return session
}

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
  handle: async ({ db, caller }) => accountView(await findCaller(db, caller)),
})

const Password = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

const password = defineRoute({
  id: 'account.password',
  area: 'public',
  method: 'POST',
  path: '/account/password',
  summary: 'Change your password',
  description:
    'Ends all your other sessions and disconnects all applications. `details` names the field (`current_password` or `new_password`) that was rejected.',
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
  prepare: async (context, { body }) => {
    const { deps, db, caller } = context
    const user = await findCaller(db, caller)
    await checkPassword(deps, user, body.current_password, 'current_password', readVisit(context, 'POST'))
    return { user, newHash: await preparePassword(user, body.new_password) }
  },
  handle: async (context, _input) => {
    const { deps, tx, now, prepared } = context
    const change = { ...prepared, session: requireSession(context), visit: readVisit(context, 'POST') }
    await changePassword(deps, tx, change, now)
    const { user, newHash: passwordHash } = prepared
    const device = renewDevice(deps, context.headers.cookie, user, { ...user, passwordHash })
    if (device !== null) context.reply.header('set-cookie', device)
    return accountView(user)
  },
})

const email = defineRoute({
  id: 'account.email',
  area: 'public',
  method: 'POST',
  path: '/account/email',
  summary: 'Change your email address',
  description:
    'Sends a link to the current and to the new address. The address changes when both links were confirmed, within 24 hours. ' +
    '409 `mail_off` if this marketplace sends no mail.',
  returns: 'The account, with its current address.',
  signedIn: 'session',
  confirmed: true,
  status: 202,
  body: Strict({
    new_email: EmailText(),
    current_password: Password(OLD_PASSWORD_LENGTH_MAX, 'Your current password.'),
  }),
  response: AccountView,
  errors: ['conflict'],
  writes: true,
  prepare: async (context, { body }) => {
    const { deps, db, caller } = context
    if (isMailOff(deps.config))
      throw new ApiError('conflict', {
        message: 'This marketplace sends no mail, so a new email address cannot be confirmed. Ask its operator.',
        reason: 'mail_off',
      })
    const user = await findCaller(db, caller)
    const to = parseEmail(body.new_email)
    if (to === null) throw invalidField('new_email', 'must be an email address')
    if (to === user.email) throw invalidField('new_email', 'is already the email address of your account')
    await checkPassword(deps, user, body.current_password, 'current_password', readVisit(context, 'POST'))
    return { user, to, mayReach: await mayMail(deps, 'change', to) }
  },
  handle: async (context) => {
    const { deps, tx, now, prepared } = context
    await requestAddressChange(deps, tx, { ...prepared, visit: readVisit(context, 'POST') }, now)
    return accountView(prepared.user)
  },
})

const confirmation = defineRoute({
  id: 'account.confirmation',
  area: 'public',
  method: 'POST',
  path: '/account/confirmation',
  summary: 'Send the confirmation again',
  description: 'Sends a new link to the email address of your account. Has no effect once the address is confirmed.',
  returns: 'The account.',
  signedIn: 'session',
  response: AccountView,
  writes: true,
  prepare: async ({ deps, db, caller }) => {
    const user = await findCaller(db, caller)
    if (user.emailConfirmedAt === null)
      await assertWithinLimit(deps, 'account_mail', accountDigest(user.email), 'account_mail_confirm')
    return { user }
  },
  handle: async ({ deps, tx, now, prepared: { user } }) => {
    if (user.emailConfirmedAt === null) await sendConfirmation(deps, tx, user, now)
    return accountView(user)
  },
})

const SessionView = Named('AccountSession', {
  session_id: Type.String(),
  created_at: Timestamp(),
  last_used_at: Timestamp('To within five minutes.'),
  ip_address: Nullable(Type.String({ description: 'At the sign-in.' })),
  user_agent: Nullable(Type.String({ description: 'At the sign-in.' })),
  browser: Type.String({
    description: 'Browser and system, read from `user_agent`.',
    examples: ['Firefox on Windows'],
  }),
  current: Type.Boolean({ description: 'The session of this request.' }),
})

const sessionView = (session: Session, current: string) => ({
  session_id: session.id,
  created_at: isoTime(session.createdAt),
  last_used_at: isoTime(session.lastUsedAt),
  ip_address: session.ipAddress,
  user_agent: session.userAgent,
  browser: describeBrowser(session.userAgent ?? ''),
  current: session.tokenHash.equals(tokenHash(current)),
})

const sessions = defineRoute({
  id: 'account.sessions',
  area: 'public',
  method: 'GET',
  path: '/account/sessions',
  summary: 'List your sessions',
  description: 'Browsers that are signed in to your account, the last used first.',
  returns: 'The sessions.',
  signedIn: 'session',
  response: Strict({ sessions: Type.Array(SessionView) }),
  handle: async (context) => {
    const { db, caller, now } = context
    invariant(caller.user, 'only the signed-in come here')
    const current = requireSession(context)
    return { sessions: (await listSessions(db, caller.user.id, now)).map((one) => sessionView(one, current)) }
  },
})

const endOne = defineRoute({
  id: 'account.sessions.end',
  area: 'public',
  method: 'DELETE',
  path: '/account/sessions/{session_id}',
  summary: 'End a session',
  description: 'Signs out the browser with this session.',
  returns: 'The session that ended.',
  signedIn: 'session',
  params: Strict({ session_id: Type.String() }),
  response: SessionView,
  errors: ['not_found'],
  writes: true,
  handle: async (context, { params }) => {
    const { deps, tx, caller } = context
    const user = await findCaller(tx, caller)
    const ended = await endSession(tx, user.id, params.session_id)
    const event = { route: 'account.sessions.end', input: { session_id: ended.id } }
    await deps.audit.write(tx, buildAccountEvent(user, readVisit(context, 'DELETE'), event))
    return sessionView(ended, requireSession(context))
  },
})

export const publicRoutes = [get, password, email, confirmation, sessions, endOne, ...viewRoutes]
