// Sends messages through a mail server. Connections are kept and shared; every step has a timeout.
import { createTransport } from 'nodemailer'
import { MAIL_CONCURRENCY, MAIL_SEND_SECONDS } from '../../kernel/limits.ts'
import type { MailSender, MailServer } from '../../kernel/settings/mail.ts'
import { isLoopbackHost } from '../../kernel/text/web-host.ts'
import type { MailTransport, OutgoingMail } from './transport.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Without a byte from the server. */
const SILENCE_TIMEOUT_MS = 20_000

type SmtpFailure = Error & { code?: string; command?: string; responseCode?: number }

/**
 * A 5xx response to the recipient or the content rejects this message. A 5xx response to anything else, such as the login or the
 * sender, is a mistake in the settings: the message is sent once that is fixed. 530 asks for a login.
 */
function isPermanent({ command, responseCode = 0 }: SmtpFailure): boolean {
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500 && responseCode !== 530
}

/** One line. Mail servers sometimes repeat what they were sent. */
function describeFailure(failure: SmtpFailure, secrets: readonly string[]): string {
  const line = failure.message.replace(/\s+/g, ' ').trim()
  return secrets.reduce((text, secret) => text.replaceAll(secret, 'hidden'), line)
}

/** `ca` is for tests with their own certificate. */
export function createSmtpTransport(
  { server, from }: { server: MailServer; from: MailSender },
  { ca }: { ca?: string } = {},
): MailTransport {
  const { host, port, isImplicitTls, login } = server
  // On this machine nobody can listen in. Everywhere else messages and credentials travel encrypted or not at all.
  const isLocal = isLoopbackHost(host)
  const createPool = () =>
    createTransport({
      pool: true,
      host,
      port,
      secure: isImplicitTls,
      requireTLS: !isLocal,
      tls: { rejectUnauthorized: isImplicitTls || !isLocal, ...(ca === undefined ? {} : { ca }) },
      ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
      maxConnections: MAIL_CONCURRENCY,
      // A message whose connection closed is retried by the queue, which counts attempts.
      maxRequeues: 0,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    })
  let pool = createPool()

  /** A pool with a stuck connection is replaced: its other messages fail and are retried. */
  function replacePool(stuck: typeof pool): void {
    if (pool !== stuck) return
    pool = createPool()
    stuck.close({ force: true })
  }

  async function sendInTime(mail: OutgoingMail): Promise<void> {
    const used = pool
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        replacePool(used)
        reject(new Error('The mail server did not accept the message in time.'))
      }, MAIL_SEND_SECONDS * 1000)
    })
    const sent = used.sendMail({
      // Given apart from the headers, so that no name can add a recipient.
      envelope: { from: from.address, to: [mail.to] },
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      messageId: mail.messageId,
      date: mail.date,
      text: mail.text,
      html: mail.html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(mail.unsubscribeUrl === null ? {} : { 'List-Unsubscribe': `<${mail.unsubscribeUrl}>` }),
      },
      textEncoding: 'quoted-printable',
    })
    // After a timeout nobody waits for it.
    sent.catch(() => {})
    await Promise.race([sent, timeout]).finally(() => clearTimeout(timer))
  }

  return {
    emails: true,
    async send(mail) {
      try {
        await sendInTime(mail)
        return null
      } catch (error) {
        const failure = error as SmtpFailure
        const secrets = login ? [login.password, Buffer.from(login.password).toString('base64')] : []
        return { error: describeFailure(failure, secrets), isPermanent: isPermanent(failure) }
      }
    },
    close: async () => pool.close(),
  }
}
