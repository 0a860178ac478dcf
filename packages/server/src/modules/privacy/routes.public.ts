// A person's data: download it, or delete the account.
import { defineRoute, RawResponse } from '../../http/define-route.ts'
import { Strict, Type } from '../../http/schema.ts'
import { assertRecentSignIn } from '../../http/session-checks.ts'
import { sessionCookie } from '../../http/session-cookie.ts'
import { invalidField, invariant } from '../../kernel/errors.ts'
import { OLD_PASSWORD_LENGTH_MAX } from '../../kernel/limits.ts'
import { checkPassword, findOwnSession, findUser, readVisit } from '../accounts/index.ts'
import { deletePerson } from './service/delete-person.ts'
import { exportPerson } from './service/export-person.ts'

const download = defineRoute({
  id: 'account.export',
  area: 'public',
  method: 'GET',
  path: '/account/export',
  summary: 'Download your data',
  description:
    'Everything stored about you, as one JSON document. Fields may be added. What is filed under your email address is included once the address is confirmed.',
  returns: 'The data.',
  signedIn: 'session',
  recent: true,
  response: Type.Object({}, { additionalProperties: true, title: 'AccountExport' }),
  handle: async ({ deps, db, caller, now, reply }) => {
    invariant(caller.user, 'only the signed-in come here')
    const data = await exportPerson(deps, db, await findUser(db, caller.user.id), now)
    reply.header('content-disposition', 'attachment; filename="freehold-account.json"')
    return new RawResponse('application/json; charset=utf-8', JSON.stringify(data, null, 2))
  },
})

const remove = defineRoute({
  id: 'account.delete',
  area: 'public',
  method: 'DELETE',
  path: '/account',
  summary: 'Delete your account',
  description:
    'Removes your personal data. Records of payments stay without your name and email address. 409 `last_owner`, `owns_domains` or `last_admin` while something depends on the account.',
  returns: 'The deletion.',
  signedIn: 'session',
  body: Strict({
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: OLD_PASSWORD_LENGTH_MAX,
        description: 'Your password. Required if your account has one. Without one, a recent sign-in is required.',
      }),
    ),
  }),
  response: Strict({ deleted: Type.Literal(true) }),
  errors: ['conflict'],
  writes: true,
  prepare: async (context, { body }) => {
    const { deps, db, caller, now } = context
    invariant(caller.user, 'only the signed-in come here')
    const user = await findUser(db, caller.user.id)
    if (user.passwordHash !== null) {
      if (body.password === undefined) throw invalidField('password', 'is required')
      await checkPassword(deps, user, body.password, 'password', readVisit(context, 'DELETE'))
      return { user }
    }
    assertRecentSignIn(await findOwnSession(context), now)
    return { user }
  },
  handle: async (context) => {
    const { deps, tx, now, prepared, reply } = context
    await deletePerson(deps, tx, { user: prepared.user, visit: readVisit(context, 'DELETE') }, now)
    reply.header('set-cookie', sessionCookie(deps.config.baseUrl, '', 0))
    return { deleted: true as const }
  },
})

export const publicRoutes = [download, remove]
