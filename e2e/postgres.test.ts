// Several processes on one PostgreSQL: they start together, share nonces, and share the development key.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { sign } from '../packages/server/test/signer.ts'
import {
  type Credentials,
  cleanUp,
  finish,
  newFolder,
  type Service,
  START,
  startService,
  usedDatabase,
} from './process.ts'

afterAll(cleanUp)

let serial = 0
const newDatabase = (template?: string) =>
  createDatabase(inject('postgresUrl'), `freehold_e2e_${process.pid}_${serial++}`, template)
const emptyDatabase = () => newDatabase()
/** Up to date, and without a sale. */
const migratedDatabase = () => newDatabase('freehold_template')

it('two processes that start at once on an empty database both come up and serve the same partner', async () => {
  const DATABASE_URL = await emptyDatabase()
  const both = (await Promise.all([startService({ DATABASE_URL }), startService({ DATABASE_URL })])) as [
    Service,
    Service,
  ]
  const [one, other] = both
  expect(one.output.stdout).toContain('PostgreSQL')
  expect(one.dataDir).not.toBe(other.dataDir)

  // Each folder has its own credentials for the one partner, and each process takes both.
  const keys = both.map((service) => service.credentials().partner)
  expect(keys[0]?.partner_id).toBe(keys[1]?.partner_id)
  for (const service of both) {
    for (const { key_id: keyId, secret, partner_id } of keys) {
      const request = sign({ keyId, secret }, 'GET', '/api/partner/v1/me')
      const response = await fetch(service.url + request.url, { headers: request.headers })
      expect(await response.json()).toMatchObject({ partner: { partner_id } })
    }
  }

  // Fifty requests with one nonce, over both: the first to write it wins.
  const { key_id: keyId, secret } = one.credentials().partner
  const request = sign({ keyId, secret }, 'GET', '/api/partner/v1/me', { nonce: randomUUID() })
  const responses = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const response = await fetch((index % 2 === 0 ? one : other).url + request.url, { headers: request.headers })
      const body = (await response.json()) as { error?: { code: string } }
      return body.error?.code ?? response.status
    }),
  )
  expect(responses.filter((response) => response === 200)).toHaveLength(1)
  expect(responses.filter((response) => response === 'replay_detected')).toHaveLength(49)

  expect(await Promise.all(both.map((service) => service.stop()))).toMatchObject([{ code: 0 }, { code: 0 }])
})

it('a process that joins later reads what the first one sealed', async () => {
  const { DATA_DIR, DATABASE_URL } = await usedDatabase(inject('postgresUrl'))
  const readFirstFile = (file: string) => readFileSync(path.join(DATA_DIR, file), 'utf8')
  const { key_id: keyId, secret } = (JSON.parse(readFirstFile('credentials.json')) as Credentials).partner
  const second = await startService({ DATABASE_URL })
  expect(readFileSync(path.join(second.dataDir, 'master.key'), 'utf8')).toBe(readFirstFile('master.key'))
  const request = sign({ keyId, secret }, 'GET', '/api/partner/v1/me')
  expect((await fetch(second.url + request.url, { headers: request.headers })).status).toBe(200)
  await second.stop()
})

it('migrate in two processes at once applies everything once, and then has nothing to do', async () => {
  const DATABASE_URL = await emptyDatabase()
  const migrate = () => finish([...START, 'migrate'], { DATABASE_URL, DATA_DIR: newFolder(), LOG_LEVEL: 'warn' })
  const ended = await Promise.all([migrate(), migrate()])
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ])
  const [first = '', second = ''] = ended.map(({ stdout }) => stdout).sort()
  expect(first).toMatch(/^applied migrations 1\b/)
  expect(second).toBe('the database is up to date\n')
})

it('rejects a migration that was changed after it was applied, in one line', async () => {
  const env = { DATABASE_URL: await migratedDatabase(), DATA_DIR: newFolder(), LOG_LEVEL: 'warn' }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query("update schema_migrations set checksum = 'another' where version = 1")
  await client.end()
  const ended = await finish([...START], env)
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(/^freehold: migration 1_\w+ was changed after it was applied\n$/)
})

it('production with its secrets serves, seeds nothing live, and makes its first operator by command', async () => {
  const env = {
    DATABASE_URL: await migratedDatabase(),
    NODE_ENV: 'production',
    MAIL: 'off',
    BASE_URL: 'https://market.example',
    MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 89 + 7) % 256)).toString('base64'),
  }
  const service = await startService(env)
  expect(service.output.stdout).not.toContain('Credentials')
  expect(() => service.credentials()).toThrow('ENOENT')
  const made = await finish([...START, 'create-operator', 'chief@market.example'], { ...env, DATA_DIR: newFolder() })
  const token = /^token\s+(\S+)$/m.exec(made.stdout)?.[1]
  const listings = await fetch(`${service.url}/api/operator/v1/listings?environment=live`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await listings.json()).toMatchObject({ listings: [] })
  expect(await service.stop()).toMatchObject({ code: 0 })
})

it('PostgreSQL that goes away and comes back does not end the service', async () => {
  const env = await usedDatabase(inject('postgresUrl'))
  const service = await startService({ ...env, LOG_LEVEL: 'fatal' })
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    const name = new URL(env.DATABASE_URL).pathname.slice(1)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  } finally {
    await client.end()
  }
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
  expect(await service.sdk().get('/api/partner/v1/me')).toMatchObject({ environment: 'sandbox' })
  expect(await service.stop()).toMatchObject({ code: 0 })
})
