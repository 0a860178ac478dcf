// RDAP against a server that answers in every wrong way: none of them makes a name available.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeRecord,
  NOT_FOUND,
  RDAP_TYPE,
  type RdapBehaviour,
  says,
  startRegistryDoubles,
} from '../../../test/registry-doubles.ts'
import { quietSeconds } from './rdap.ts'
import { readRecord } from './rdap-record.ts'

let doubles: Awaited<ReturnType<typeof startRegistryDoubles>>
beforeAll(async () => {
  doubles = await startRegistryDoubles()
})
afterAll(() => doubles.close())
beforeEach(() => {
  doubles.asked.length = 0
})

const ask = async (behaviour: RdapBehaviour, domain = 'asked.com', timeoutMs = 10_000) => {
  doubles.behaviour.rdap = behaviour
  const registry = doubles.registry('live', { timeoutMs })
  const [check, lookup] = [await registry.check(domain), await registry.lookup(domain)]
  await registry.close()
  expect(lookup.state).toBe(check.state)
  return { state: check.state, source: check.source, lookup, dialled: registry.outbound.dialled }
}

describe('a name is available', () => {
  it.each<[string, RdapBehaviour]>([
    ['by an RDAP error', NOT_FOUND],
    [
      'by an RDAP error in plain JSON',
      says(404, 'application/json; charset=utf-8', { errorCode: 404, title: 'No object' }),
    ],
    ['by a code written as text', says(404, 'application/json', { errorCode: '404' })],
    ['by an empty 404 of an RDAP server', says(404, RDAP_TYPE, '')],
    ['by an RDAP 404 without a code', says(404, `${RDAP_TYPE};charset=UTF-8`, { title: 'Not found' })],
  ])('%s', async (_, behaviour) => {
    expect(await ask(behaviour)).toMatchObject({ state: 'available', source: 'rdap' })
    expect(doubles.asked).toEqual(Array.from({ length: 2 }, () => 'rdap.registry.example/v1/domain/asked.com'))
  })
})

describe('a name stays unknown', () => {
  const redirect = (to: string) => says(302, null, '', { location: to })
  it.each<[string, RdapBehaviour]>([
    ['when a web page says 404', says(404, 'text/html', '<h1>404 Not Found</h1>')],
    ['when 404 is all that is said', says(404, null, '')],
    ['when a 404 of RDAP holds a web page', says(404, RDAP_TYPE, '<html>Not found</html>')],
    ['when a 404 in JSON is no RDAP', says(404, 'application/json', { message: 'Not Found' })],
    ['when a 404 is a list', says(404, RDAP_TYPE, [])],
    ['when a 404 is about another error', says(404, RDAP_TYPE, { errorCode: 429, title: 'Too many requests' })],
    ['when the name is reserved', says(404, RDAP_TYPE, { errorCode: 404, description: ['This name is reserved.'] })],
    ['when the name is up for auction', says(404, RDAP_TYPE, { errorCode: 404, title: 'Auction pending' })],
    ['when the limit is told as 404', says(404, RDAP_TYPE, { errorCode: 404, title: 'Query limit exceeded' })],
    ['when a 404 holds a record', says(404, RDAP_TYPE, makeRecord('asked.com'))],
    [
      'when a 404 is cut off',
      (_, response) => {
        response.writeHead(404, { 'content-type': RDAP_TYPE, 'content-length': '500' }).write('{"errorCode":404')
        setImmediate(() => response.destroy())
      },
    ],
    ['when a 404 never ends', says(404, RDAP_TYPE, `{"errorCode":404,"x":"${'x'.repeat(600 * 1024)}"}`)],
    [
      'when a 404 is packed',
      (_, response) =>
        void response
          .writeHead(404, { 'content-type': RDAP_TYPE, 'content-encoding': 'gzip' })
          .end(gzipSync('{"errorCode":404}')),
    ],
    ...[204, 400, 401, 403, 418, 429, 451, 500, 502, 503].map((status): [string, RdapBehaviour] => [
      `at ${status}`,
      says(status, RDAP_TYPE, status === 204 ? '' : { errorCode: status }),
    ]),
    ['when the answer is no JSON', says(200, RDAP_TYPE, '{"objectClassName":"domain"')],
    ['when the answer is a list', says(200, RDAP_TYPE, [makeRecord('asked.com')])],
    ['when the answer is empty', says(200, RDAP_TYPE, {})],
    ['when the response is for a different domain', says(200, RDAP_TYPE, makeRecord('other.com'))],
    [
      'when the answer is about a nameserver',
      says(200, RDAP_TYPE, { objectClassName: 'nameserver', ldhName: 'asked.com' }),
    ],
    ['when 200 holds an error', says(200, RDAP_TYPE, makeRecord('asked.com', { errorCode: 404 }))],
    ['when the connection breaks', (request) => request.socket.destroy()],
    ['when it is no HTTP', (request) => void request.socket.end('hello\r\n\r\n')],
    ['after a redirect without a place', says(302, null, '')],
    ['after a redirect to plain http', redirect('http://rdap.registry.example/v1/domain/asked.com')],
    ['after redirects without an end', redirect('/v1/domain/asked.com')],
  ])('%s', async (_, behaviour) => {
    expect(await ask(behaviour)).toMatchObject({ state: 'unknown', lookup: { reason: expect.any(String) } })
  })

  it.each<[string, RdapBehaviour]>([
    ['is silent', () => {}],
    [
      'drips',
      (_, response) => {
        response.writeHead(404, { 'content-type': RDAP_TYPE })
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('when the server %s', async (_, behaviour) => {
    expect((await ask(behaviour, 'asked.com', 150)).state).toBe('unknown')
  })

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.7/',
    'https://private.registrar.example/',
    'https://localhost/',
  ])('and %s is not dialled when a redirect leads there', async (target) => {
    const { state, dialled } = await ask(redirect(`${target}domain/asked.com`))
    expect([state, ...new Set(dialled)]).toEqual(['unknown', '93.184.216.34'])
  })
})

describe('redirects', () => {
  it.each([
    [3, 'available'],
    [4, 'unknown'],
  ])('%i in a row: %s', async (count, state) => {
    let seen = 0
    const found = await ask((request, response) => {
      const at = Number(/\?(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
      seen = Math.max(seen, at)
      if (at === count) return NOT_FOUND(request, response)
      return says(307, null, '', { location: `https://rdap.registrar.example/domain/asked.com?${at + 1}` })(
        request,
        response,
      )
    })
    expect(found.state).toBe(state)
    expect(seen).toBe(3)
  })
})

describe('a record', () => {
  it.each(['asked.com', 'ASKED.COM', 'Asked.Com.'])('is about the name however it is written: %s', async (written) => {
    expect(await ask(says(200, 'application/json', makeRecord(written)))).toMatchObject({
      state: 'registered',
      source: 'rdap',
    })
  })

  it('may give an IDN in Unicode alone', async () => {
    const behaviour = says(200, RDAP_TYPE, { objectClassName: 'domain', unicodeName: 'пример.рф' })
    expect(await ask(behaviour, 'xn--e1afmkfd.xn--p1ai')).toMatchObject({ state: 'registered' })
  })

  const card = (...properties: unknown[]) => ['vcard', [['version', {}, 'text', '4.0'], ...properties]]
  const RECORD = makeRecord('asked.com', {
    status: [
      'client transfer prohibited',
      'active',
      'auto renew period',
      'serverHold',
      'associated',
      '<b>',
      '',
      'constructor',
    ],
    events: [
      { eventAction: 'registration', eventDate: '1999-03-01T05:00:00Z' },
      { eventAction: 'last changed', eventDate: '2024-02-29T00:00:00+02:00' },
      { eventAction: 'expiration', eventDate: '2027-03-01T05:00:00' },
      { eventAction: 'transfer', eventDate: '2023-04-05T06:07:08Z' },
      { eventAction: 'last update of RDAP database', eventDate: '2026-01-01T00:00:00Z' },
    ],
    nameservers: [
      { ldhName: 'NS2.EXAMPLE.NET.' },
      { ldhName: 'ns1.example.net' },
      { ldhName: 'bad host' },
      { ldhName: 7 },
    ],
    secureDNS: { delegationSigned: true },
    entities: [
      {
        roles: ['registrar'],
        vcardArray: card(['fn', {}, 'text', 'Good\u0007 Registrar\nInc.']),
        publicIds: [{ type: 'IANA Registrar ID', identifier: '1234' }],
        links: [{ rel: 'about', href: 'https://registrar.example' }],
        entities: [{ roles: ['abuse'], vcardArray: card(['email', {}, 'text', 'abuse@registrar.example']) }],
      },
      {
        roles: ['registrant'],
        vcardArray: card(
          ['fn', {}, 'text', 'REDACTED FOR PRIVACY'],
          ['org', {}, 'text', 'Acme'],
          ['adr', { cc: 'us' }, 'text', ['', '', '', '', '', '', '']],
        ),
      },
    ],
  })

  it('is read, statuses in EPP form and times in UTC', () => {
    expect(readRecord(RECORD)).toEqual({
      registrar: {
        name: 'Good Registrar Inc.',
        ianaId: '1234',
        url: 'https://registrar.example',
        abuseEmail: 'abuse@registrar.example',
      },
      registrant: { name: null, organization: 'Acme', country: 'US', redacted: true },
      createdAt: new Date('1999-03-01T05:00:00Z'),
      updatedAt: new Date('2024-02-28T22:00:00Z'),
      expiresAt: new Date('2027-03-01T05:00:00Z'),
      transferredAt: new Date('2023-04-05T06:07:08Z'),
      nameservers: ['ns2.example.net', 'ns1.example.net'],
      statuses: ['clientTransferProhibited', 'ok', 'autoRenewPeriod', 'serverHold', 'linked', 'constructor'],
      dnssecSigned: true,
    })
  })

  it('says that the holder is hidden, as RFC 9537 does', () => {
    const redacted = [
      { name: { type: 'Registrant Name' }, prePath: "$.entities[?(@.roles[0]=='registrant')]", method: 'removal' },
    ]
    expect(readRecord(makeRecord('asked.com', { redacted })).registrant).toMatchObject({ name: null, redacted: true })
    const elsewhere = [{ name: { type: 'Tech Email' }, method: 'removal' }]
    expect(readRecord(makeRecord('asked.com', { redacted: elsewhere })).registrant.redacted).toBe(false)
  })

  it('may be nonsense in every member and is still read', () => {
    const nonsense = ['status', 'events', 'nameservers', 'entities', 'secureDNS', 'redacted', 'links']
    for (const value of [
      null,
      7,
      'x',
      [],
      {},
      [null],
      [[]],
      [{}],
      [{ roles: 'registrar', vcardArray: [1, [2, ['fn']]] }],
    ])
      expect(
        readRecord(makeRecord('asked.com', Object.fromEntries(nonsense.map((key) => [key, value])))),
      ).toMatchObject({
        createdAt: null,
        nameservers: [],
      })
  })

  const thin = (href: string) =>
    makeRecord('asked.com', { links: [{ rel: 'related', type: RDAP_TYPE, href }], entities: [] })
  const holder = makeRecord('asked.com', {
    entities: [{ roles: ['registrant'], vcardArray: card(['fn', {}, 'text', 'Ada'], ['org', {}, 'text', 'Acme']) }],
  })

  it("is completed by the registrar's where the registry does not know the holder", async () => {
    const found = await ask((request, response) =>
      says(
        200,
        RDAP_TYPE,
        request.headers.host === 'rdap.registrar.example'
          ? holder
          : thin('https://rdap.registrar.example/domain/asked.com'),
      )(request, response),
    )
    expect(found.lookup).toMatchObject({ registration: { registrant: { name: 'Ada', organization: 'Acme' } } })
    // The quick question is content with the registry.
    expect(doubles.asked.filter((what) => what.startsWith('rdap.registrar.example'))).toHaveLength(1)
  })

  it.each([
    'https://127.0.0.1/domain/asked.com',
    'https://private.registrar.example/x',
    'http://rdap.registrar.example/x',
    'file:///etc/passwd',
  ])('stands without the registrar when the link leads to %s', async (href) => {
    const found = await ask(says(200, RDAP_TYPE, thin(href)))
    expect([found.state, ...new Set(found.dialled)]).toEqual(['registered', '93.184.216.34'])
  })

  it('stands without the registrar when that one speaks of another name', async () => {
    const found = await ask((request, response) =>
      says(
        200,
        RDAP_TYPE,
        request.headers.host === 'rdap.registrar.example'
          ? { ...holder, ldhName: 'other.com' }
          : thin('https://rdap.registrar.example/x'),
      )(request, response),
    )
    expect(found.lookup).toMatchObject({ registration: { registrant: { name: null } } })
  })
})

describe('manners', () => {
  it('leave a server alone as long as it asks to', async () => {
    const registry = doubles.registry()
    doubles.behaviour.rdap = says(429, RDAP_TYPE, {}, { 'retry-after': '120' })
    expect((await registry.check('one.com')).state).toBe('unknown')
    doubles.behaviour.rdap = NOT_FOUND
    registry.clock.advance(119_000)
    expect((await registry.check('two.com')).state).toBe('unknown')
    expect(doubles.asked).toHaveLength(1)
    registry.clock.advance(2000)
    expect((await registry.check('three.com')).state).toBe('available')
    await registry.close()
  })

  it.each([
    ['7', 7],
    ['', 30],
    ['soon', 30],
    ['-5', 30],
    ['99999', 600],
    ['Fri, 01 May 2026 12:01:30 GMT', 90],
  ])('read Retry-After %j as %i seconds', (header, seconds) => {
    expect(quietSeconds(header, new Date('2026-05-01T12:00:00Z'))).toBe(seconds)
  })

  it('ask at most six questions of a server at once', async () => {
    let [open, most] = [0, 0]
    doubles.behaviour.rdap = (request, response) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open--
        NOT_FOUND(request, response)
      }, 20)
    }
    const registry = doubles.registry()
    const responses = await Promise.all(Array.from({ length: 24 }, (_, index) => registry.check(`name-${index}.com`)))
    expect(new Set(responses.map(({ state }) => state))).toEqual(new Set(['available']))
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(6)
    // More than can wait is turned away at once, as unknown.
    const flood = await Promise.all(Array.from({ length: 40 }, (_, index) => registry.check(`flood-${index}.com`)))
    expect(flood.some(({ state }) => state === 'unknown')).toBe(true)
    await registry.close()
  })
})
