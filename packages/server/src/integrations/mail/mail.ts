// Chooses the transport by the settings.
import type { MailSettings } from '../../kernel/settings/mail.ts'
import { createClosedTransport, createOutbox } from './outbox.ts'
import type { MailTransport } from './transport.ts'

/** The SMTP client is loaded where it is used. */
export async function createMailTransport(settings: MailSettings): Promise<MailTransport> {
  if (settings.kind === 'off') return createClosedTransport()
  if (settings.kind === 'outbox') return createOutbox()
  return (await import('./smtp.ts')).createSmtpTransport(settings)
}
