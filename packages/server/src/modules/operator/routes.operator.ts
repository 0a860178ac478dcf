// The audit log, readable.
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { dateRange } from '../../http/query.ts'
import { IdText, isoTime, Named, Nullable, pageMembers, pageQuery, Strict, Timestamp, Type } from '../../http/schema.ts'
import { type AuditRow, listAudit } from './store.ts'

const AuditView = Named('AuditRow', {
  audit_id: IdText('aud_'),
  at: Timestamp(),
  actor: Type.String({
    description:
      'Who did it: `token:` and the name of an operator token, `user:` and an email address, `job:` or `command:`.',
  }),
  route: Type.String(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  request_id: IdText('req_'),
  input: Type.Unknown({ description: 'The body as sent, or what was done; secrets blanked.' }),
  reason: Nullable(Type.String({ description: 'Why it failed: an error code, `wrong_password`, `interrupted` …' })),
})

const auditView = (row: AuditRow) => ({
  audit_id: row.id,
  at: isoTime(row.at),
  actor: row.actor,
  route: row.route,
  method: row.method,
  path: row.path,
  status: row.status,
  request_id: row.requestId,
  input: row.input,
  reason: row.reason,
})

const audit = defineRoute({
  id: 'operator.audit.list',
  area: 'operator',
  method: 'GET',
  path: '/audit',
  summary: 'Every call of an operator, and what else must be traceable, newest first.',
  description:
    'Besides the calls of operators: their sign-ins, failed ones too; changes that people make in the portal (keys, members, live ' +
    'access); imports and settlement runs, those of jobs too. Rows are never changed or removed.',
  query: Strict({
    ...pageQuery,
    actor: Type.Optional(Type.String({ maxLength: 300 })),
    route: Type.Optional(Type.String({ maxLength: 100 })),
    request_id: Type.Optional(Type.String({ maxLength: 100 })),
    changes: Type.Optional(Type.Boolean({ description: 'True: without the calls that only read.' })),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: Strict({ audit: Type.Array(AuditView), ...pageMembers }),
  handle: async ({ db }, { query }) => {
    const { from, to } = dateRange(query)
    const { actor, route, request_id: requestId, changes = false } = query
    const filters = { list: 'audit', actor, route, requestId, changes, from, to }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listAudit(db, { ...filters, before, limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.id])
    return { audit: page.rows.map(auditView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

export const operatorRoutes = [audit]
