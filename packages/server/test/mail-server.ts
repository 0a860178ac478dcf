// A real mail server on this machine, with TLS and authentication, that keeps what it received.
import type { AddressInfo } from 'node:net'
import { createCertificate } from '@freehold/epp/simulator'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { lazy } from '../src/kernel/lazy.ts'

export const MAIL_USER = 'market'
/** With characters that a URL must encode. */
export const MAIL_PASSWORD = 'p@ss/w0rd:of mail'
export const MAIL_FROM = 'Market <no-reply@market.example>'

const getCertificate = lazy(() => createCertificate())

export type ReceivedMail = {
  raw: string
  email: Email
  envelope: { from: string; to: string[] }
  isEncrypted: boolean
  user: string
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

type Rejection = { code: number; text: string } | undefined

/** `isImplicitTls`: TLS from the first byte. Otherwise STARTTLS, which `isPlain` does not offer. */
export async function startMailServer(options: { isImplicitTls?: boolean; isPlain?: boolean; port?: number } = {}) {
  const { isImplicitTls = false, isPlain = false, port = 0 } = options
  const received: ReceivedMail[] = []
  const logins: string[] = []
  /** What a recipient is answered; by default every recipient is accepted. */
  const rules: {
    rejectRecipient: (address: string) => Rejection
    beforeAccept: (to: string) => Promise<void>
  } = { rejectRecipient: () => undefined, beforeAccept: async () => {} }
  const refuse = ({ code, text }: { code: number; text: string }) =>
    Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    secure: isImplicitTls,
    ...getCertificate(),
    disabledCommands: isPlain ? ['STARTTLS'] : [],
    allowInsecureAuth: isPlain,
    disableReverseLookup: true,
    // What is still open when the server stops is cut off.
    closeTimeout: 50,
    logger: false,
    onAuth({ username = '', password }, _session, done) {
      logins.push(username)
      if (username === MAIL_USER && password === MAIL_PASSWORD) done(null, { user: username })
      else done(refuse({ code: 535, text: 'Wrong user or password' }))
    },
    onRcptTo({ address }, _session, done) {
      const rejection = rules.rejectRecipient(address)
      if (rejection) done(refuse(rejection))
      else done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        void (async () => {
          await rules.beforeAccept(to[0] ?? '')
          received.push({
            raw: bytes.toString('utf8'),
            email: await PostalMime.parse(bytes),
            envelope: { from: mailFrom ? mailFrom.address : '', to },
            isEncrypted: session.secure,
            user: String(session.user),
          })
          done()
        })()
      })
    },
  })
  // Clients that are killed leave broken connections behind.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const listening = (server.server.address() as AddressInfo).port
  const login = `${MAIL_USER}:${encodeURIComponent(MAIL_PASSWORD)}`
  return {
    port: listening,
    url: `${isImplicitTls ? 'smtps' : 'smtp'}://${login}@127.0.0.1:${listening}`,
    ca: getCertificate().cert,
    received,
    logins,
    rules,
    receivedBy: (address: string) => received.filter(({ envelope }) => envelope.to.includes(address)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
