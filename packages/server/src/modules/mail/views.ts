// How messages look on the wire.
import {
  EnvironmentName,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  pageFields,
  type Static,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { toLine } from './rules/content.ts'
import { MAIL_STATUSES } from './rules/delivery.ts'
import type { RenderedMail } from './rules/render.ts'
import { TEMPLATE_NAMES } from './rules/templates.ts'
import type { MailAttempt, Message } from './store.ts'

export const MailStatusName = () => OneOf(MAIL_STATUSES, { title: 'MailStatus' })
export const TemplateText = () => OneOf(TEMPLATE_NAMES, { title: 'MailTemplate' })

const fields = {
  message_id: IdText('msg_'),
  to: Type.String({ description: 'Email address of the recipient.' }),
  template: TemplateText(),
  subject: Type.String(),
  environment: EnvironmentName(),
  status: MailStatusName(),
  attempts: Type.Integer({ minimum: 0 }),
  created_at: Timestamp(),
  sent_at: Nullable(
    Timestamp(
      'When the mail server last accepted the message. Null for messages that are only stored, to be read here: those of a ' +
        'sandbox, and all of a service without a mail server.',
    ),
  ),
}

export const MailMessageView = Named('MailMessage', fields)

export const MailMessagePage = Named('MailMessagePage', { messages: Type.Array(MailMessageView), ...pageFields })

export const mailMessageView = (message: Message): Static<typeof MailMessageView> => ({
  message_id: message.id,
  to: message.toAddress,
  template: message.template,
  subject: toLine(message.content.subject),
  environment: message.environment,
  status: message.status,
  attempts: message.attempts,
  created_at: isoTime(message.createdAt),
  // Earlier versions noted a time for messages of a sandbox.
  sent_at: message.environment === 'sandbox' ? null : isoTimeOrNull(message.sentAt),
})

export const MailMessageDetailView = Named('MailMessageDetail', {
  ...fields,
  text: Type.String({
    description: 'Text part. In production and with `MAIL=off`, the secret of a link reads `hidden`.',
  }),
  html: Type.String({ description: 'HTML part.' }),
  last_error: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
  attempt_history: Type.Array(Named('MailAttempt', { at: Timestamp(), error: Nullable(Type.String()) }), {
    description: 'Finished attempts, newest first, at most 50.',
  }),
})

export const OperatorMailMessageView = Named('OperatorMailMessage', {
  ...MailMessageDetailView.properties,
  has_link: Type.Boolean({ description: 'True if `POST /mail/{message_id}/link` shows you the link of the message.' }),
})

export const mailMessageDetailView = (
  message: Message,
  { text, html }: RenderedMail,
  attempts: readonly MailAttempt[],
): Static<typeof MailMessageDetailView> => ({
  ...mailMessageView(message),
  text,
  html,
  last_error: message.lastError,
  attempt_history: attempts.map(({ at, error }) => ({ at: isoTime(at), error })),
})
