// SIGKILL of the worker while it sends mail: every message arrives, and repeats carry the same Message-ID. MAIL_KILL_ROUNDS and
// MAIL_MESSAGES lengthen it; `npm run prove` does.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../packages/server/src/db/sql.ts'
import { createSecretBox } from '../packages/server/src/kernel/secret-box.ts'
import { queueMail } from '../packages/server/src/modules/mail/index.ts'
import { MAIL_FROM, type MailServer, startMailServer } from '../packages/server/test/mail-server.ts'
import { until } from '../packages/server/test/receiver.ts'
import { cleanUp, newFolder, type Running, run, START, usedDatabase } from './process.ts'

const ROUNDS = Number(process.env.MAIL_KILL_ROUNDS ?? 2)
const MESSAGES = Number(process.env.MAIL_MESSAGES ?? 100)
const HOST = 'market.example'

let server: MailServer | undefined
afterAll(async () => {
  await cleanUp()
  await server?.stop()
})

const random = (most: number): number => 1 + Math.floor(Math.random() * most)

/** Before the mail server accepts a message, just after, or at any time. */
const MOMENTS = ['before', 'after', 'whenever'] as const

/** Ends when the worker is dead. `reach` is how many messages of this round it may send first. */
async function killAmid(worker: Running, mail: MailServer, moment: (typeof MOMENTS)[number], reach: number) {
  const begun = mail.received.length
  let accepting = 0
  const kill = () => worker.child.kill('SIGKILL')
  mail.rules.beforeAccept = async () => {
    // Slow enough that several are under way.
    await new Promise((resolve) => setTimeout(resolve, random(20)))
    if (moment === 'before' && ++accepting === reach) kill()
  }
  if (moment === 'whenever') setTimeout(kill, random(150))
  if (moment === 'after')
    await until('messages arrive', () => {
      if (mail.received.length < begun + reach) return false
      kill()
      return true
    })
  await worker.ended
}

const countQueued = async (db: Database): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from mail_messages where status = 'queued'`))!
    .count

it(
  `${ROUNDS} kills of the worker amid ${MESSAGES} messages lose none`,
  async () => {
    const mail = await startMailServer({ isImplicitTls: true })
    server = mail
    const used = await usedDatabase(inject('postgresUrl'))
    const ca = path.join(newFolder(), 'ca.pem')
    writeFileSync(ca, mail.ca)
    const env = {
      DATABASE_URL: used.DATABASE_URL,
      BASE_URL: `http://${HOST}`,
      MAIL_URL: mail.url,
      MAIL_FROM,
      NODE_EXTRA_CA_CERTS: ca,
      LOG_LEVEL: 'warn',
    }
    const work = async (): Promise<Running> => {
      const worker = run([...START, 'worker'], { ...env, DATA_DIR: newFolder() })
      await until('the worker is ready', () => worker.output.stdout.includes('worker is ready'))
      return worker
    }
    const db = openPostgres({ url: used.DATABASE_URL, poolSize: 2 })
    const masterKey = Buffer.from(readFileSync(path.join(used.DATA_DIR, 'master.key'), 'utf8'), 'base64')
    const deps = { secrets: createSecretBox(masterKey) }
    const queued = new Map<string, string>()
    const queueSome = async (most: number): Promise<void> => {
      for (let n = 0; n < most && queued.size < MESSAGES; n++) {
        const secret = `tok_${queued.size}`
        const letter = { template: 'confirm_address', to: `n${queued.size}@buyer.example`, secret } as const
        const id = await db.tx((tx) => queueMail(deps, tx, letter, new Date()))
        queued.set(`<${id}@${HOST}>`, secret)
      }
    }
    let amid = 0
    for (let round = 0; round < ROUNDS; round++) {
      await queueSome(Math.ceil(MESSAGES / ROUNDS))
      const sent = mail.received.length
      const worker = await work()
      const waiting = await countQueued(db)
      const reach = random(Math.max(1, Math.min(8, waiting - 1)))
      await killAmid(worker, mail, MOMENTS[round % MOMENTS.length]!, reach)
      if (mail.received.length > sent && (await countQueued(db)) > 0) amid++
      // A minute passes for the messages that the dead worker had leased, in half of the rounds.
      if (round % 2 === 0) await db.run(sql`update mail_messages set next_attempt_at = now() where status = 'queued'`)
    }
    await queueSome(MESSAGES)
    await db.run(sql`update mail_messages set next_attempt_at = now() where status = 'queued'`)
    mail.rules.beforeAccept = async () => {}
    const last = await work()
    await until('every message is recorded as sent', async () => (await countQueued(db)) === 0, 600)
    last.child.kill('SIGTERM')
    expect((await last.ended).code).toBe(0)

    const copies = new Map<string, number>()
    for (const { email } of mail.received) {
      const id = email.messageId ?? ''
      copies.set(id, (copies.get(id) ?? 0) + 1)
      // A repeat is the same message, with the link that still works.
      expect(email.text).toContain(`http://${HOST}/confirm/${queued.get(id)}\n`)
    }
    expect([...queued.keys()].filter((id) => !copies.has(id))).toEqual([])
    expect(copies.size).toBe(MESSAGES)
    const repeats = mail.received.length - MESSAGES
    const failed = await db.one(sql`select count(*)::int as count from mail_messages where status <> 'sent'`)
    expect(failed).toEqual({ count: 0 })
    await db.close()
    console.log(`mail: ${ROUNDS} kills, ${amid} of them amid messages; ${MESSAGES} messages, ${repeats} repeats`)
    // Most kills must find the worker at work. Only what was under way is repeated: at most five a kill.
    expect(amid).toBeGreaterThan(ROUNDS / 3)
    expect(repeats).toBeLessThanOrEqual(5 * ROUNDS)
  },
  300_000 + ROUNDS * 30_000,
)
