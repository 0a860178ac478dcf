// The registry as a whole: which source is believed, what is remembered, and what happens without a network.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeRecord, NOT_FOUND, RDAP_TYPE, says, startRegistryDoubles } from '../../../test/registry-doubles.ts'
import { manualClock } from '../../kernel/clock.ts'
import type { Dns, DnsAnswer } from '../site-probe/dns.ts'
import { createAutoRegistry } from './auto.ts'
import { createBootstrap, readServices } from './bootstrap.ts'
import { createMemory } from './memory.ts'
import { createRegistry } from './registry.ts'

let doubles: Awaited<ReturnType<typeof startRegistryDoubles>>
beforeAll(async () => {
  doubles = await startRegistryDoubles()
})
afterAll(() => doubles.close())
beforeEach(() => {
  doubles.asked.length = 0
  doubles.behaviour.rdap = NOT_FOUND
  doubles.behaviour.list = says(503, null, '')
})

const registered = says(200, RDAP_TYPE, makeRecord('asked.com'))
const silent = says(500, null, '')

describe('the DNS', () => {
  const dns =
    (ns: DnsAnswer['state'], soa: DnsAnswer['state'] = ns): Dns =>
    async (kind) => ({ state: kind === 'NS' ? ns : soa, values: [] })

  it.each<[DnsAnswer['state'], DnsAnswer['state']]>([
    ['found', 'found'],
    ['found', 'unknown'],
    ['empty', 'found'],
  ])('with NS %s and SOA %s says taken, and spares the registry', async (ns, soa) => {
    const registry = doubles.registry('live', { dns: dns(ns, soa) })
    expect(await registry.check('asked.com')).toMatchObject({ state: 'registered', source: 'dns' })
    expect(doubles.asked).toEqual([])
    // It knows nothing else: whoever wants the record asks the registry.
    expect(await registry.lookup('asked.com')).toMatchObject({ state: 'available', source: 'rdap' })
    await registry.close()
  })

  it.each<DnsAnswer['state']>(['missing', 'empty', 'unknown'])('never says free: %s', async (state) => {
    doubles.behaviour.rdap = silent
    const registry = doubles.registry('live', { dns: dns(state) })
    expect(await registry.check('asked.com')).toMatchObject({ state: 'unknown', source: null })
    expect(doubles.asked).toHaveLength(1)
    await registry.close()
  })

  it('that does not answer holds up nobody for long', async () => {
    const registry = doubles.registry('live', { dns: () => new Promise(() => {}) })
    expect((await registry.check('asked.com')).state).toBe('available')
    await registry.close()
  })
})

describe('an answer', () => {
  it('is shared by those who ask at once', async () => {
    const registry = doubles.registry()
    const responses = await Promise.all(Array.from({ length: 50 }, () => registry.check('asked.com')))
    expect(new Set(responses.map(({ state }) => state))).toEqual(new Set(['available']))
    expect(doubles.asked).toHaveLength(1)
    await registry.close()
  })

  it.each([
    ['registered', registered, 3600],
    ['available', NOT_FOUND, 60],
    ['unknown', silent, 5],
  ] as const)('%s is remembered, and not for too long', async (state, behaviour, seconds) => {
    doubles.behaviour.rdap = behaviour
    const registry = doubles.registry()
    const first = await registry.lookup('asked.com')
    registry.clock.advance((seconds - 1) * 1000)
    expect(await registry.lookup('asked.com')).toEqual({ ...first, cached: true })
    expect([first.state, first.cached, doubles.asked.length]).toEqual([state, false, 1])
    registry.clock.advance(1000)
    expect((await registry.lookup('asked.com')).cached).toBe(false)
    expect(doubles.asked).toHaveLength(2)
    await registry.close()
  })

  it('of the thorough question serves the quick one', async () => {
    doubles.behaviour.rdap = registered
    const registry = doubles.registry()
    await registry.lookup('asked.com')
    expect(await registry.check('asked.com')).toMatchObject({ state: 'registered', source: 'rdap' })
    expect(doubles.asked).toHaveLength(1)
    await registry.close()
  })

  it('that was used least is forgotten first', () => {
    const memory = createMemory<number>({ clock: manualClock(new Date(0)), max: 2, getSeconds: () => 60 })
    memory.keep('a', 1)
    memory.keep('b', 2)
    memory.find('a')
    memory.keep('c', 3)
    expect(['a', 'b', 'c'].map(memory.find)).toEqual([1, undefined, 3])
  })
})

describe('the list of RDAP services', () => {
  const clock = manualClock(new Date('2026-05-01T12:00:00Z'))
  const shipped = () => createBootstrap({ outbound: doubles.registry().outbound, clock })

  it.each([
    ['example.com', 'https://rdap.verisign.com/com/v1/'],
    ['example.co.uk', 'https://rdap.nominet.uk/uk/'],
    ['example.dev', 'https://pubapi.registry.google/rdap/'],
    ['example.kg', null],
    ['example.de', null],
    ['com', null],
    ['example.__proto__', null],
    ['example.constructor', null],
  ])('as shipped leads %s to %s', (domain, service) => expect(shipped().findService(domain)).toBe(service))

  it('prefers the longest ending, adds the slash, and passes over what it cannot read', () => {
    const services = [
      [['uk'], ['https://uk.example/rdap']],
      [['co.uk'], ['http://plain.example/', 'https://co.example/']],
      7,
      [['x']],
      [7, 8],
    ]
    const bootstrap = createBootstrap({
      outbound: doubles.registry().outbound,
      clock,
      services: readServices(JSON.stringify({ services }))!,
    })
    expect([bootstrap.findService('a.co.uk'), bootstrap.findService('a.org.uk')]).toEqual([
      'https://co.example/',
      'https://uk.example/rdap/',
    ])
  })

  it.each([
    ['an error', says(500, null, '')],
    ['a page', says(200, 'text/html', '<html>')],
    ['a short list', says(200, 'application/json', { services: [[['com'], ['https://evil.example/']]] })],
    ['no list', says(200, 'application/json', { services: 7 })],
  ])('stays when IANA sends %s', async (_, behaviour) => {
    doubles.behaviour.list = behaviour
    const bootstrap = shipped()
    expect(await bootstrap.refresh(2000)).toBe(false)
    expect([bootstrap.findService('a.com'), bootstrap.refreshedAt()]).toEqual([
      'https://rdap.verisign.com/com/v1/',
      null,
    ])
  })

  it('is replaced by a newer one', async () => {
    const tlds = Array.from({ length: 400 }, (_, index) => `tld${index}`)
    doubles.behaviour.list = says(200, 'application/json', { services: [[['com', ...tlds], ['https://new.example/']]] })
    const bootstrap = shipped()
    expect(await bootstrap.refresh(2000)).toBe(true)
    expect([bootstrap.findService('a.com'), bootstrap.refreshedAt()]).toEqual(['https://new.example/', clock.now()])
  })
})

describe('the simulated registry', () => {
  const clock = manualClock(new Date('2026-05-01T12:00:00Z'))
  const registry = createRegistry('simulated', clock)

  it('follows the label, and else a hash of the name', async () => {
    const states = async (...names: string[]) =>
      Promise.all(names.map(async (name) => (await registry.check(name)).state))
    expect(await states('free-x.com', 'taken-x.com', 'silent-x.com')).toEqual(['available', 'registered', 'unknown'])
    // free-bücher.com
    expect(await states('xn--free-bcher-feb.com')).toEqual(['available'])
    const names = Array.from({ length: 400 }, (_, index) => `name-${index}.com`)
    const told = await states(...names)
    expect(await states(...names)).toEqual(told)
    const share = told.filter((state) => state === 'registered').length / names.length
    expect(share).toBeGreaterThan(0.45)
    expect(share).toBeLessThan(0.75)
    expect(told).not.toContain('unknown')
  })

  it('has registered what is listed, unless the label says otherwise', async () => {
    const listing = createRegistry('simulated', clock, {}, async () => true)
    const names = Array.from({ length: 20 }, (_, index) => `name-${index}.com`)
    const states = await Promise.all(names.map(async (name) => (await listing.lookup(name)).state))
    expect(new Set(states)).toEqual(new Set(['registered']))
    expect((await listing.check('free-x.com')).state).toBe('available')
  })

  it('tells the same story of a name every time, and says that it is one', async () => {
    const found = await registry.lookup('taken-x.com')
    expect(found).toMatchObject({ state: 'registered', source: 'simulated', cached: false, checkedAt: clock.now() })
    expect(await registry.lookup('taken-x.com')).toEqual(found)
    if (found.state !== 'registered') return
    expect(found.registration.createdAt! < clock.now() && clock.now() < found.registration.expiresAt!).toBe(true)
  })
})

describe('auto', () => {
  const parts = (reached: boolean[]) => {
    const clock = manualClock(new Date('2026-05-01T12:00:00Z'))
    const probes: boolean[] = []
    const probe = async () => {
      probes.push(reached[probes.length] ?? reached.at(-1)!)
      return probes.at(-1)!
    }
    const live = doubles.registry()
    const registry = createAutoRegistry({ clock, live, simulated: createRegistry('simulated', clock), probe })
    return { clock, probes, registry }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('simulates while the network cannot be reached, looks again after a minute, and goes over when it can', async () => {
    const { clock, probes, registry } = parts([false, true])
    expect(await registry.check('free-a.com')).toMatchObject({ state: 'available', source: 'simulated' })
    for (let asked = 0; asked < 20; asked++) await registry.check(`name-${asked}.com`)
    expect([probes.length, doubles.asked.length]).toEqual([1, 0])
    clock.advance(60_000)
    // The question that notices does not wait for the look.
    expect(await registry.check('free-a.com')).toMatchObject({ source: 'simulated' })
    await settled()
    expect(await registry.check('free-b.com')).toMatchObject({ state: 'available', source: 'rdap' })
    expect(probes).toEqual([false, true])
    await registry.close()
  })

  it('stays honest while the network is there: a silent registry is unknown, and makes it look again', async () => {
    const { clock, probes, registry } = parts([true, false])
    doubles.behaviour.rdap = silent
    expect(await registry.check('free-a.com')).toMatchObject({ state: 'unknown', source: null })
    clock.advance(31_000)
    expect(await registry.check('free-b.com')).toMatchObject({ state: 'unknown', source: null })
    await settled()
    expect(probes).toEqual([true, false])
    expect(await registry.check('free-b.com')).toMatchObject({ state: 'available', source: 'simulated' })
    await registry.close()
  })

  it('takes a network that only seems to be there for none', async () => {
    doubles.behaviour.list = says(200, 'text/html', '<h1>Sign in to this network</h1>')
    const registry = doubles.registry('auto')
    await registry.warm()
    expect(await registry.lookup('taken-a.com')).toMatchObject({ state: 'registered', source: 'simulated' })
    await registry.close()
  })
})
