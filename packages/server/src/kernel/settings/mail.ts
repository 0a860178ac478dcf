// The settings of mail: the URL of the mail server, and the sender.
import { isEmail } from '../text/email-address.ts'
import { ConfigError, type Env, readChoice } from './values.ts'

export type MailServer = {
  host: string
  port: number
  /** TLS from the first byte (smtps:). Otherwise the connection is upgraded with STARTTLS. */
  isImplicitTls: boolean
  login: { user: string; password: string } | null
}

export type MailSender = { name: string; address: string }

/** `outbox`: messages are kept and not sent, outside production only. `off`: no message is sent. */
export type MailSettings = { kind: 'smtp'; server: MailServer; from: MailSender } | { kind: 'outbox' } | { kind: 'off' }

/** What operators read of a message that was not sent for this reason. */
export const MAIL_OFF = 'Mail is turned off (MAIL=off).'

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const
const NAME_LENGTH_MAX = 100

/** `smtp://user:password@host:port`; null when the text is something else. User and password are percent-encoded. */
export function parseMailUrl(text: string): MailServer | null {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return null
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (hostname === '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '') return null
  if ((username === '') !== (password === '')) return null
  try {
    const login =
      username === '' ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) }
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? PORTS[protocol as keyof typeof PORTS] : Number(port),
      isImplicitTls: protocol === 'smtps:',
      login,
    }
  } catch {
    return null
  }
}

/** `no-reply@market.example` or `Market <no-reply@market.example>`; null when the text is something else. */
export function parseSender(text: string): MailSender | null {
  const open = text.indexOf('<')
  const isNamed = open > 0 && text.endsWith('>')
  const address = isNamed ? text.slice(open + 1, -1) : text
  const name = isNamed
    ? text
        .slice(0, open)
        .trim()
        .replace(/^"(.*)"$/, '$1')
    : ''
  if (!isEmail(address) || address !== address.trim()) return null
  if (name.length > NAME_LENGTH_MAX || /[\p{Cc}"<>]/u.test(name)) return null
  return { name, address }
}

/** The URL has a password, so an error does not repeat it. */
export function parseMail(env: Env, production: boolean): MailSettings {
  if (readChoice(env, 'MAIL', ['on', 'off'], 'on') === 'off') return { kind: 'off' }
  const [url, sender] = [env.MAIL_URL, env.MAIL_FROM]
  if (!url && !production) return { kind: 'outbox' }
  if (!url)
    throw new ConfigError('MAIL_URL is required in production. Set it to the URL of a mail server, or set MAIL=off.')
  const server = parseMailUrl(url)
  if (!server) throw new ConfigError('MAIL_URL must have the form smtp://user:password@host:port or smtps://….')
  if (!sender) throw new ConfigError('MAIL_FROM is required with MAIL_URL. Set it to the email address of the sender.')
  const from = parseSender(sender)
  if (!from) throw new ConfigError(`MAIL_FROM must be an email address or "Name <address>", not "${sender}".`)
  return { kind: 'smtp', server, from }
}
