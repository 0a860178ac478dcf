// What the operator and portal routes of credentials and team members share.
import type { Db } from '../../db/sql.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { EnvironmentName, pageMembers, ScopeName, Strict, Type } from '../../http/schema.ts'
import { CREDENTIAL_OVERLAP_SECONDS, CREDENTIAL_OVERLAP_SECONDS_MAX } from '../../kernel/limits.ts'
import { SCOPES } from '../../kernel/owner.ts'
import { listCredentials, listMembers } from './store.ts'
import { CredentialView, credentialView, MemberView, memberView } from './views.ts'

export const KeyPath = Strict({ key_id: Type.String() })

export const IssueInput = Strict({
  environment: EnvironmentName(),
  scopes: Type.Array(ScopeName(), { minItems: 1, maxItems: SCOPES.length }),
})

export const RotateInput = Strict({
  overlap_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: CREDENTIAL_OVERLAP_SECONDS_MAX, default: CREDENTIAL_OVERLAP_SECONDS }),
  ),
})

export const CredentialPage = Strict({ credentials: Type.Array(CredentialView), ...pageMembers })

/** `list` keeps the cursors of one route from another. */
export async function credentialPage(
  db: Db,
  list: 'credentials' | 'portal.credentials',
  partnerId: string,
  query: { limit?: number; cursor?: string },
  now: Date,
) {
  const filters = { list, partner: partnerId }
  const limit = pageLimit(query.limit)
  const key = decodeCursor(query.cursor, filters, ['instant', 'string'])
  const before = key && { createdAt: new Date(key[0]), keyId: key[1] }
  const rows = await listCredentials(db, partnerId, { before, limit: limit + 1 })
  const page = pageOf(rows, limit, filters, (row) => [row.createdAt.getTime(), row.keyId])
  return {
    credentials: page.rows.map((row) => credentialView(row, now)),
    next_cursor: page.nextCursor,
    has_more: page.hasMore,
  }
}

export const MemberPage = Strict({ members: Type.Array(MemberView), ...pageMembers })

/** `list` keeps the cursors of one route from another. */
export async function memberPage(
  db: Db,
  list: 'members' | 'portal.members',
  partnerId: string,
  query: { limit?: number; cursor?: string },
) {
  const filters = { list, partner: partnerId }
  const limit = pageLimit(query.limit)
  const key = decodeCursor(query.cursor, filters, ['instant', 'string'])
  const rows = await listMembers(db, partnerId, key && { at: new Date(key[0]), id: key[1] }, limit + 1)
  const page = pageOf(rows, limit, filters, (row) => [row.createdAt.getTime(), row.userId])
  return { members: page.rows.map(memberView), next_cursor: page.nextCursor, has_more: page.hasMore }
}
