// Codes and refresh tokens in parallel: two processes on one database, which takes its time over every statement.
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { overInject } from '../../../test/browser.ts'
import { closeWithFile } from '../../../test/closing.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { type Account, type Application, newAccount, newApplication, type Reply } from '../../../test/oauth.ts'
import { createApp } from '../../app.ts'
import { openPostgres } from '../../db/postgres.ts'
import { type Database, type Db, sql, type Tx, violates } from '../../db/sql.ts'
import { createDeps } from '../../service.ts'

const LATENCY_MS = 10
const TWINS = 8

function slowDb(db: Db): Db {
  const late =
    <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await pause(LATENCY_MS)
      return ask(...args)
    }
  return { many: late(db.many), one: late(db.one), run: late(db.run) } as Db
}

const slow = (db: Database): Database => ({
  ...db,
  ...slowDb(db),
  tx: (work) => db.tx((tx) => work({ ...tx, ...slowDb(tx) } as Tx)),
})

let service: TestService
let account: Account
let application: Application
/** Sends one request to each process in turn. */
let transport: { baseUrl: string; send: TestService['send'] }

beforeAll(async () => {
  service = await startTestService()
  const { config, log, clock } = service.deps
  // On PostgreSQL the second process has connections of its own; the embedded database has one process only.
  const ownDb = service.url === null ? service.db : openPostgres({ url: service.url, poolSize: 10 })
  const apps = await Promise.all(
    [service.db, ownDb].map(async (db) => createApp(await createDeps(config, { log, clock, db: slow(db) }))),
  )
  closeWithFile(async () => {
    for (const app of apps) await app.close()
    if (ownDb !== service.db) await ownDb.close()
  })
  let turn = 0
  transport = {
    baseUrl: config.baseUrl,
    send: async ({ method, url, headers, body }) => {
      const app = apps[turn++ % apps.length]!
      const payload = body === undefined ? {} : { payload: body }
      const reply = await app.inject({ method: method as 'GET', url, headers: headers ?? {}, ...payload })
      const headersOut = reply.headers as Record<string, string | undefined>
      return { status: reply.statusCode, text: reply.body, headers: headersOut, json: undefined }
    },
  }
  account = await newAccount(service)
  application = await newApplication({ ...overInject(service), send: (request) => transport.send(request) })
}, 120_000)

const api = async (token: string): Promise<number> =>
  (await service.send({ method: 'GET', url: '/api', headers: { authorization: `Bearer ${token}` } })).status

const askTogether = (ask: () => Promise<Reply>): Promise<Reply[]> => Promise.all(Array.from({ length: TWINS }, ask))

it('a code that is redeemed eight times at once gives tokens once, and takes them back', async () => {
  const given = await application.obtainCode(account)
  const responses = await askTogether(() => application.redeem(given))
  const [winner, ...more] = responses.filter(({ status }) => status === 200)
  expect([more.length, responses.filter(({ json }) => json.error === 'invalid_grant').length]).toEqual([0, TWINS - 1])
  expect(await api(winner!.json.access_token)).toBe(401)
  expect((await application.refresh(winner!.json.refresh_token)).json.error).toBe('invalid_grant')
})

it('a refresh token that is used eight times at once has one successor, and every twin a good access token', async () => {
  const { refresh_token: token } = await application.obtainTokens(account)
  const responses = await askTogether(() => application.refresh(token))
  expect(responses.map(({ status }) => status)).toEqual(Array(TWINS).fill(200))
  expect(new Set(responses.map(({ json }) => json.refresh_token)).size).toBe(1)
  expect(new Set(responses.map(({ json }) => json.access_token)).size).toBe(TWINS)
  for (const { json } of responses) expect(await api(json.access_token)).toBe(200)
  const next = await application.refresh(responses[0]!.json.refresh_token)
  expect([next.status, await api(next.json.access_token)]).toEqual([200, 200])
  // Now the chain has gone on: the first token is a stolen one.
  expect((await application.refresh(token)).json.error).toBe('invalid_grant')
  expect(await api(next.json.access_token)).toBe(401)
})

it('the same successor comes out of a service that was started anew', async () => {
  const { refresh_token: token } = await application.obtainTokens(account)
  const before = await application.refresh(token)
  const deps = await createDeps(service.deps.config, { log: service.deps.log, clock: service.clock, db: service.db })
  const restarted = await createApp(deps)
  const reply = await restarted.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { 'content-type': 'application/json' },
    payload: { grant_type: 'refresh_token', client_id: application.clientId, refresh_token: token },
  })
  await restarted.close()
  expect(reply.json().refresh_token).toBe(before.json.refresh_token)
})

it('nothing outlives a revocation that comes among parallel refreshes', async () => {
  const { refresh_token: token } = await application.obtainTokens(account)
  const revoke = () => application.postForm('/api/oauth/revoke', { token, client_id: application.clientId })
  const responses = await Promise.all([
    ...Array.from({ length: TWINS / 2 }, () => application.refresh(token)),
    revoke(),
    ...Array.from({ length: TWINS / 2 }, () => application.refresh(token)),
  ])
  for (const { json } of responses.filter(({ json }) => json.access_token)) {
    expect(await api(json.access_token)).toBe(401)
    expect((await application.refresh(json.refresh_token)).json.error).toBe('invalid_grant')
  }
})

it('the database itself keeps a second unused refresh token out of a family', async () => {
  await application.obtainTokens(account)
  const double = service.db.run(sql`
    insert into oauth_refresh_tokens (token_hash, grant_id, expires_at)
    select sha256('another'), grant_id, expires_at from oauth_refresh_tokens where used_at is null limit 1`)
  await expect(double).rejects.toSatisfy((error) => violates(error, 'oauth_refresh_tokens_one_unused'))
})
