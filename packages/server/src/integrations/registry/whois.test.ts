// WHOIS against servers that answer in every wrong way, and the sentences of real registries: none is misread as "available".
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IANA, startRegistryDoubles, type WhoisBehaviour } from '../../../test/registry-doubles.ts'
import { decodeText } from './whois.ts'
import { readDate } from './whois-record.ts'
import { judgeText, readReferral } from './whois-text.ts'

let doubles: Awaited<ReturnType<typeof startRegistryDoubles>>
beforeAll(async () => {
  doubles = await startRegistryDoubles()
})
afterAll(() => doubles.close())
beforeEach(() => {
  doubles.dialled.length = 0
  doubles.whois.asked.length = 0
  doubles.iana.asked.length = 0
  doubles.behaviour.iana = IANA
})

const text =
  (response: string | Buffer): WhoisBehaviour =>
  (_, socket) =>
    void socket.end(response)

async function ask(behaviour: WhoisBehaviour, domain = 'asked.de', timeoutMs = 10_000) {
  doubles.behaviour.whois = behaviour
  const registry = doubles.registry('live', { timeoutMs })
  const found = await registry.lookup(domain)
  await registry.close()
  return found
}

const judge = (response: string): string => judgeText(response, 'asked.xx').state

describe('the sentences of registries', () => {
  it.each([
    'Domain: asked.xx\nStatus: free\n',
    'No match for "ASKED.XX".\r\n>>> Last update of whois database: 2026-05-01T12:00:00Z <<<\r\n\r\nNOTICE: access is restricted and may be denied.\r\n',
    'No match!!\n',
    '% No entries found for the selected source(s).\n',
    '% nothing found\n',
    'domain "asked.xx" not found.\n',
    'Domain not found.\n',
    'NOT FOUND\n',
    'Not found: asked.xx\n',
    'No Data Found\nURL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/\n',
    'No matching record.\n',
    'The queried object does not exist.\n',
    'asked.xx: no entries found\n',
    'asked.xx - No Match\n',
    'asked.xx is free\n',
    'The domain has not been registered.\n',
    'The requested domain was not found\n',
    'Domain:      asked.xx\nStatus:      AVAILABLE\n',
    'Domain name: asked.xx\nStatus: UNASSIGNED\n',
    'query_status: 220 Available\n',
    'Object_Not_Found\n',
    '%ERROR:101: no entries found\n%\n% asked.xx\n',
    'Domain asked.xx does not exist in database\n',
    'No such domain asked.xx\n',
    'No information available about domain name asked.xx in the Registry NASK database.\n',
    'No Object Found\n',
    '# Copyright (c) the registry.\n# All rights reserved. Any other use is not permitted.\n"asked.xx" not found.\n',
    '% The data in this service is protected; access can be limited.\n\n% nothing found\n',
    '[ Its use is restricted to network administration. ]\nNo match!!\n',
    'We do not have an entry in our database matching your query.\n',
    'Nincs találat / No match\n',
    '# ENGLISH\n\nAbove domain name is not registered to KRNIC.\n',
    '%ERROR:103: Domain is not registered\n',
    'Domain Name: asked.xx\nDomain Status: Available\n\nThis information is provided to whoever is not prohibited to see it.\n',
  ])('say available: %j', (response) => expect(judge(response)).toBe('available'))

  it.each([
    '',
    '\n\n',
    'name: asked.xx\n',
    '% not found, because it is reserved\n',
    '% No information available about domain name asked.xx: it is reserved\n',
    `${'limit '.repeat(10_000)}\n`,
    '% Copyright\n% Query limit exceeded\n% nothing found\n',
    'hello\n',
    'Not found',
    'Domain: asked.xx\nStatus: free',
    '<html><h1>Not found</h1></html>',
    'HTTP/1.1 404 Not Found\r\n\r\n',
    'WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS\n',
    'You have exceeded your query limit.\nNo match for "ASKED.XX".\n',
    '% Maximum query rate reached\n% No entries found\n',
    'Not found.\nToo many requests, try again later.\n',
    'access denied\n',
    'Your IP address has been blacklisted\n',
    'The registration of this domain is restricted\nNo match\n',
    'Domain name: asked.xx\nStatus: reserved\n',
    'No match for asked.xx\n\nThis name is reserved by the registry.\n',
    'asked.xx is a premium name\nStatus: available\n',
    'Domain: asked.xx\nStatus: NOT AVAILABLE\n',
    'asked.xx cannot be registered\nnot found\n',
    'No match for "OTHER.XX".\n',
    'other.xx is free\n',
    'Domain: other.xx\nStatus: free\n',
    'Domain: other.xx\nRegistrar: Good\nName Server: ns1.example.net\n',
    'Registrar: Good\nName Server: ns1.example.net\nNot found\n',
    'The server was not found, please report this.\n',
    'Error: internal error\nno entries found\n',
    'invalid query\nNot found\n',
    'Domain: asked.xx\n',
    'Status: pendingDelete\nNot found\n',
  ])('leave unknown: %j', (response) => expect(judge(response)).toBe('unknown'))

  it.each([
    [
      'as ICANN writes',
      'Domain Name: ASKED.XX\r\nRegistrar: Good Registrar\r\nCreation Date: 2001-02-03T04:05:06Z\r\n',
    ],
    [
      'as DENIC writes',
      'Domain: asked.xx\nNserver: ns1.example.net\nNserver: ns2.example.net 192.0.2.1\nStatus: connect\nChanged: 2020-01-01T00:00:00+01:00\n',
    ],
    [
      'as JPRS writes',
      'a. [Domain Name]                ASKED.XX\n[Name Server]                   ns1.example.net\n[Created on]                    2001/03/22\n',
    ],
    [
      'with dots between',
      'domain.............: asked.xx\nstatus.............: Registered\ncreated............: 4.6.2007 14:51:24\n',
    ],
    [
      'below remarks of lawyers',
      '% Copyright (c) the registry\n% Restricted rights.\n\ndomain:         asked.xx\nnserver:        ns1.example.net\n',
    ],
    ['with underscores', 'domain_name: asked.xx\nquery_status: 200 Active\nregistrar_name: Good\n'],
    [
      'in blocks',
      'Domain name:\nasked.xx\n\nHolder of domain name:\nAcme\n\nName servers:\nns1.example.net\nns2.example.net\n',
    ],
    ['without colons', 'Domain-name         asked.xx\nExpires             2027-01-01\n'],
    ['without blanks', 'Domain Name:ASKED.XX\nCreated On:03-Feb-2001 04:05:06 UTC\n'],
    [
      'in two languages',
      'Nome de domínio / Domain Name: asked.xx\nData de registo / Creation Date (dd/mm/yyyy): 09/01/2003\n',
    ],
    [
      'with the name in a block of its own',
      'Domain:\nname:       asked.xx\nstatus:     ok\nregistered: 2010-08-10 16:43:38 +03:00\n',
    ],
    ['though "not available"', 'Domain: asked.xx\nStatus: NOT AVAILABLE\nRegistered: Tue Mar 5 2002\n'],
    ['though there is a word on limits', '% Query limit: exceeded soon\nDomain: asked.xx\nRegistrar: Good\n'],
  ])('say registered, %s', (_, response) => expect(judge(response)).toBe('registered'))

  it('are read into a record', () => {
    const found = judgeText(
      [
        'Domain Name: asked.xx',
        'Registrar: Good Registrar',
        'Registrar IANA ID: 1234',
        'Registrar URL: https://registrar.example',
        'Registrar Abuse Contact Email: abuse@registrar.example',
        'Updated Date: 2025-05-06T07:08:09Z',
        'Creation Date: 2001-02-03T04:05:06Z',
        'Registry Expiry Date: 2027-02-03T04:05:06Z',
        'Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
        'Domain Status: active',
        'Domain Status: weird',
        'Registrant Name: REDACTED FOR PRIVACY',
        'Registrant Organization: Acme',
        'Registrant Country: us',
        'Name Server: NS1.EXAMPLE.NET',
        'Name Server: ns1.example.net',
        'DNSSEC: unsigned',
        '',
      ].join('\r\n'),
      'asked.xx',
    )
    expect(found).toEqual({
      state: 'registered',
      registration: {
        registrar: {
          name: 'Good Registrar',
          ianaId: '1234',
          url: 'https://registrar.example',
          abuseEmail: 'abuse@registrar.example',
        },
        registrant: { name: null, organization: 'Acme', country: 'US', redacted: true },
        createdAt: new Date('2001-02-03T04:05:06Z'),
        updatedAt: new Date('2025-05-06T07:08:09Z'),
        expiresAt: new Date('2027-02-03T04:05:06Z'),
        transferredAt: null,
        nameservers: ['ns1.example.net'],
        statuses: ['clientTransferProhibited', 'ok'],
        dnssecSigned: false,
      },
    })
  })

  it.each([
    ['2001-02-03T04:05:06Z', '2001-02-03T04:05:06.000Z'],
    ['2001-02-03 04:05:06 +0200', '2001-02-03T02:05:06.000Z'],
    ['2001/02/03', '2001-02-03T00:00:00.000Z'],
    ['20010203', '2001-02-03T00:00:00.000Z'],
    ['3.2.2001 04:05:06', '2001-02-03T04:05:06.000Z'],
    ['03-Feb-2001 04:05:06 UTC', '2001-02-03T04:05:06.000Z'],
    ['Sat Feb 3 2001', '2001-02-03T00:00:00.000Z'],
    ['2001-13-45', undefined],
    ['03/02/2001', undefined],
    ['before 1996', undefined],
    ['', undefined],
  ])('date %j as %s', (written, expected) => expect(readDate(written)?.toISOString()).toBe(expected))
})

describe('a question', () => {
  it("finds the server through IANA, once for a TLD, and speaks each server's language", async () => {
    doubles.behaviour.whois = (query, socket) =>
      void socket.end(query.includes('/e') ? 'No match!!\n' : `Domain: ${query.split(' ').at(-1)}\nStatus: free\n`)
    const registry = doubles.registry()
    const responses = [await registry.check('one.de'), await registry.check('two.de'), await registry.check('three.jp')]
    expect(responses.map(({ state, source }) => `${state} ${source}`)).toEqual(
      Array.from({ length: 3 }, () => 'available whois'),
    )
    expect(doubles.iana.asked).toEqual(['de\r\n', 'jp\r\n'])
    expect(doubles.whois.asked).toEqual(['-T dn,ace one.de\r\n', '-T dn,ace two.de\r\n', 'three.jp/e\r\n'])
    expect(new Set(doubles.dialled)).toEqual(new Set(['192.0.43.59:43', '81.91.164.7:43']))
    await registry.close()
  })

  it.each<[string, WhoisBehaviour]>([
    ['hangs up at once', (_, socket) => void socket.resetAndDestroy()],
    ['breaks off', (_, socket) => void socket.write('Domain: asked.de\nStatus: free', () => socket.resetAndDestroy())],
    ['says nothing and ends', text('')],
    ['never ends', text(Buffer.alloc(200 * 1024, 'Domain: asked.de\nStatus: free\n'))],
    ['sends bytes', text(Buffer.from([0xff, 0xfe, 0x00, 0x80]))],
  ])('stays unknown when the server %s', async (_, behaviour) => {
    expect(await ask(behaviour)).toMatchObject({ state: 'unknown', reason: expect.any(String) })
  })

  it.each<[string, WhoisBehaviour]>([
    ['is silent', () => {}],
    [
      'drips',
      (_, socket) => {
        const timer = setInterval(() => socket.write('Domain: asked.de\nStatus: free\n'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ])('ends at its deadline when the server %s', async (_, behaviour) => {
    expect(await ask(behaviour, 'asked.de', 150)).toMatchObject({ state: 'unknown', reason: 'the request timed out' })
  })

  it.each([
    ['asked.ws', 'a name of a private address'],
    ['asked.cm', 'a loopback address'],
    ['asked.aw', 'nothing'],
  ])('about %s goes nowhere when IANA refers to %s', async (domain) => {
    expect((await ask(text('not found\n'), domain)).state).toBe('unknown')
    expect(doubles.dialled).toEqual(['192.0.43.59:43'])
  })

  it('tells no addresses when a server cannot be reached', async () => {
    expect(await ask(text('not found\n'), 'asked.ws')).toMatchObject({ reason: 'the WHOIS server is unavailable' })
    expect(await ask((_, socket) => void socket.resetAndDestroy())).toMatchObject({
      reason: expect.not.stringMatching(/\d+\.\d+\.\d+\.\d+/),
    })
  })

  it('stays unknown when IANA talks nonsense, and asks again', async () => {
    doubles.behaviour.iana = text('domain: COM\nwhois: whois.evil.example\n')
    expect((await ask(text('Status: free\n'))).state).toBe('unknown')
    expect(doubles.whois.asked).toEqual([])
    expect(readReferral('domain: DE\nwhois: whois.denic.de\n', 'de')).toBe('whois.denic.de')
    expect(readReferral('domain: DE\nwhois: 10.0.0.1; rm\n', 'de')).toBeNull()
    expect(readReferral('nothing', 'de')).toBeUndefined()
  })

  it('cannot carry a second line', async () => {
    const registry = doubles.registry()
    expect((await registry.lookup('asked\r\nevil.de')).state).toBe('unknown')
    expect(doubles.whois.asked).toEqual([])
    await registry.close()
  })

  it('is read as UTF-8, or else as Latin-1', () => {
    expect(decodeText(Buffer.from('Müller', 'utf8'))).toBe('Müller')
    expect(decodeText(Buffer.from('Müller', 'latin1'))).toBe('Müller')
  })
})
