// Operators manage operators: who has which role, open invitations, and tokens for programs.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { instant } from '../../http/query.ts'
import { EmailText, Nullable, Strict, Type } from '../../http/schema.ts'
import { invalidField, invariant, notFound } from '../../kernel/errors.ts'
import { listOperators } from '../accounts/index.ts'
import { changeRole } from './service/change-role.ts'
import { inviteOperator } from './service/invite.ts'
import { issueOperatorToken } from './service/issue-token.ts'
import { listInvitations, revokeInvitation } from './store/invitations.ts'
import { listTokens, revokeToken } from './store/tokens.ts'
import {
  InvitationView,
  IssuedTokenView,
  invitationView,
  OperatorView,
  operatorView,
  RoleName,
  TokenView,
  tokenView,
} from './views.ts'

const OperatorPath = Strict({ user_id: Type.String() })

async function readOperator(db: Db, userId: string) {
  const operator = (await listOperators(db)).find(({ id }) => id === userId)
  invariant(operator, 'the operator was just found')
  return operatorView(operator)
}

const list = defineRoute({
  id: 'operator.operators.list',
  area: 'operator',
  method: 'GET',
  path: '/operators',
  summary: 'List operators',
  description: 'The operators and their open invitations, oldest first.',
  returns: 'The operators and open invitations.',
  response: Strict({
    operators: Type.Array(OperatorView, { description: 'The operators.' }),
    invitations: Type.Array(InvitationView, { description: 'Invitations that can still be accepted.' }),
  }),
  handle: async ({ db, now }) => ({
    operators: (await listOperators(db)).map(operatorView),
    invitations: (await listInvitations(db, now)).map(invitationView),
  }),
})

const invite = defineRoute({
  id: 'operator.operators.invite',
  area: 'operator',
  method: 'POST',
  path: '/operators',
  operators: [],
  recent: true,
  summary: 'Invite an operator',
  description:
    'Sends an invitation by email. The link works once, for 7 days, and only for this email address. 409 `already_invited` ' +
    'while an invitation is open, 409 `already_an_operator`.',
  returns: 'The invitation.',
  body: Strict({ email: EmailText(), role: RoleName() }),
  status: 201,
  response: InvitationView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) =>
    invitationView(await inviteOperator(deps, tx, { ...body, actor: caller.actor }, now)),
})

const change = defineRoute({
  id: 'operator.operators.change',
  area: 'operator',
  method: 'PATCH',
  path: '/operators/{user_id}',
  operators: [],
  recent: true,
  summary: 'Change the role of an operator',
  description:
    'Applies to the next request of the operator. Revokes tokens they created with permissions that the new role does not ' +
    'have. The last admin cannot be demoted: 409 `last_admin`.',
  returns: 'The operator.',
  params: OperatorPath,
  body: Strict({ role: RoleName() }),
  response: OperatorView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, now }, { params, body }) => {
    await changeRole(tx, params.user_id, body.role, now)
    return readOperator(tx, params.user_id)
  },
})

const remove = defineRoute({
  id: 'operator.operators.remove',
  area: 'operator',
  method: 'DELETE',
  path: '/operators/{user_id}',
  operators: [],
  recent: true,
  summary: 'Remove an operator',
  description:
    'Ends the sessions of the operator and revokes the tokens they created. Their user account remains. The last admin cannot ' +
    'be removed: 409 `last_admin`.',
  returns: 'The removed operator.',
  params: OperatorPath,
  response: Strict({ user_id: Type.String(), email: Type.String(), role: RoleName() }),
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, now }, { params }) => {
    const { email, before } = await changeRole(tx, params.user_id, null, now)
    return { user_id: params.user_id, email, role: before }
  },
})

const revokeInvite = defineRoute({
  id: 'operator.operators.revoke_invitation',
  area: 'operator',
  method: 'DELETE',
  path: '/operator-invitations/{invitation_id}',
  operators: [],
  recent: true,
  summary: 'Revoke an operator invitation',
  description: 'The link in the email stops working.',
  returns: 'The revoked invitation.',
  params: Strict({ invitation_id: Type.String() }),
  response: InvitationView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params }) => {
    const invitation = await revokeInvitation(tx, params.invitation_id, now)
    if (!invitation) throw notFound('Open invitation not found.')
    return invitationView(invitation)
  },
})

const tokens = defineRoute({
  id: 'operator.tokens.list',
  area: 'operator',
  method: 'GET',
  path: '/operator-tokens',
  summary: 'List operator tokens',
  description: 'Active tokens, newest first, without the tokens themselves.',
  returns: 'The active tokens.',
  response: Strict({ operator_tokens: Type.Array(TokenView, { description: 'The active tokens.' }) }),
  handle: async ({ db, now }) => ({ operator_tokens: (await listTokens(db, now)).map(tokenView) }),
})

function readExpiry(text: string | null | undefined, now: Date): Date | null {
  if (text === undefined || text === null) return null
  const expiresAt = instant('expires_at', text)
  if (expiresAt <= now) throw invalidField('expires_at', 'must be in the future')
  return expiresAt
}

const createToken = defineRoute({
  id: 'operator.tokens.create',
  area: 'operator',
  method: 'POST',
  path: '/operator-tokens',
  operators: [],
  recent: true,
  summary: 'Create an operator token',
  description:
    'For a program. The token is returned only in this response. It is revoked when you are removed, or when your role no ' +
    'longer includes its permissions.',
  returns: 'The token.',
  body: Strict({
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'Name of the token.' }),
    role: RoleName(),
    expires_at: Type.Optional(
      Nullable(Type.String({ maxLength: 40, description: 'When the token expires. Default: never.' })),
    ),
  }),
  status: 201,
  response: IssuedTokenView,
  writes: true,
  handle: async ({ tx, caller, now }, { body }) => {
    const expiresAt = readExpiry(body.expires_at, now)
    const input = { name: body.name.trim(), role: body.role, expiresAt }
    const issued = await issueOperatorToken(tx, { ...input, userId: caller.userId, createdBy: caller.actor }, now)
    return { ...tokenView(issued), token: issued.token }
  },
})

const endToken = defineRoute({
  id: 'operator.tokens.revoke',
  area: 'operator',
  method: 'DELETE',
  path: '/operator-tokens/{token_id}',
  operators: [],
  recent: true,
  summary: 'Revoke an operator token',
  description: 'The token stops working immediately.',
  returns: 'The revoked token.',
  params: Strict({ token_id: Type.String() }),
  response: TokenView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params }) => {
    const token = await revokeToken(tx, params.token_id, now)
    if (!token) throw notFound('Active operator token not found.')
    return tokenView(token)
  },
})

export const operatorRoutes = [list, invite, change, remove, revokeInvite, tokens, createToken, endToken]
