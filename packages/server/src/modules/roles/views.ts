// Operators, their invitations and tokens as the API shows them.
import { IdText, isoTime, isoTimeOrNull, Named, Nullable, OneOf, Timestamp, Type } from '../../http/schema.ts'
import { OPERATOR_ROLES } from '../../kernel/operator-roles.ts'
import type { Operator } from '../accounts/index.ts'
import type { Invitation } from './store/invitations.ts'
import type { OperatorToken } from './store/tokens.ts'

export const RoleName = () =>
  OneOf(OPERATOR_ROLES, {
    title: 'OperatorRole',
    description:
      '`admin`: everything. `finance`: settlements, payouts, refunds. `support`: orders, brokerage, listings. `viewer`: read only.',
  })

export const OperatorView = Named('Operator', {
  user_id: IdText('usr_'),
  email: Type.String(),
  role: RoleName(),
  created_at: Timestamp(),
  last_seen_at: Nullable(Timestamp('When the operator last used a session that has not ended. Null: no session.')),
})

export const operatorView = ({ id, email, operatorRole, createdAt, lastSeenAt }: Operator) => ({
  user_id: id,
  email,
  role: operatorRole,
  created_at: isoTime(createdAt),
  last_seen_at: isoTimeOrNull(lastSeenAt),
})

export const InvitationView = Named('OperatorInvitation', {
  invitation_id: IdText('inv_'),
  email: Type.String(),
  role: RoleName(),
  invited_by: Type.String({ description: 'Who sent the invitation.' }),
  created_at: Timestamp(),
  expires_at: Timestamp(),
})

export const invitationView = ({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation) => ({
  invitation_id: id,
  email,
  role,
  invited_by: invitedBy,
  created_at: isoTime(createdAt),
  expires_at: isoTime(expiresAt),
})

const tokenFields = {
  token_id: IdText('opt_'),
  name: Type.String({ description: 'Name of the token. The audit log shows it as `token:NAME`.' }),
  role: RoleName(),
  created_by: Nullable(Type.String({ description: 'Who created the token. Null: created by an earlier version.' })),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp('When the token expires. Null: never.')),
  last_used_at: Nullable(Timestamp('When the token was last used. Null: never.')),
}

export const TokenView = Named('OperatorToken', tokenFields)
export const IssuedTokenView = Named('IssuedOperatorToken', {
  ...tokenFields,
  token: Type.String({ description: 'The token, `op_…`. Returned only in this response.' }),
})

export const tokenView = ({ id, name, role, createdBy, createdAt, expiresAt, lastUsedAt }: OperatorToken) => ({
  token_id: id,
  name,
  role,
  created_by: createdBy,
  created_at: isoTime(createdAt),
  expires_at: isoTimeOrNull(expiresAt),
  last_used_at: isoTimeOrNull(lastUsedAt),
})
