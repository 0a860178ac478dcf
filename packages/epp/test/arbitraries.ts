// Random commands, greetings and responses for property tests.
import fc from 'fast-check'
import type { Command, DomainChange, Frame, Nameservers, Period, Response, ResponseData } from '../src/frames/types.ts'

/** A text as `xs:token` keeps it: no space around, single spaces inside, any characters that XML allows. */
const character = fc
  .oneof(
    fc.constantFrom(...Array.from('ab09-&<>"\'é中😀.]')),
    fc.integer({ min: 0x21, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  )
  .filter((one) => !/\s/u.test(one))
const word = fc.array(character, { minLength: 1, maxLength: 12 }).map((all) => all.join(''))
const token = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const name = fc.constantFrom('example.com', 'xn--caf-dma.example', 'a.example', 'b.co.example')
const transaction = fc.stringMatching(/^[A-Z0-9-]{3,64}$/)
const date = fc.date({ min: new Date('1985-01-01'), max: new Date('2120-01-01'), noInvalidDate: true })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const list = <Value>(value: fc.Arbitrary<Value>, minLength = 0) => fc.array(value, { minLength, maxLength: 4 })
const byte = fc.nat(255)

const period: fc.Arbitrary<Period> = fc.record({
  value: fc.integer({ min: 1, max: 99 }),
  unit: fc.constantFrom('y', 'm'),
})
const address = fc.record({ version: fc.constantFrom('v4' as const, 'v6' as const), address: word })
const nameservers: fc.Arbitrary<Nameservers> = fc.oneof(
  fc.record({ kind: fc.constant('objects' as const), hosts: list(name, 1) }),
  fc.record({
    kind: fc.constant('attributes' as const),
    hosts: list(fc.record({ name, addresses: list(address) }), 1),
  }),
)
const contacts = list(fc.record({ type: fc.constantFrom('admin', 'tech', 'billing'), id: word }))
const statuses = list(fc.constantFrom('ok', 'clientHold', 'clientTransferProhibited', 'serverHold'))
const key = fc.record({
  flags: fc.nat(65_535),
  protocol: byte,
  algorithm: byte,
  publicKey: fc.constant('AQPJ////4Q=='),
})
const signer = fc.record({
  keyTag: fc.nat(65_535),
  algorithm: byte,
  digestType: byte,
  digest: fc.constant('49FD46E6C4B45C55D4AC'),
  key: maybe(key),
})
const life = maybe(fc.integer({ min: 1, max: 2_147_483_647 }))
const entries = fc.record({ signers: list(signer), keys: list(key) })
const secDns = fc.record({ maxSignatureLife: life, signers: list(signer), keys: list(key) })
const change: fc.Arbitrary<DomainChange> = fc
  .record({ nameservers: maybe(nameservers), contacts, statuses })
  .filter((one) => one.nameservers !== null || one.contacts.length + one.statuses.length > 0)
const report = fc.record({
  before: token,
  after: token,
  deletedAt: date,
  restoredAt: date,
  reason: token,
  statements: list(token, 1),
  other: maybe(token),
})
const is = <Value extends string>(value: Value) => fc.constant(value)
const domain = is('domain' as const)

const details = fc.record({
  id: word,
  postal: list(
    fc.record({
      type: fc.constantFrom('int' as const, 'loc' as const),
      name: token,
      organization: maybe(token),
      street: list(token),
      city: token,
      state: maybe(token),
      postalCode: maybe(token),
      country: fc.constantFrom('US', 'DE'),
    }),
    1,
  ),
  voice: maybe(fc.record({ number: word, extension: maybe(word) })),
  fax: maybe(fc.record({ number: word, extension: maybe(word) })),
  email: word,
  disclose: maybe(
    fc.record({
      flag: fc.boolean(),
      fields: list(fc.record({ name: fc.constantFrom('voice', 'email', 'name'), type: maybe(is('loc')) })),
    }),
  ),
})

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    action: is('login'),
    user: token,
    password: token,
    newPassword: maybe(token),
    version: is('1.0'),
    language: is('en'),
    objects: list(word, 1),
    extensions: list(word),
  }),
  fc.record({ action: is('logout') }),
  fc.record({ action: is('poll'), op: is('req') }),
  fc.record({ action: is('poll'), op: is('ack'), messageId: word }),
  fc.record({ action: is('check'), object: domain, names: list(name, 1) }),
  fc.record({
    action: is('info'),
    object: domain,
    name,
    hosts: fc.constantFrom('all' as const, 'del' as const, 'sub' as const, 'none' as const),
    authCode: maybe(token),
  }),
  fc.record({
    action: is('create'),
    object: domain,
    name,
    period: maybe(period),
    nameservers: maybe(nameservers),
    registrant: maybe(word),
    contacts,
    authCode: token,
    secDns: maybe(secDns),
  }),
  fc.record({ action: is('delete'), object: domain, name }),
  fc.record({
    action: is('renew'),
    object: domain,
    name,
    currentExpiry: date.map((at) => at.toISOString().slice(0, 10)),
    period: maybe(period),
  }),
  fc.record({
    action: is('transfer'),
    object: domain,
    op: fc.constantFrom('query' as const, 'request' as const, 'approve' as const, 'reject' as const, 'cancel' as const),
    name,
    period: maybe(period),
    authCode: maybe(token),
  }),
  fc.record({
    action: is('update'),
    object: domain,
    name,
    add: maybe(change),
    remove: maybe(change),
    change: maybe(fc.record({ registrant: maybe(word), authCode: maybe(token) })),
    secDns: maybe(
      fc.record({
        isUrgent: fc.boolean(),
        remove: maybe(fc.oneof(is('all'), entries)),
        add: maybe(entries),
        maxSignatureLife: life,
      }),
    ),
    restore: maybe(fc.oneof(fc.record({ op: is('request') }), fc.record({ op: is('report'), report }))),
  }),
  fc.record({ action: is('check'), object: is('contact'), ids: list(word, 1) }),
  fc.record({ action: is('info'), object: is('contact'), id: word, authCode: maybe(token) }),
  fc.record({ action: is('create'), object: is('contact'), contact: details, authCode: token }),
  fc.record({ action: is('check'), object: is('host'), names: list(name, 1) }),
  fc.record({ action: is('info'), object: is('host'), name }),
  fc.record({ action: is('create'), object: is('host'), name, addresses: list(address) }),
)

const history = {
  sponsor: word,
  creator: maybe(word),
  createdAt: maybe(date),
  updater: maybe(word),
  updatedAt: maybe(date),
}
const transferStatus = fc.constantFrom('pending' as const, 'clientApproved' as const, 'serverCancelled' as const)
const data: fc.Arbitrary<ResponseData> = fc.oneof(
  fc.record({
    kind: is('checks'),
    object: fc.constantFrom('domain' as const, 'contact' as const, 'host' as const),
    items: list(fc.record({ name, isAvailable: fc.boolean(), reason: maybe(token) })),
  }),
  fc.record({
    kind: is('domain'),
    domain: fc.record({
      ...history,
      name,
      roid: word,
      statuses,
      registrant: maybe(word),
      contacts,
      nameservers: maybe(nameservers),
      subordinateHosts: list(name),
      expiresAt: maybe(date),
      transferredAt: maybe(date),
      authCode: maybe(token),
    }),
  }),
  fc.record({ kind: is('domainCreated'), name, createdAt: date, expiresAt: maybe(date) }),
  fc.record({ kind: is('domainRenewed'), name, expiresAt: maybe(date) }),
  fc.record({
    kind: is('domainTransfer'),
    transfer: fc.record({
      name,
      status: transferStatus,
      requestedBy: word,
      requestedAt: date,
      actingClient: word,
      actedAt: date,
      expiresAt: maybe(date),
    }),
  }),
  fc.record({
    kind: is('domainAction'),
    name,
    isApproved: fc.boolean(),
    clientTransaction: maybe(transaction),
    serverTransaction: transaction,
    at: date,
  }),
  fc.record({
    kind: is('contact'),
    contact: fc.record({
      ...history,
      contact: details,
      roid: word,
      statuses,
      transferredAt: maybe(date),
      authCode: maybe(token),
    }),
  }),
  fc.record({ kind: is('contactCreated'), id: word, createdAt: date }),
  fc.record({
    kind: is('host'),
    host: fc.record({ ...history, name, roid: word, statuses, addresses: list(address), transferredAt: maybe(date) }),
  }),
  fc.record({ kind: is('hostCreated'), name, createdAt: date }),
)

const response: fc.Arbitrary<Response> = fc.record({
  results: list(fc.record({ code: fc.integer({ min: 1000, max: 2599 }), message: token, reasons: list(token) }), 1),
  queue: maybe(fc.record({ count: fc.nat(), id: word, at: maybe(date), text: maybe(token) })),
  data: maybe(data),
  secDns: maybe(secDns),
  graceStatuses: list(fc.constantFrom('addPeriod', 'redemptionPeriod')),
  clientTransaction: maybe(transaction),
  serverTransaction: transaction,
})

export const anyFrame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ kind: is('hello') }),
  fc.record({
    kind: is('greeting'),
    greeting: fc.record({
      serverName: token,
      serverDate: date,
      versions: list(word, 1),
      languages: list(word, 1),
      objects: list(word, 1),
      extensions: list(word),
    }),
  }),
  fc.record({ kind: is('command'), command, clientTransaction: maybe(transaction) }),
  fc.record({ kind: is('response'), response }),
)
