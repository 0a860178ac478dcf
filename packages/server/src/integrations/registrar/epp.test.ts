// The EPP connector against the registry simulator: each command, absence, refusals, lost responses, and messages.
import { type CommandRecord, type Simulator, type SimulatorOptions, startSimulator } from '@freehold/epp/simulator'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { toContactId } from '../../kernel/contracts/registry-contacts.ts'
import { DELIVERY_COMMAND_SECONDS } from '../../kernel/limits.ts'
import { newAttempt } from '../../modules/delivery/service/ask.ts'
import { createEppRegistrar } from './epp.ts'
import type { Outcome, Registrar } from './registrar.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const PASSWORDS = { market: 'market-Pass1', other: 'other-Pass2' }
let number = 0
const next = () => ({ transaction: `attempt-${++number}` })

async function start(options: Partial<SimulatorOptions> = {}, sessions = 2) {
  const records: CommandRecord[] = []
  const onCommand = (entry: CommandRecord) => void records.push(entry)
  const simulator: Simulator = await startSimulator({ clients: PASSWORDS, onCommand, ...options })
  closing.push(() => simulator.close())
  const connect = (user: keyof typeof PASSWORDS, password = PASSWORDS[user]): Registrar => {
    const { port, ca } = simulator
    const settings = { host: '127.0.0.1', port, ca, user, password, certificate: null, sessions }
    const registrar = createEppRegistrar(settings, {
      clock: systemClock,
      pool: { backoffMs: { first: 1, most: 5 }, waitMs: 600_000 },
    })
    closing.push(() => registrar.close())
    return registrar
  }
  return { simulator, records, connect, market: connect('market'), other: connect('other') }
}

const register = (registrar: Registrar, name: string, more: object = {}) =>
  registrar.registerDomain({ name, years: 1, nameservers: [], contact: '', authCode: 'code-1234', ...more }, next())

function expectDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind}: ${JSON.stringify(outcome)}`)
  return outcome.value
}

describe('the EPP connector', () => {
  it('registers, reads, renews and updates a domain', async () => {
    const { market, other } = await start()
    const { expiresAt } = expectDone(await register(market, 'a.example'))
    expect(expectDone(await market.readDomain('a.example', next()))).toMatchObject({
      name: 'a.example',
      isOurs: true,
      sponsor: 'market',
      authCode: 'code-1234',
      expiresAt,
    })
    expect(expectDone(await other.readDomain('a.example', next()))).toMatchObject({ isOurs: false, authCode: null })
    const renewed = expectDone(await market.renewDomain({ name: 'a.example', years: 2, expiresAt }, next()))
    expect(renewed.expiresAt.getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 2)
    expect(await market.renewDomain({ name: 'a.example', years: 2, expiresAt }, next())).toMatchObject({
      kind: 'refused',
      code: 2004,
      isTemporary: false,
    })
    const addStatuses = ['clientTransferProhibited']
    expectDone(await market.updateDomain({ name: 'a.example', addStatuses, authCode: 'code-5678' }, next()))
    expect(expectDone(await market.readDomain('a.example', next()))).toMatchObject({
      statuses: ['clientTransferProhibited', 'inactive'],
      authCode: 'code-5678',
    })
  })

  it('says that a domain or a transfer does not exist, and which names are available', async () => {
    const { market, other } = await start()
    expect(expectDone(await market.readDomain('nobody.example', next()))).toBe(null)
    expect(expectDone(await market.readTransfer('nobody.example', next()))).toBe(null)
    await register(market, 'a1.example')
    expect(expectDone(await other.readTransfer('a1.example', next()))).toBe(null)
    const names = Array.from({ length: 25 }, (_, index) => `a${index}.example`)
    const checked = expectDone(await market.checkDomains(names, next()))
    expect(checked.map(({ name }) => name)).toEqual(names)
    expect(checked.filter(({ isAvailable }) => !isAvailable)).toEqual([
      { name: 'a1.example', isAvailable: false, reason: 'In use' },
    ])
  })

  it.each(['objects', 'attributes'] as const)('sets nameservers where the registry keeps them as %s', async (kind) => {
    const { market } = await start({ nameservers: kind })
    expectDone(await register(market, 'a.example', { nameservers: ['ns1.host.example', 'ns2.host.example'] }))
    const change = { addNameservers: ['ns3.host.example'], removeNameservers: ['ns1.host.example'] }
    expectDone(await market.updateDomain({ name: 'a.example', ...change }, next()))
    expect(expectDone(await market.readDomain('a.example', next()))?.nameservers).toEqual([
      'ns2.host.example',
      'ns3.host.example',
    ])
  })

  it('moves a domain from another registrar, with a message for each side', async () => {
    const { market, other } = await start()
    await register(other, 'a.example')
    expect(await market.requestTransfer({ name: 'a.example', authCode: 'wrong-code' }, next())).toMatchObject({
      kind: 'refused',
      code: 2202,
    })
    expect(await market.requestTransfer({ name: 'a.example', authCode: 'code-1234' }, next())).toMatchObject({
      kind: 'pending',
      value: 'pending',
    })
    expect(expectDone(await market.readTransfer('a.example', next()))).toEqual({
      state: 'pending',
      requestedBy: 'market',
      actedAt: null,
    })
    const message = expectDone(await other.readMessage(next()))
    expect(message).toMatchObject({ domain: 'a.example', transfer: 'pending' })
    for (let time = 0; time < 2; time++) expectDone(await other.acknowledgeMessage(message?.id ?? '', next()))
    expect(expectDone(await other.readMessage(next()))).toBe(null)
    expect(expectDone(await other.decideTransfer('a.example', 'approve', next()))).toBe('clientApproved')
    expect(expectDone(await market.readMessage(next()))).toMatchObject({ transfer: 'clientApproved' })
    expect(expectDone(await market.readDomain('a.example', next()))?.isOurs).toBe(true)
  })

  it('creates a contact once, and hides or shows it', async () => {
    const { market, simulator, records } = await start()
    const contact = {
      id: toContactId('cmd_01k9zq4x7v3m8n2p5r6s7t8w9y'),
      name: 'Ada Example',
      organization: null,
      street: '1 Main Street',
      city: 'Springfield',
      state: null,
      postalCode: '12345',
      country: 'US',
      phone: '+1.5555550100',
      email: 'ada@mail.example',
    }
    for (let time = 0; time < 2; time++) expectDone(await market.createContact(contact, next()))
    expect(records.filter(({ action }) => action === 'contact:create')).toHaveLength(1)
    await register(market, 'a.example', { contact: contact.id })
    const isShown = () => simulator.registry.state.contacts.get(contact.id)?.details.disclose?.flag
    expect(isShown()).toBe(false)
    expectDone(await market.setPrivacy({ name: 'a.example', isPrivate: false }, next()))
    expect(isShown()).toBe(true)
    await register(market, 'b.example', { contact: 'FREEHOLD-1' })
    expect(await market.setPrivacy({ name: 'b.example', isPrivate: false }, next())).toMatchObject({ kind: 'refused' })
  })

  it('cannot push a domain to an account', async () => {
    const { market } = await start()
    const target = { name: 'a.example', registrarIanaId: 292, account: 'buyer' }
    expect(await market.pushDomain(target, next())).toMatchObject({ kind: 'refused', code: 'unsupported' })
  })

  it('reports an unknown outcome when the response is lost, and the caller finds out', async () => {
    const { market, records } = await start()
    const name = 'fault-lost-response.example'
    expect((await register(market, name)).kind).toBe('unknown')
    expect(expectDone(await market.readDomain(name, next()))?.isOurs).toBe(true)
    expect(records.filter(({ action, isApplied }) => action === 'domain:create' && isApplied)).toHaveLength(1)
  })

  it('gives a command its whole time after it waited for a session', async () => {
    // A tenth of every limit: the third command ends after more time than one may take.
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const shorter = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout(milliseconds / 10))
    closing.push(async () => shorter.mockRestore())
    const { market } = await start({ slowMs: DELIVERY_COMMAND_SECONDS * 40, faults: () => 'slow' }, 1)
    const read = (number: number) => market.readDomain('a.example', newAttempt(`lane-${number}`))
    const outcomes = await Promise.all([1, 2, 3].map(read))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'done'])
  })

  it('sends the name of the attempt as clTRID', async () => {
    const { market, records } = await start()
    await market.readDomain('a.example', { transaction: 'the-attempt-77' })
    expect(records.at(-1)).toMatchObject({ action: 'domain:info', clientTransaction: 'the-attempt-77' })
  })

  it('reports a registry that is unavailable as temporary, a refused login as permanent, and no secret', async () => {
    const { market, connect, simulator } = await start()
    const stranger = await connect('market', 'wrong-Pass3').readDomain('a.example', next())
    expect(stranger).toMatchObject({ kind: 'refused', code: 'unsent', isTemporary: false })
    await simulator.close()
    const gone = await market.readDomain('a.example', { ...next(), signal: AbortSignal.timeout(200) })
    expect(gone).toMatchObject({ kind: 'refused', code: 'unsent', isTemporary: true })
    expect(JSON.stringify([stranger, gone])).not.toMatch(/Pass\d/)
  })
})
