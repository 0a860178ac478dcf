// Transports without a mail server.
import { MAIL_OFF } from '../../kernel/settings/mail.ts'
import type { MailTransport } from './transport.ts'

/** Accepts every message and sends none: the stored messages are the outbox. */
export const createOutbox = (): MailTransport => ({
  emails: false,
  send: async () => null,
  close: async () => {},
})

/** With MAIL=off every message fails, so that operators see that it was not sent. */
export const createClosedTransport = (): MailTransport => ({
  emails: false,
  send: async () => ({ error: MAIL_OFF, isPermanent: true }),
  close: async () => {},
})
