// Messages that a partner's sandbox caused. They are not sent by email.
import { newestFirst } from '../../db/keyset.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { pageQuery, Strict, Type } from '../../http/schema.ts'
import type { Owner } from '../../kernel/owner.ts'
import { readForSandbox } from './service/read.ts'
import { listMessages } from './store.ts'
import { MailMessageDetailView, MailMessagePage, mailMessageDetailView, mailMessageView } from './views.ts'

const toOwner = ({ partnerId, environment }: Owner): Owner => ({ partnerId, environment })

const list = defineRoute({
  id: 'sandbox.mail.list',
  area: 'partner',
  method: 'GET',
  path: '/sandbox/mail',
  scope: null,
  requires: requireSandbox,
  summary: 'List sandbox messages',
  description:
    'Messages your sandbox would have emailed to buyers and to your team, newest first. The sandbox sends no email.',
  returns: 'A page of messages.',
  query: Strict({ ...pageQuery }),
  response: MailMessagePage,
  handle: async ({ db, caller }, { query }) => {
    const owner = toOwner(caller)
    const filters = { list: 'sandbox.mail', ...owner }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const page = toPage(
      await listMessages(db, { owner }, newestFirst('created', before), limit + 1),
      limit,
      filters,
      ({ id }) => [id],
    )
    return { messages: page.rows.map(mailMessageView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const get = defineRoute({
  id: 'sandbox.mail.get',
  area: 'partner',
  method: 'GET',
  path: '/sandbox/mail/{message_id}',
  scope: null,
  requires: requireSandbox,
  summary: 'Get a sandbox message',
  description: 'A message with its text and HTML parts, and its links.',
  returns: 'The message.',
  params: Strict({ message_id: Type.String() }),
  response: MailMessageDetailView,
  errors: ['not_found'],
  handle: async ({ deps, db, caller }, { params }) => {
    const { message, rendered, attempts } = await readForSandbox(deps, db, toOwner(caller), params.message_id)
    return mailMessageDetailView(message, rendered, attempts)
  },
})

export const partnerRoutes = [list, get]
