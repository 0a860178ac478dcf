// Messages to people, for operators.
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, BY_AGE, datesQuery, NEWEST, respondWithList } from '../../http/list-response.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { EnvironmentName, pageQuery, Strict, Type } from '../../http/schema.ts'
import { pageSortedLiveFirst } from '../../http/sorting.ts'
import { invalidField } from '../../kernel/errors.ts'
import { EMAIL_LENGTH_MAX, parseEmail } from '../../kernel/text/email-address.ts'
import { MAIL_STATUSES } from './rules/delivery.ts'
import { hasLink, readForOperator, resendMail, revealLink } from './service/read.ts'
import { listMessages, type Message } from './store.ts'
import {
  MailMessagePage,
  MailMessageView,
  mailMessageDetailView,
  mailMessageView,
  OperatorMailMessageView,
  TemplateText,
} from './views.ts'

function readRecipient(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const address = parseEmail(text)
  if (address === null) throw invalidField('to', 'must be an email address')
  return address
}

const MESSAGE_COLUMNS = Object.keys(MailMessageView.properties)

const list = defineRoute({
  id: 'operator.mail.list',
  area: 'operator',
  method: 'GET',
  path: '/mail',
  summary: 'List messages',
  description:
    'Email messages, kept for 90 days or as `MAIL_KEEP_DAYS` says: live before sandbox, then newest first or as `sort` says. `Accept: text/csv` ' +
    'returns all matching messages as CSV.',
  returns: 'A page of messages.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    to: Type.Optional(Type.String({ maxLength: EMAIL_LENGTH_MAX, description: 'Email address of the recipient.' })),
    template: Type.Optional(TemplateText()),
    status: Type.Optional(
      Type.String({ maxLength: 100, description: 'Statuses, separated by commas: queued, sent, failed.' }),
    ),
    environment: Type.Optional(EnvironmentName()),
    created_from: datesQuery.from,
    created_to: datesQuery.to,
  }),
  produces: ['text/csv'],
  response: MailMessagePage,
  handle: ({ db, headers }, { query }) => {
    const { template, environment, sort } = query
    const recipient = readRecipient(query.to)
    const statuses = commaList('status', query.status, MAIL_STATUSES)
    const dates = dateRange({ from: query.created_from, to: query.created_to }, ['created_from', 'created_to'])
    const filters = { list: 'operator.mail', recipient, template, statuses, environment, ...dates }
    return respondWithList(
      { headers, query },
      {
        columns: MESSAGE_COLUMNS,
        read: async (cursor, limit) => {
          const page = await pageSortedLiveFirst(
            { environment, sort, fallback: NEWEST, cursor, limit, filters },
            BY_AGE,
            ({ id }: Message) => id,
            (one, keyset, room) => listMessages(db, { ...filters, environment: one }, keyset, room),
          )
          return { ...page, rows: page.rows.map(mailMessageView) }
        },
        toBody: (messages) => ({ messages }),
      },
    )
  },
})

const MessagePath = Strict({ message_id: Type.String() })

const get = defineRoute({
  id: 'operator.mail.get',
  area: 'operator',
  method: 'GET',
  path: '/mail/{message_id}',
  summary: 'Get a message',
  description: 'A message with its text and HTML parts. Outside a development service, secrets of links read `hidden`.',
  returns: 'The message.',
  params: MessagePath,
  response: OperatorMailMessageView,
  errors: ['not_found'],
  handle: async ({ deps, db, caller: { role } }, { params }) => {
    const { message, rendered, attempts } = await readForOperator(deps, db, params.message_id)
    return { ...mailMessageDetailView(message, rendered, attempts), has_link: hasLink(deps, message, role) }
  },
})

const resend = defineRoute({
  id: 'operator.mail.resend',
  area: 'operator',
  method: 'POST',
  path: '/mail/{message_id}/resend',
  summary: 'Resend a message',
  description: 'Queues the message again with the same `Message-ID` and link. An expired or used link stays so.',
  returns: 'The queued message.',
  params: MessagePath,
  status: 202,
  response: MailMessageView,
  errors: ['not_found'],
  operators: ['support'],
  writes: true,
  handle: async ({ tx }, { params }) => mailMessageView(await resendMail(tx, params.message_id)),
})

const reveal = defineRoute({
  id: 'operator.mail.reveal_link',
  area: 'operator',
  method: 'POST',
  path: '/mail/{message_id}/link',
  recent: true,
  summary: 'Show the link of a message',
  description:
    'With `MAIL=off`, operators give links to people themselves: `admin` and `support` those of claims, `admin` also those of ' +
    'invitations. 409 `no_link` for other messages.',
  returns: 'The link. The audit log records the request.',
  params: MessagePath,
  response: Strict({ url: Type.String({ description: 'The link. Anyone who has it can use it.' }) }),
  errors: ['not_found', 'conflict'],
  operators: ['support'],
  writes: true,
  handle: async ({ deps, tx, caller: { role } }, { params }) => ({
    url: await revealLink(deps, tx, { id: params.message_id, role }),
  }),
})

export const operatorRoutes = [list, get, resend, reveal]
