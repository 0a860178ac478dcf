// The client against the registry simulator over TLS: sessions, the pool, each fault, and renewals that happen once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createManualTimers } from '../../test/manual-timers.ts'
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
} from '../../test/simulated.ts'
import {
  createCertificate,
  createRandomFaults,
  FAULTS,
  type FaultName,
  type FaultSource,
  toCalendarDate,
} from '../simulator/index.ts'
import type { EppPool } from './pool.ts'
import { openSession } from './session.ts'
import { type Attempt, settle } from './settle.ts'

/** The fault at the first moment at which it can happen: for commands, the first with this action. */
const faultOnce = (name: FaultName, action = 'create'): FaultSource => {
  let isDone = false
  return (context) => {
    if (isDone || context.at !== FAULTS[name].at) return null
    if (context.at === 'command' && context.command.action !== action) return null
    isDone = true
    return name
  }
}

/** A promise, and the function that fulfills it. */
function createSignal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((fulfill) => {
    resolve = fulfill
  })
  return { promise, resolve }
}

const run = (pool: EppPool, name: string) => pool.run(create(name), nextTransaction())

describe('a session', () => {
  it('logs in with the objects and extensions that both sides know', async () => {
    const { simulator } = await startRegistry({ nameservers: 'attributes' })
    const opened = await openSession(toSession(simulator))
    if (opened.kind !== 'open') throw new Error(opened.message)
    expect(opened.session.greeting).toMatchObject({
      versions: ['1.0'],
      objects: ['urn:ietf:params:xml:ns:domain-1.0', 'urn:ietf:params:xml:ns:contact-1.0'],
      extensions: ['urn:ietf:params:xml:ns:secDNS-1.1', 'urn:ietf:params:xml:ns:rgp-1.0'],
    })
    await opened.session.logOut()
  })

  it('does not trust a certificate of somebody else', async () => {
    const { simulator } = await startRegistry()
    const stranger = createCertificate().cert
    expect(await openSession(toSession(simulator, 'registrar', { ca: stranger }))).toMatchObject({ kind: 'failed' })
    const elsewhere = { servername: 'registry.example' }
    expect(await openSession(toSession(simulator, 'registrar', elsewhere))).toMatchObject({ kind: 'failed' })
  })

  it('fails when nobody listens', async () => {
    const { simulator } = await startRegistry()
    await simulator.close()
    expect(await openSession(toSession(simulator))).toMatchObject({ kind: 'failed' })
  })

  it('gives up on a greeting that does not come', async () => {
    const timers = createManualTimers()
    const greeted = createSignal()
    const faults: FaultSource = ({ at }) => {
      greeted.resolve()
      return at === 'greeting' ? 'slow-greeting' : null
    }
    const { simulator } = await startRegistry({ faults, timers: createManualTimers() })
    const opening = openSession(toSession(simulator, 'registrar', { timers }))
    await greeted.promise
    timers.advance(60_000)
    expect(await opening).toEqual({ kind: 'failed', message: 'The login took longer than 15000 ms.' })
  })
})

describe('a command', () => {
  it('that cannot be written is not sent, and no session is opened for it', async () => {
    const { simulator, records } = await startRegistry()
    expect(await run(openPool(simulator), 'a\u0000.example')).toMatchObject({ kind: 'unsent', isTemporary: false })
    expect(records).toEqual([])
  })

  it.each([
    'lost-response',
    'cut-frame',
    'wrong-length',
    'wrong-client-transaction',
    'wrong-server-transaction',
  ] as const)('with %s is done, and its outcome is unknown until the registry is asked', async (fault) => {
    const { simulator, records } = await startRegistry({ faults: faultOnce(fault) })
    const pool = openPool(simulator)
    expect((await run(pool, 'a.example')).kind).toBe('unknown')
    expect(await askCode(pool, info('a.example'))).toBe(1000)
    expect(records.filter(({ action }) => action === 'domain:create')).toMatchObject([{ isApplied: true, fault }])
  })

  it('with lost-command is not done, and its outcome is unknown until the registry is asked', async () => {
    const { simulator } = await startRegistry({ faults: faultOnce('lost-command') })
    const pool = openPool(simulator)
    expect((await run(pool, 'a.example')).kind).toBe('unknown')
    expect(await askCode(pool, info('a.example'))).toBe(2303)
  })

  it('with command-failed is refused with 2400 and works when it is sent again', async () => {
    const { simulator } = await startRegistry({ faults: faultOnce('command-failed') })
    const pool = openPool(simulator)
    expect(await askCode(pool, create('a.example'))).toBe(2400)
    expect(await askCode(pool, create('a.example'))).toBe(1000)
  })

  it('with slow has an unknown outcome after the time limit, and its late response is not taken for another', async () => {
    const timers = createManualTimers()
    const slow = createManualTimers()
    const done = createSignal()
    const { simulator } = await startRegistry({
      faults: faultOnce('slow'),
      timers: slow,
      onCommand: ({ fault }) => fault === 'slow' && done.resolve(),
    })
    const pool = openPool(simulator, 'registrar', {}, { timers })
    const running = run(pool, 'a.example')
    await done.promise
    timers.advance(60_000)
    expect(await running).toEqual({ kind: 'unknown', message: 'The registry did not respond within 60000 ms.' })
    slow.advance(60_000)
    expect((await ask(pool, info('a.example'))).data?.kind).toBe('domain')
  })

  it('that is canceled while it waits is not sent; one under way has an unknown outcome', async () => {
    const done = createSignal()
    const { simulator } = await startRegistry({
      faults: faultOnce('slow'),
      timers: createManualTimers(),
      onCommand: ({ fault }) => fault === 'slow' && done.resolve(),
    })
    const pool = openPool(simulator, 'registrar', { sessions: 1 })
    const [first, second] = [new AbortController(), new AbortController()]
    const running = pool.run(create('a.example'), nextTransaction(), first.signal)
    await done.promise
    const waiting = pool.run(create('b.example'), nextTransaction(), second.signal)
    second.abort()
    expect(await waiting).toMatchObject({ kind: 'unsent', isTemporary: true })
    first.abort()
    expect((await running).kind).toBe('unknown')
    expect(await askCode(pool, info('b.example'))).toBe(2303)
  })

  it('has the fault that the label of its domain names, once or always', async () => {
    const { simulator, records } = await startRegistry()
    const pool = openPool(simulator)
    for (const kind of ['unknown', 'response'])
      expect((await run(pool, 'fault-lost-response-1.example')).kind).toBe(kind)
    for (const code of [2400, 2400])
      expect(await askCode(pool, create('fault-command-failed-always.example'))).toBe(code)
    expect(await askCode(pool, create('fault-command-failed.example'))).toBe(2400)
    expect(await askCode(pool, create('fault-command-failed.example'))).toBe(1000)
    expect(records.filter(({ isApplied }) => isApplied).map(({ object }) => object)).toEqual([
      'fault-lost-response-1.example',
      'fault-command-failed.example',
    ])
  })
})

describe('the pool', () => {
  it('opens no more sessions than allowed and sends one command at a time on each', async () => {
    const { simulator } = await startRegistry()
    const pool = openPool(simulator, 'registrar', { sessions: 3 })
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => askCode(pool, create(`a${index}.example`))),
    )
    expect(codes).toEqual(Array(30).fill(1000))
    expect(pool.size).toBe(3)
    expect(simulator.countSessions('registrar')).toBe(3)
  })

  it('makes do with the sessions that the registry allows', async () => {
    const { simulator, records } = await startRegistry({ sessionsPerClient: 1 })
    const pool = openPool(simulator, 'registrar', { sessions: 5, backoffMs: { first: 3_600_000, most: 3_600_000 } })
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => askCode(pool, create(`a${index}.example`))),
    )
    expect(codes).toEqual(Array(20).fill(1000))
    expect(pool.size).toBe(1)
    expect(records.filter(({ code }) => code === 2502).length).toBeLessThanOrEqual(4)
  })

  it('tries again after a session limit, without the command noticing', async () => {
    const { simulator, records } = await startRegistry({ faults: faultOnce('session-limit') })
    expect(await askCode(openPool(simulator), create('a.example'))).toBe(1000)
    expect(records.map(({ code }) => code)).toEqual([2502, 1000, 1000])
  })

  it('reconnects after the registry dropped every connection', async () => {
    const { simulator, records } = await startRegistry()
    const pool = openPool(simulator)
    await ask(pool, create('a.example'))
    simulator.dropConnections()
    await expect.poll(() => pool.size).toBe(0)
    expect(await askCode(pool, create('b.example'))).toBe(1000)
    expect(records.filter(({ action }) => action === 'login')).toHaveLength(2)
  })

  it('waits longer after each failure, up to a limit, and not longer than a command may wait', async () => {
    const timers = createManualTimers()
    const pauses: number[] = []
    let opened = 0
    const { simulator } = await startRegistry()
    await simulator.close()
    const pool = openPool(simulator, 'registrar', {
      timers: {
        after(milliseconds, action) {
          if (milliseconds !== 30_000) pauses.push(milliseconds)
          return timers.after(milliseconds, action)
        },
      },
      random: () => 1,
      waitMs: 30_000,
      backoffMs: { first: 1000, most: 5000 },
      open: async () => {
        opened++
        return { kind: 'failed', message: 'connect ECONNREFUSED' }
      },
    })
    const running = run(pool, 'a.example')
    for (let turn = 1; turn <= 5; turn++) {
      await expect.poll(() => pauses.length).toBe(turn)
      timers.advance(pauses.at(-1) ?? 0)
    }
    expect(pauses.slice(0, 5)).toEqual([1000, 2000, 4000, 5000, 5000])
    timers.advance(30_000)
    expect(await running).toEqual({
      kind: 'unsent',
      message: 'No connection to the registry: connect ECONNREFUSED',
      isTemporary: true,
    })
    expect(opened).toBeGreaterThanOrEqual(5)
  })

  it('reports a refused login immediately and without the password', async () => {
    const { simulator } = await startRegistry()
    const pool = openPool(simulator, 'registrar', {}, { password: 'not-the-Password9' })
    const sent = await run(pool, 'a.example')
    expect(sent).toEqual({
      kind: 'unsent',
      message: 'The registry refused the login: Authentication error (2200).',
      isTemporary: false,
    })
    expect(JSON.stringify(sent)).not.toContain('not-the-Password9')
  })

  it('keeps idle sessions alive with hello, and forgets one that does not respond', async () => {
    const timers = createManualTimers()
    const { simulator } = await startRegistry()
    const pool = openPool(simulator, 'registrar', { timers, keepAliveMs: 1000 })
    await ask(pool, create('a.example'))
    timers.advance(1000)
    // The next hello is planned when the greeting has come.
    await expect.poll(() => timers.count()).toBe(1)
    expect(pool.size).toBe(1)
    simulator.dropConnections()
    timers.advance(1000)
    await expect.poll(() => pool.size).toBe(0)
  })

  it('logs out when it is closed, after the commands under way', async () => {
    const { simulator, records } = await startRegistry()
    const pool = openPool(simulator)
    const running = run(pool, 'a.example')
    // The login comes first: a pool that is closed then sends no command.
    await expect.poll(() => records.some(({ action }) => action === 'domain:create')).toBe(true)
    await pool.close()
    expect((await running).kind).toBe('response')
    expect(records.at(-1)?.action).toBe('logout')
    expect(await run(pool, 'b.example')).toMatchObject({ kind: 'unsent' })
    await expect.poll(() => simulator.countSessions('registrar')).toBe(0)
  })
})

/** Renews by one year, and asks for the expiry date whenever the outcome is not known. */
async function renewOnce(pool: EppPool, name: string, expiresAt: Date, names: string[]) {
  const before = toCalendarDate(expiresAt)
  const toAttempt = (code: number): Attempt<number> =>
    code === 2400 ? { kind: 'again' } : { kind: 'settled', value: code }
  return settle<number>({
    triesMax: 60,
    async send() {
      const transaction = nextTransaction()
      names.push(transaction)
      const sent = await pool.run(renew(name, before), transaction)
      if (sent.kind === 'response') return toAttempt(sent.response.results[0]?.code ?? 0)
      return { kind: sent.kind === 'unsent' ? 'again' : 'unknown' }
    },
    async ask() {
      const sent = await pool.run(info(name), nextTransaction())
      const data = sent.kind === 'response' ? sent.response.data : null
      if (data?.kind !== 'domain') return { kind: 'unknown' }
      const isDone = toCalendarDate(data.domain.expiresAt ?? expiresAt) !== before
      return isDone ? { kind: 'settled', value: 1000 } : { kind: 'again' }
    },
  })
}

describe('commands that change something', () => {
  const count = Number(process.env.EPP_RENEWALS ?? 300)

  it(`are carried out once each, whatever fails: ${count} renewals with random faults`, async () => {
    let state = Number(process.env.PROPERTY_SEED ?? 20_261_117)
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const shares = {
      'lost-command': 0.04,
      'lost-response': 0.04,
      'cut-frame': 0.04,
      'wrong-length': 0.02,
      'wrong-client-transaction': 0.02,
      'wrong-server-transaction': 0.02,
      'command-failed': 0.04,
      'session-limit': 0.1,
    }
    const faults = createRandomFaults(shares, random)
    let isOn = false
    const { simulator, records } = await startRegistry({ faults: (context) => (isOn ? faults(context) : null) })
    const pool = openPool(simulator, 'registrar', { sessions: 10 })
    const names = Array.from({ length: count }, (_, index) => `renew-${index}.example`)
    await Promise.all(names.map((name) => ask(pool, create(name))))
    const before = new Map([...simulator.registry.state.domains].map(([name, { expiresAt }]) => [name, expiresAt]))
    isOn = true
    const transactions: string[] = []
    const outcomes = await Promise.all(
      names.map((name) => renewOnce(pool, name, before.get(name) ?? new Date(0), transactions)),
    )
    isOn = false
    expect(outcomes.filter(({ kind }) => kind !== 'settled')).toEqual([])
    const applied = records.filter(({ action, isApplied }) => action === 'domain:renew' && isApplied)
    expect(applied.map(({ object }) => object).sort()).toEqual([...names].sort())
    expect(new Set(transactions).size).toBe(transactions.length)
    expect(records.filter(({ fault }) => fault !== null).length).toBeGreaterThan(count / 20)
    for (const [name, { expiresAt }] of simulator.registry.state.domains)
      expect([name, expiresAt.getUTCFullYear()]).toEqual([name, (before.get(name)?.getUTCFullYear() ?? 0) + 1])
  })

  it('move a domain to another client once, when the response to the request is lost', async () => {
    const { simulator, records } = await startRegistry({ transferSeconds: 0 })
    const [pool, other] = [openPool(simulator), openPool(simulator, 'other')]
    const name = 'fault-lost-response-move.example'
    await pool.run(create(name), nextTransaction())
    const sent = await other.run(transfer('request', name, 'secret-code'), nextTransaction())
    expect(sent.kind).toBe('unknown')
    expect((await ask(other, transfer('query', name))).data).toMatchObject({ transfer: { status: 'serverApproved' } })
    expect(records.filter(({ action, isApplied }) => action === 'domain:transfer:request' && isApplied)).toHaveLength(1)
  })

  it('are asked about before they are sent again, in any order of outcomes', async () => {
    const kind = fc.constantFrom('again' as const, 'unknown' as const, 'settled' as const)
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(kind), async (outcomes) => {
        let mustAsk = false
        const next = (): Attempt<string> => {
          const outcome = outcomes.next().value ?? 'settled'
          mustAsk = outcome === 'unknown'
          return outcome === 'settled' ? { kind: outcome, value: 'done' } : { kind: outcome }
        }
        const send = async () => {
          expect(mustAsk).toBe(false)
          return next()
        }
        const asked = async () => {
          expect(mustAsk).toBe(true)
          return next()
        }
        await settle({ send, ask: asked, triesMax: 20 })
      }),
    )
  })
})
