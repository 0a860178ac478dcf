// Operator API: messages that the service sends.
import { type CallOptions, type Filter, Resource } from '../../api.ts'

const MESSAGE = '/api/operator/v1/mail/{message_id}'

export class OperatorMail extends Resource {
  /** Live before sandbox, then newest first. */
  list(query?: Filter<'GET /api/operator/v1/mail'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/mail', 'messages', { query }, options)
  }

  /** With its text and HTML parts. */
  get(messageId: string, options?: CallOptions) {
    return this.api.call(`GET ${MESSAGE}`, { params: { message_id: messageId } }, options)
  }

  /** Queues the message again. */
  resend(messageId: string, options?: CallOptions) {
    return this.api.call(`POST ${MESSAGE}/resend`, { params: { message_id: messageId } }, options)
  }

  /** With `MAIL=off`: the link of a claim or an invitation, to give to the person. */
  revealLink(messageId: string, options?: CallOptions) {
    return this.api.call(`POST ${MESSAGE}/link`, { params: { message_id: messageId } }, options)
  }
}
