// The registry simulator: object rules, transfers, messages, sessions and state, asked over TLS.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import {
  ask,
  askCode,
  create,
  info,
  nextTransaction,
  openPool,
  renew,
  startRegistry,
  toSession,
  transfer,
  update,
  withStatus,
} from '../../test/simulated.ts'
import { drainMessages, type RegistryNotice } from '../client/messages.ts'
import type { EppPool } from '../client/pool.ts'
import { openSession } from '../client/session.ts'
import type { Command, DomainInfo } from '../frames/types.ts'
import { createCertificate } from './certificate.ts'
import { addYears, toCalendarDate } from './rules.ts'
import { fileStore } from './state.ts'

const START = new Date('2026-03-01T12:00:00.000Z')
const DAY = 24 * 3600 * 1000

function createClock() {
  let time = START.getTime()
  return { now: () => new Date(time), pass: (milliseconds: number) => (time += milliseconds) }
}

async function start() {
  const clock = createClock()
  const { simulator, records } = await startRegistry({ now: clock.now })
  return { clock, simulator, records, pool: openPool(simulator), other: openPool(simulator, 'other') }
}

async function read(pool: EppPool, name: string): Promise<DomainInfo> {
  const { data } = await ask(pool, info(name))
  if (data?.kind !== 'domain') throw new Error('no domain in the response')
  return data.domain
}

async function drain(pool: EppPool): Promise<RegistryNotice[]> {
  const found: RegistryNotice[] = []
  const handle = async (notice: RegistryNotice) => void found.push(notice)
  await drainMessages({ run: (command, transaction) => pool.run(command, transaction), nextTransaction, handle })
  return found
}

describe('domains', () => {
  it('are available until someone registers them, then the first client has them', async () => {
    const { pool, other } = await start()
    const names = ['taken.example', 'free.example', '-bad-.example']
    expect(await askCode(pool, create('taken.example'))).toBe(1000)
    expect(await askCode(other, create('TAKEN.example'))).toBe(2302)
    expect((await ask(other, { action: 'check', object: 'domain', names })).data).toEqual({
      kind: 'checks',
      object: 'domain',
      items: [
        { name: 'taken.example', isAvailable: false, reason: 'In use' },
        { name: 'free.example', isAvailable: true, reason: null },
        { name: '-bad-.example', isAvailable: false, reason: 'Not a valid name' },
      ],
    })
    expect(await read(pool, 'taken.example')).toMatchObject({
      sponsor: 'registrar',
      statuses: ['inactive'],
      createdAt: START,
      expiresAt: addYears(START, 1),
      authCode: 'secret-code',
    })
  })

  it('show the auth code to the sponsor and to clients that know it', async () => {
    const { pool, other } = await start()
    await ask(pool, create('a.example'))
    expect((await read(other, 'a.example')).authCode).toBe(null)
    expect((await ask(other, info('a.example', 'secret-code'))).data).toMatchObject({
      domain: { authCode: 'secret-code' },
    })
    expect(await askCode(other, info('a.example', 'wrong-code'))).toBe(2202)
    expect(await askCode(pool, info('nobody.example'))).toBe(2303)
  })

  it('are renewed only from their current expiry date', async () => {
    const { pool, other } = await start()
    await ask(pool, create('a.example'))
    const expiry = toCalendarDate(addYears(START, 1))
    expect(await askCode(other, renew('a.example', expiry))).toBe(2201)
    expect(await askCode(pool, renew('a.example', expiry, 2))).toBe(1000)
    expect(await askCode(pool, renew('a.example', expiry, 2))).toBe(2004)
    expect(await askCode(pool, renew('a.example', toCalendarDate(addYears(START, 3)), 9))).toBe(2105)
    expect((await read(pool, 'a.example')).expiresAt).toEqual(addYears(START, 3))
  })

  it.each([
    ['clientRenewProhibited', renew('a.example', toCalendarDate(addYears(START, 1)))],
    ['clientUpdateProhibited', update('a.example', { change: { registrant: null, authCode: 'another-code' } })],
    ['clientDeleteProhibited', { action: 'delete', object: 'domain', name: 'a.example' } as Command],
  ])('with %s refuse the command until the status is removed', async (status, command) => {
    const { pool } = await start()
    await ask(pool, create('a.example'))
    expect(await askCode(pool, update('a.example', { add: withStatus(status) }))).toBe(1000)
    expect(await askCode(pool, command)).toBe(2304)
    expect(await askCode(pool, update('a.example', { remove: withStatus(status) }))).toBe(1000)
    expect(await askCode(pool, command)).toBeLessThan(2000)
  })

  it('refuse statuses that belong to the registry', async () => {
    const { pool } = await start()
    await ask(pool, create('a.example'))
    expect(await askCode(pool, update('a.example', { add: withStatus('serverHold') }))).toBe(2306)
    expect((await read(pool, 'a.example')).statuses).toEqual(['inactive'])
  })

  it('get nameservers that exist as hosts', async () => {
    const { pool } = await start()
    const nameservers = { kind: 'objects', hosts: ['ns1.host.example'] }
    expect(await askCode(pool, create('a.example', { nameservers }))).toBe(2303)
    await ask(pool, { action: 'create', object: 'host', name: 'ns1.host.example', addresses: [] })
    expect(await askCode(pool, create('a.example', { nameservers }))).toBe(1000)
    expect(await read(pool, 'a.example')).toMatchObject({ nameservers, statuses: ['ok'] })
    const gone = { nameservers, contacts: [], statuses: [] }
    expect(await askCode(pool, update('a.example', { remove: gone }))).toBe(1000)
    expect((await read(pool, 'a.example')).nameservers).toBe(null)
  })

  it('keep DNSSEC data', async () => {
    const { pool } = await start()
    const signer = { keyTag: 1, algorithm: 13, digestType: 2, digest: 'AB12', key: null }
    await ask(pool, create('a.example', { secDns: { maxSignatureLife: null, signers: [signer], keys: [] } }))
    const add = { signers: [{ ...signer, keyTag: 2 }], keys: [] }
    const secDns = { isUrgent: false, remove: { signers: [signer], keys: [] }, add, maxSignatureLife: null }
    await ask(pool, update('a.example', { secDns }))
    expect((await ask(pool, info('a.example'))).secDns?.signers).toEqual(add.signers)
  })

  it('are deleted into the redemption period and restored from it', async () => {
    const { pool } = await start()
    await ask(pool, create('a.example'))
    const restore = (op: 'request' | 'report') =>
      update('a.example', {
        restore:
          op === 'request'
            ? { op }
            : {
                op,
                report: {
                  before: 'a',
                  after: 'a',
                  deletedAt: START,
                  restoredAt: START,
                  reason: 'Registrant error.',
                  statements: ['True.'],
                  other: null,
                },
              },
      })
    expect(await askCode(pool, restore('request'))).toBe(2304)
    expect(await askCode(pool, { action: 'delete', object: 'domain', name: 'a.example' })).toBe(1001)
    expect((await ask(pool, info('a.example'))).graceStatuses).toEqual(['redemptionPeriod'])
    expect((await ask(pool, restore('request'))).graceStatuses).toEqual(['pendingRestore'])
    expect(await askCode(pool, restore('report'))).toBe(1000)
    expect((await read(pool, 'a.example')).statuses).toEqual(['inactive'])
  })
})

describe('transfers', () => {
  it('are pending until the sponsor approves; both clients get a message', async () => {
    const { pool, other } = await start()
    await ask(pool, create('a.example'))
    expect(await askCode(other, transfer('request', 'a.example', 'wrong-code'))).toBe(2202)
    expect(await askCode(pool, transfer('request', 'a.example', 'secret-code'))).toBe(2106)
    expect(await askCode(other, transfer('request', 'a.example', 'secret-code'))).toBe(1001)
    expect(await askCode(other, transfer('request', 'a.example', 'secret-code'))).toBe(2300)
    expect((await read(pool, 'a.example')).statuses).toContain('pendingTransfer')
    expect(await askCode(pool, renew('a.example', toCalendarDate(addYears(START, 1))))).toBe(2304)
    expect(await askCode(other, transfer('approve', 'a.example'))).toBe(2201)
    expect(await askCode(pool, transfer('approve', 'a.example'))).toBe(1000)
    expect(await askCode(pool, transfer('approve', 'a.example'))).toBe(2301)
    expect(await read(other, 'a.example')).toMatchObject({
      sponsor: 'other',
      transferredAt: START,
      expiresAt: addYears(START, 2),
    })
    expect(await drain(pool)).toMatchObject([{ data: { transfer: { status: 'pending', requestedBy: 'other' } } }])
    expect(await drain(other)).toMatchObject([{ data: { transfer: { status: 'clientApproved' } } }])
    expect(await drain(other)).toEqual([])
  })

  it.each([
    ['reject', 'clientRejected'],
    ['cancel', 'clientCancelled'],
  ] as const)('end with %s and leave the domain where it was', async (op, status) => {
    const { pool, other } = await start()
    await ask(pool, create('a.example'))
    await ask(other, transfer('request', 'a.example', 'secret-code'))
    const [may, mayNot] = op === 'reject' ? [pool, other] : [other, pool]
    expect(await askCode(mayNot, transfer(op, 'a.example'))).toBe(2201)
    expect(await askCode(may, transfer(op, 'a.example'))).toBe(1000)
    expect((await ask(other, transfer('query', 'a.example'))).data).toMatchObject({ transfer: { status } })
    expect(await read(pool, 'a.example')).toMatchObject({ sponsor: 'registrar', expiresAt: addYears(START, 1) })
  })

  it('are approved by the registry when their time is over, not before', async () => {
    const { clock, pool, other } = await start()
    await ask(pool, create('a.example'))
    await ask(other, transfer('request', 'a.example', 'secret-code'))
    clock.pass(5 * DAY - 1)
    expect((await read(other, 'a.example')).sponsor).toBe('registrar')
    clock.pass(1)
    expect((await read(other, 'a.example')).sponsor).toBe('other')
    expect((await drain(other)).map(({ text }) => text)).toEqual(['Transfer approved by the registry.'])
  })

  it('need a domain without a lock', async () => {
    const { pool, other } = await start()
    await ask(pool, create('a.example'))
    await ask(pool, update('a.example', { add: withStatus('clientTransferProhibited') }))
    expect(await askCode(other, transfer('request', 'a.example', 'secret-code'))).toBe(2304)
  })
})

describe('messages', () => {
  it('stay until they are acknowledged, the oldest first', async () => {
    const { pool, other } = await start()
    for (const name of ['a.example', 'b.example']) {
      await ask(pool, create(name))
      await ask(other, transfer('request', name, 'secret-code'))
    }
    const first = await ask(pool, { action: 'poll', op: 'req' })
    expect((await ask(pool, { action: 'poll', op: 'req' })).queue).toEqual(first.queue)
    expect(first.queue?.count).toBe(2)
    expect(await askCode(pool, { action: 'poll', op: 'ack', messageId: 'another' })).toBe(2303)
    const id = first.queue?.id ?? ''
    expect((await ask(pool, { action: 'poll', op: 'ack', messageId: id })).queue?.count).toBe(1)
    expect(await drain(pool)).toHaveLength(1)
    expect(await askCode(pool, { action: 'poll', op: 'req' })).toBe(1300)
  })
})

describe('sessions', () => {
  it('need a known client and its password', async () => {
    const { simulator } = await startRegistry()
    const opened = await openSession({ ...toSession(simulator), password: 'wrong' })
    expect(opened).toMatchObject({ kind: 'refused', code: 2200 })
  })

  it('need a certificate that the registry trusts, where it asks for one', async () => {
    const certificate = createCertificate()
    const { simulator } = await startRegistry({ clientCa: certificate.cert })
    expect((await openSession(toSession(simulator))).kind).toBe('failed')
    const opened = await openSession(toSession(simulator, 'registrar', certificate))
    expect(opened.kind).toBe('open')
  })

  it('end at a frame with a wrong length', async () => {
    const { simulator } = await startRegistry()
    const socket = connect({ port: simulator.port, host: '127.0.0.1', ca: simulator.ca })
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => undefined)
    socket.resume().write(Buffer.from([0, 0, 0, 1, 2, 3]))
    await closed
    expect(simulator.countSessions('registrar')).toBe(0)
  })

  it('record every command with both transactions, and no password or auth code', async () => {
    const { pool, records } = await start()
    await ask(pool, create('a.example'))
    expect(records).toMatchObject([
      { client: 'registrar', action: 'login', code: 1000, isApplied: false },
      { client: 'registrar', action: 'domain:create', object: 'a.example', code: 1000, isApplied: true, fault: null },
    ])
    expect(new Set(records.map(({ serverTransaction }) => serverTransaction)).size).toBe(2)
    expect(JSON.stringify(records)).not.toMatch(/first-Pass1|secret-code/)
  })
})

describe('state in a file', () => {
  it('is there after a restart, and only its owner can read it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'freehold-epp-'))
    const file = path.join(folder, 'registry.json')
    try {
      const before = await startRegistry({ store: fileStore(file) })
      const pool = openPool(before.simulator)
      await ask(pool, create('a.example'))
      const { expiresAt } = await read(pool, 'a.example')
      await pool.close()
      await before.simulator.close()
      expect(statSync(file).mode & 0o077).toBe(0)
      expect(JSON.parse(readFileSync(file, 'utf8')).domains).toHaveLength(1)
      const after = await startRegistry({ store: fileStore(file) })
      expect(await read(openPool(after.simulator), 'a.example')).toMatchObject({ sponsor: 'registrar', expiresAt })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
