// The SMTP transport against a real server: TLS is verified, and credentials travel encrypted or not at all.
import { afterAll, describe, expect, it } from 'vitest'
import { MAIL_FROM, MAIL_USER, startMailServer } from '../../../test/mail-server.ts'
import { parseMailUrl, parseSender } from '../../kernel/settings/mail.ts'
import { createSmtpTransport } from './smtp.ts'

const MAIL = {
  messageId: '<msg_1@market.example>',
  to: 'ada@buyer.example',
  subject: 'Grüße — “quoted”',
  text: `Für Ada\n.\n..\nFrom here\n${'x'.repeat(2000)}\n`,
  html: '<p>Für Ada</p>',
  date: new Date('2026-11-17T12:00:00Z'),
  unsubscribeUrl: null,
}

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function start(options: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options)
  closing.push(server.stop)
  return server
}

function connect(url: string, ca?: string) {
  const transport = createSmtpTransport(
    { server: parseMailUrl(url)!, from: parseSender(MAIL_FROM)! },
    ca === undefined ? {} : { ca },
  )
  closing.push(transport.close)
  return transport
}

describe('smtps', () => {
  it('is verified: a certificate of nobody known gets neither login nor message', async () => {
    const server = await start({ isImplicitTls: true })
    const failure = await connect(server.url).send(MAIL)
    expect(failure).toMatchObject({ error: expect.stringMatching(/certificate/i), isPermanent: false })
    expect([server.logins, server.received]).toEqual([[], []])
    expect(await connect(server.url, server.ca).send(MAIL)).toBeNull()
    expect(server.received).toHaveLength(1)
  })
})

describe('smtp', () => {
  it('is upgraded with STARTTLS before the login', async () => {
    const server = await start({})
    expect(await connect(server.url).send(MAIL)).toBeNull()
    expect(server.received[0]).toMatchObject({ isEncrypted: true, user: MAIL_USER })
  })

  it('sends no credentials beyond this machine to a server without STARTTLS', async () => {
    const server = await start({ isPlain: true })
    // Reaches the same server, but is not a loopback address.
    const failure = await connect(server.url.replace('127.0.0.1', '0.0.0.0')).send(MAIL)
    expect(failure).toMatchObject({ error: expect.any(String), isPermanent: false })
    expect([server.logins, server.received]).toEqual([[], []])
    expect(await connect(server.url).send(MAIL)).toBeNull()
    expect(server.received[0]).toMatchObject({ isEncrypted: false, user: MAIL_USER })
  })

  it('verifies the certificate beyond this machine', async () => {
    const server = await start({})
    const failure = await connect(server.url.replace('127.0.0.1', '0.0.0.0')).send(MAIL)
    expect(failure).toMatchObject({ error: expect.stringMatching(/certificate/i), isPermanent: false })
    expect(server.logins).toEqual([])
  })
})

it('delivers text of any kind unchanged', async () => {
  const server = await start({})
  expect(await connect(server.url).send(MAIL)).toBeNull()
  const { email } = server.received[0]!
  expect([email.subject, email.text?.trim(), email.html?.trim(), email.date]).toEqual([
    MAIL.subject,
    MAIL.text.trim(),
    MAIL.html,
    '2026-11-17T12:00:00.000Z',
  ])
})

it.each([
  [550, true],
  [552, true],
  [450, false],
  [530, false],
])('a recipient rejected with %i is permanent: %s', async (code, isPermanent) => {
  const server = await start({})
  server.rules.rejectRecipient = () => ({ code, text: 'Not here' })
  expect(await connect(server.url).send(MAIL)).toEqual({ error: expect.stringContaining(String(code)), isPermanent })
})
