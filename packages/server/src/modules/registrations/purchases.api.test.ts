// Registrations and renewals are paid: the registry does what was paid for, once, and what it refuses is refunded.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { until } from '../../../test/receiver.ts'
import { openShop } from '../../../test/shop.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { PURCHASE_CHECKS } from '../audit/store/purchase-checks.ts'
import { giveDomains } from '../domains/index.ts'
import { issueMissingDocuments } from './service/document.ts'
import { exportDomainPurchases } from './service/export.ts'

let service: TestService
let shop: ReturnType<typeof openShop>
beforeAll(async () => {
  service = await startTestService({ DELIVERY: 'simulated' }, { background: true })
  await service.house()
  shop = openShop(service)
})

const freshName = (start = 'buy') => `${start}-${randomUUID().slice(0, 13)}.com`
const REGISTRANT = {
  name: 'Ada Example',
  street: '1 Main Street',
  city: 'Springfield',
  country: 'US',
  phone: '+1.5555550100',
  email: 'ada@mail.example',
}

async function person(...names: string[]) {
  const { userId, headers } = await newPerson(service)
  await service.db.tx((tx) => giveDomains(tx, { accountId: userId, email: null }, names, service.clock.now()))
  const send = (method: string, url: string, body?: object): Promise<TestResponse> =>
    service.send({
      method,
      url,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const renew = async (years = 1, more: object = {}) =>
    (await send('POST', '/api/domains/bulk/renew', { domains: names, params: { years }, ...more })).json
  const register = (domain: string, more: object = {}) =>
    send('POST', '/api/registrations', { domain, years: 2, registrant: REGISTRANT, ...more })
  const purchases = async () => (await send('GET', '/api/account/domain-purchases')).json.domain_purchases
  /** The queue runs on the database's clock. */
  const settled = async () => {
    await until('the purchase is settled', async () => {
      await service.db.run(sql`
        update registry_commands set next_attempt_at = now() where owner_id = ${userId} and lease is null and state = 'queued'`)
      return (await purchases())[0].status === 'settled'
    })
    return (await purchases())[0]
  }
  const domains = async () => (await send('GET', '/api/domains')).json.domains
  return { userId, names, send, renew, register, purchases, settled, domains }
}

/** Templates and subjects of the messages to a person, oldest first. */
const listMail = async (userId: string): Promise<string[][]> =>
  (
    await service.db.many<{ template: string; subject: string }>(sql`
      select m.template, m.content ->> 'subject' as subject from mail_messages m join users u on u.email = m.to_address
      where u.id = ${userId} and m.template like 'purchase%' order by m.id`)
  ).map(({ template, subject }) => [template, subject])

const countReceived = async (domain: string, command: string): Promise<number> =>
  (await service.db.one<{ count: number }>(sql`
    select count(*)::int as count from simulated_commands
    where scope = 'accounts' and name = ${domain} and command = ${command} and outcome = 'done'`))!.count

/** An operator takes over the command that the registry was too busy for. Returns its path. */
async function takeOver(domain: string): Promise<string> {
  const find = async () => (await service.operator('GET', `/registry-commands?domain=${domain}`)).json
  await until('the service waits to try again', async () => (await find()).registry_commands[0].last_error !== null)
  const path = `/registry-commands/${(await find()).registry_commands[0].command_id}`
  expect((await service.operator('POST', `${path}/take_over`)).status).toBe(200)
  return path
}

/** The bank has returned the amount to the buyer. */
const lost = (paymentRef: string, amountCents: number) => ({
  kind: 'dispute' as const,
  ref: `sbd_${randomUUID()}`,
  paymentRef,
  amountCents,
  currency: 'USD',
  reason: 'fraudulent',
  status: 'lost' as const,
  isInquiry: false,
  respondBy: null,
  isWithdrawn: true,
  isReinstated: false,
  fee: null,
  at: null,
})

const renewCents = async (): Promise<number> =>
  (await service.send({ method: 'GET', url: '/api/pricing/tld?tld=com&op=renew' })).json.price_cents
const registerCents = async (): Promise<number> =>
  (await service.send({ method: 'GET', url: '/api/pricing/tld?tld=com' })).json.price_cents

describe('a renewal', () => {
  it('waits for its payment, is carried out once, and moves the expiry date', async () => {
    const { userId, renew, settled, domains, send } = await person(freshName())
    const [before] = await domains()
    const dry = await renew(2, { dry_run: true })
    expect(dry.checkout).toMatchObject({ checkout_url: null, price_cents: 2 * (await renewCents()) })
    const run = await renew(2)
    expect(run).toMatchObject({ succeeded: 0, failed: 1, checkout: { price_cents: dry.checkout.price_cents } })
    expect(run.results[0]).toMatchObject({ progress: 'awaiting_payment', error: { code: 'payment_required' } })
    expect(await countReceived(before.domain, 'renew')).toBe(0)
    const paid = await shop.payForm(run.checkout.checkout_url)
    expect([paid.status, paid.headers.location]).toEqual([
      303,
      expect.stringContaining(`/account/changes/${run.bulk_id}`),
    ])
    expect(await settled()).toMatchObject({ product: 'renewal', refunded_cents: 0, items: [{ progress: 'done' }] })
    expect(await countReceived(before.domain, 'renew')).toBe(1)
    const [after] = await domains()
    expect(new Date(after.expires_at).getTime()).toBeGreaterThan(
      new Date(before.expires_at).getTime() + 700 * 86_400_000,
    )
    expect((await send('GET', `/api/account/bulk-runs/${run.bulk_id}`)).json.results[0].progress).toBe('done')
    await shop.payForm(run.checkout.checkout_url)
    expect(await countReceived(before.domain, 'renew')).toBe(1)
    expect(await checkLedger(service.db)).toEqual([])
    expect(await listMail(userId)).toEqual([
      ['purchase_receipt', `Receipt for the renewal of ${before.domain}`],
      ['purchase_ended', `${before.domain} is renewed`],
    ])
  })

  it('of several domains is one checkout, and refunds only what the registry refuses', async () => {
    const { userId, renew, settled, names } = await person(
      freshName(),
      freshName('sim-refused'),
      freshName('sim-lost-answer'),
    )
    const run = await renew()
    expect(run.checkout.price_cents).toBe(3 * (await renewCents()))
    await shop.payForm(run.checkout.checkout_url)
    const purchase = await settled()
    expect(purchase.refunded_cents).toBe(await renewCents())
    for (const { domain, progress } of purchase.items)
      expect([domain, progress]).toEqual([domain, domain === names[1] ? 'failed' : 'done'])
    expect(await countReceived(names[2]!, 'renew')).toBe(1)
    expect(await listMail(userId)).toEqual([
      ['purchase_receipt', 'Receipt for the renewal of 3 domains'],
      ['purchase_ended', '2 of 3 domains are renewed'],
    ])
    expect(await checkLedger(service.db)).toEqual([])
    // The job may be running already.
    await until('the refund is sent', async () => {
      await service.background.runJobNow('checkout.send_refunds')
      const refund = await service.db.one<{ status: string; amountCents: number }>(
        sql`select status, amount_cents from buyer_refunds where subject = ${purchase.purchase_id}`,
      )
      expect(refund!.amountCents).toBe(await renewCents())
      return refund!.status === 'sent'
    })
    expect(await checkLedger(service.db)).toEqual([])
  })

  it.each([
    ['lost before', 0, false],
    ['lost in the same moment', 0, true],
    ['about a part of it, lost before', 500, false],
  ])('that fails is not refunded once more for a dispute %s', async (_, restCents, together) => {
    const { userId, renew, names, purchases } = await person(freshName('sim-busy'))
    await shop.payForm((await renew()).checkout.checkout_url)
    const path = await takeOver(names[0]!)
    const payment = await service.db.one<{ id: string; ref: string; amountCents: number }>(sql`
      select p.id, p.provider_ref as ref, p.amount_cents from payments p join domain_purchases u on u.payment_id = p.id where u.user_id = ${userId}`)
    const { id, ref, amountCents } = payment!
    const lose = () =>
      service.db.tx((tx) => service.deps.disputes.received(tx, 'sandbox', lost(ref, amountCents - restCents)))
    const fail = () => service.operator('POST', `${path}/fail`)
    if (!together) await lose()
    const [failed] = await Promise.all([fail(), ...(together ? [lose()] : [])])
    expect(failed.status).toBe(200)
    const read = () =>
      service.db.one<{ status: string }>(sql`
        select r.status, r.amount_cents + r.disputed_cents as owed_cents, d.reversed_cents, c.status as charge
        from buyer_refunds r join disputes d on d.payment_id = r.payment_id join sandbox_charges c on c.payment_id = r.payment_id
        where r.payment_id = ${id}`)
    const expected = { owedCents: amountCents, reversedCents: amountCents - restCents }
    if (restCents === 0) expect(await read()).toEqual({ ...expected, status: 'sent', charge: 'paid' })
    expect(await checkLedger(service.db)).toEqual([])
    await until('the rest is sent', async () => {
      await service.background.runJobNow('checkout.send_refunds')
      return (await read())?.status === 'sent'
    })
    expect(await read()).toEqual({ ...expected, status: 'sent', charge: restCents === 0 ? 'paid' : 'refunded' })
    expect((await purchases())[0]).toMatchObject({ status: 'settled', refunded_cents: amountCents })
    expect(await checkLedger(service.db)).toEqual([])
  })

  it('is not started by a declined card', async () => {
    const { userId, renew, purchases } = await person(freshName())
    const run = await renew()
    await shop.payForm(run.checkout.checkout_url, '4000000000000002')
    expect((await purchases())[0].status).toBe('open')
    expect(await listMail(userId)).toEqual([])
    await shop.payForm(run.checkout.checkout_url)
    expect((await purchases())[0].status).not.toBe('open')
  })
})

describe('a registration', () => {
  it('is paid at the price of the TLD, and the domain comes to the account, locked', async () => {
    const { register, settled, domains } = await person()
    const domain = freshName()
    const { status, json } = await register(domain, { nameservers: ['ns1.example.net', 'ns2.example.net'] })
    expect([status, json.price_cents]).toEqual([201, 2 * (await registerCents())])
    const page = (await shop.open(json.checkout_url)).text
    for (const text of [domain, 'Registration for 2 years', 'value="Ada Example"']) expect(page).toContain(text)
    await shop.payForm(json.checkout_url)
    expect(await settled()).toMatchObject({ product: 'registration', refunded_cents: 0 })
    await until('it is locked', async () => (await domains())[0]?.locked === true)
    expect((await domains())[0]).toMatchObject({ domain, nameservers: ['ns1.example.net', 'ns2.example.net'] })
    expect(await countReceived(domain, 'register')).toBe(1)
    const kept = await service.db.one<{ params: object }>(
      sql`select params from registry_commands where domain = ${domain} and kind = 'register'`,
    )
    expect(kept!.params).not.toHaveProperty('registrant')
    expect((await register(domain)).json.error.reason).toBe('domain_registered')
    expect(await checkLedger(service.db)).toEqual([])
  })

  it.each(['sim-lost-answer', 'sim-lost-request', 'sim-busy'])('happens once: %s', async (start) => {
    const { register, settled } = await person()
    const domain = freshName(start)
    await shop.payForm((await register(domain)).json.checkout_url)
    expect((await settled()).items[0].progress).toBe('done')
    expect(await countReceived(domain, 'register')).toBe(1)
  })

  it('of a name that someone else gets first is refunded in full', async () => {
    const [one, two] = [await person(), await person()]
    const domain = freshName()
    const [first, second] = [(await one.register(domain)).json, (await two.register(domain)).json]
    await shop.payForm(first.checkout_url)
    await one.settled()
    await shop.payForm(second.checkout_url)
    const purchase = await two.settled()
    expect(purchase).toMatchObject({ refunded_cents: purchase.total_cents, items: [{ progress: 'failed' }] })
    expect(await countReceived(domain, 'register')).toBe(1)
    expect(await two.domains()).toEqual([])
    expect((await listMail(two.userId)).at(-1)).toEqual(['purchase_ended', `${domain} could not be registered`])
    expect(await checkLedger(service.db)).toEqual([])
  })

  it('by two people who pay in the same moment happens for one of them', async () => {
    const people = [await person(), await person()]
    const domain = freshName()
    const urls = []
    for (const { register } of people) urls.push((await register(domain)).json.checkout_url as string)
    await Promise.all(urls.map((url) => shop.payForm(url)))
    await until('one of them has it', async () => {
      const owned = await Promise.all(people.map(async ({ domains }) => (await domains()).length))
      return owned[0] + owned[1] === 1
    })
    expect(await countReceived(domain, 'register')).toBe(1)
    await until('the other one is owed the money', async () => (await checkLedger(service.db)).length === 0)
    const refunds = await service.db.many(sql`
      select r.subject from buyer_refunds r join domain_purchases u on u.id = r.subject or r.payment_id like u.session_id || '%'
      join registry_commands c on c.purchase_id = u.id where c.domain = ${domain}`)
    expect(refunds).toHaveLength(1)
  })

  it.each([
    ['a domain for sale here', { list: true }, 409],
    ['a TLD that is not sold', { domain: 'name.aaa' }, 409],
    ['a term that the TLD does not have', { domain: freshName().replace('.com', '.ai'), years: 1 }, 400],
    ['one nameserver', { nameservers: ['ns1.example.net'] }, 400],
    ['a phone number without a dot', { registrant: { ...REGISTRANT, phone: '+15555550100' } }, 400],
    ['no registrant', { registrant: undefined }, 400],
    ['no domain', { domain: 'nothing' }, 400],
  ])(
    'refuses %s',
    async (_, { list, domain, ...more }: { list?: boolean; domain?: string; [field: string]: unknown }, status) => {
      const { register, purchases } = await person()
      const name = domain ?? freshName()
      if (list) await service.list('live', name)
      expect((await register(name, more)).status).toBe(status)
      expect(await purchases()).toEqual([])
    },
  )

  it('is not offered without a connector', async () => {
    const { live } = service.deps.registrars
    const { register, renew } = await person(freshName())
    service.deps.registrars.live = null
    try {
      expect((await register(freshName())).json.error.reason).toBe('registration_unavailable')
      expect(await renew()).toMatchObject({ checkout: null, results: [{ progress: 'failed' }] })
    } finally {
      service.deps.registrars.live = live
    }
  })
})

describe('the page of an available domain', () => {
  const form = (path: string, fields: object, headers: object) =>
    service.send({
      method: 'POST',
      url: path,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields }).toString(),
    })

  it('offers a registration, whose form leads to the checkout without JavaScript', async () => {
    const domain = `free-${randomUUID().slice(0, 13)}.com`
    const path = `/domains/${domain}/register`
    expect((await service.send({ method: 'GET', url: `/domains/${domain}?plain=1` })).text).toContain(`href="${path}"`)
    const away = await service.send({ method: 'GET', url: path })
    expect([away.status, away.headers.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`])
    const { headers } = await newPerson(service)
    expect((await service.send({ method: 'GET', url: path, headers })).text).toContain('Continue to payment')
    const refused = await form(path, { ...REGISTRANT, years: '1', phone: 'none' }, headers)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('value="Ada Example"')
    expect(refused.text).toContain('Phone: enter the country code and the number')
    const few = await form(path, { ...REGISTRANT, years: '1', nameservers: 'ns1.example.net' }, headers)
    expect(few.text).toContain('Nameservers: must have at least 2 entries')
    const sent = await form(path, { ...REGISTRANT, years: '1', phone: '+1 555-555 0100' }, headers)
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/^\/checkout\/cs_/)])
    expect((await shop.open(sent.headers.location!)).text).toContain('We register the domain')
  })

  it('says that tax comes on top of net prices, on the button and beside each term', async () => {
    const domain = `free-${randomUUID().slice(0, 13)}.com`
    const { headers } = await newPerson(service)
    const read = async (url: string) => (await service.send({ method: 'GET', url, headers })).text
    const rates = [{ country: 'DE', rate_bps: 1900, reverse_charge: false }]
    await service.operator('PUT', '/tax', { seller_country: 'DE', rates, prices: 'net' })
    try {
      expect(await read(`/domains/${domain}?plain=1`)).toMatch(/Register for(?:(?!<\/a>).)*plus tax/s)
      expect(await read(`/domains/${domain}/register`)).toMatch(/1 year: \$[\d.]+ plus tax/)
    } finally {
      await service.operator('PUT', '/tax', { seller_country: 'DE', rates: [], prices: 'gross' })
    }
    expect(await read(`/domains/${domain}/register`)).not.toContain('plus tax')
  })

  it('has no registration without a connector', async () => {
    const domain = `free-${randomUUID().slice(0, 13)}.com`
    const { live } = service.deps.registrars
    service.deps.registrars.live = null
    try {
      const page = await service.send({ method: 'GET', url: `/domains/${domain}?plain=1` })
      expect(page.text).toContain('Find a registrar')
      expect(page.text).not.toContain(`/domains/${domain}/register`)
      expect((await service.send({ method: 'GET', url: `/domains/${domain}/register` })).status).toBe(404)
    } finally {
      service.deps.registrars.live = live
    }
  })
})

describe('the books', () => {
  let purchaseId: string
  beforeAll(async () => {
    const { renew, settled } = await person(freshName(), freshName('sim-refused'))
    await shop.payForm((await renew()).checkout.checkout_url)
    purchaseId = (await settled()).purchase_id
  })
  const MUTANTS: [string, string, (tx: Tx) => Promise<unknown>][] = [
    [
      'deferred_is_total_of_paid_purchases',
      'a settled purchase is still deferred',
      (tx) => tx.run(sql`update domain_purchases set state = 'paid' where id = ${purchaseId}`),
    ],
    [
      'deferred_is_total_of_paid_purchases',
      'the journal of the end is missing',
      (tx) => tx.run(sql`delete from ledger_entries where journal = ${`${purchaseId}:settled`}`),
    ],
    [
      'registration_sales_are_what_the_registry_did',
      'a refused renewal counts as done',
      (tx) => tx.run(sql`update registry_commands set state = 'done' where purchase_id = ${purchaseId}`),
    ],
    [
      'purchases_refund_what_failed',
      'the refund is forgotten',
      (tx) => tx.run(sql`delete from buyer_refunds where subject = ${purchaseId}`),
    ],
    [
      'purchases_refund_what_failed',
      'an item is lost',
      (tx) => tx.run(sql`delete from registry_commands where purchase_id = ${purchaseId} and state = 'failed'`),
    ],
    [
      'purchases_have_their_documents',
      'the receipt is missing',
      (tx) => planted(sql`delete from documents where purchase_id = ${purchaseId} and kind = 'receipt'`)(tx),
    ],
    [
      'purchases_have_their_documents',
      'the credit note is missing',
      (tx) => planted(sql`delete from documents where purchase_id = ${purchaseId} and kind = 'credit_note'`)(tx),
    ],
  ]
  it.each(['receipt', 'credit_note'])('report that a %s differs from the ledger', async (kind) => {
    const bug = planted(sql`
      update documents set gross_cents = gross_cents + 1, net_cents = net_cents + 1
      where purchase_id = ${purchaseId} and kind = ${kind}`)
    expect([...(await findingsAfter(service, bug))]).toContain('documents_equal_the_ledger')
  })
  it('have a planted bug for every check', () => {
    expect(new Set(MUTANTS.map(([check]) => check))).toEqual(new Set(PURCHASE_CHECKS.map(({ name }) => name)))
  })
  it.each(MUTANTS)('%s reports that %s', async (check, _, bug) => {
    expect([...(await findingsAfter(service, bug))]).toContain(check)
  })
})

describe('the documents', () => {
  const FIELDS = { email: 'ada@example.com', country: 'DE' }
  const RATES = [{ country: 'DE', rate_bps: 1900, reverse_charge: false }]
  const setTax = (rates: object[], prices = 'gross') =>
    service.operator('PUT', '/tax', { seller_country: 'DE', rates, prices })
  const read = (send: Awaited<ReturnType<typeof person>>['send'], id: string) =>
    send('GET', `/api/account/documents/${id}`)
  beforeAll(() => setTax(RATES))
  afterAll(() => setTax([]))

  it('are an invoice with a line per domain, and a credit note for what the registry refused', async () => {
    const { userId, names, renew, settled, send } = await person(freshName(), freshName('sim-refused'), freshName())
    await shop.payForm((await renew()).checkout.checkout_url, undefined, FIELDS)
    const purchase = await settled()
    const [invoice, credit] = await Promise.all(
      purchase.documents.map(async ({ document_id: id }: { document_id: string }) => (await read(send, id)).json),
    )
    expect([invoice.kind, credit.kind, credit.corrects]).toEqual(['invoice', 'credit_note', invoice.number])
    expect(invoice).toMatchObject({ purchase_id: purchase.purchase_id, gross_cents: purchase.total_cents })
    expect(invoice.tax).toMatchObject({ country: 'DE', rate_bps: 1900 })
    const listed = invoice.lines.map(({ domain }: { domain: string }) => domain)
    expect([...listed].sort()).toEqual([...names].sort())
    expect(credit).toMatchObject({ gross_cents: purchase.refunded_cents, lines: [{ domain: names[1] }] })
    const refused = invoice.lines[listed.indexOf(names[1])]
    expect(credit.lines[0].amount_cents).toBe(refused.amount_cents)
    expect(await checkLedger(service.db)).toEqual([])
    const stranger = await person()
    expect((await read(stranger.send, invoice.document_id)).status).toBe(404)
    const exported = (await exportDomainPurchases(service.db, userId))[0]!
    expect(exported.documents.map(({ number }) => number).sort()).toEqual([credit.number, invoice.number].sort())
    const found = await service.operator('GET', `/documents?purchase_id=${purchase.purchase_id}`)
    expect(found.json.documents).toHaveLength(2)
  })

  it('of net prices add the tax, and give back the tax of what the registry refused', async () => {
    await setTax(RATES, 'net')
    const { renew, settled, send } = await person(freshName(), freshName('sim-refused'), freshName())
    const { checkout } = await renew()
    const tax = Math.round((checkout.price_cents * 19) / 100)
    await shop.payForm(checkout.checkout_url, undefined, { ...FIELDS, total: String(checkout.price_cents + tax) })
    const purchase = await settled()
    const each = checkout.price_cents / 3
    expect(purchase).toMatchObject({
      total_cents: checkout.price_cents,
      tax_cents: tax,
      refunded_cents: each + Math.round(tax / 3),
    })
    const [invoice, credit] = await Promise.all(
      purchase.documents.map(async ({ document_id: id }: { document_id: string }) => (await read(send, id)).json),
    )
    expect(invoice).toMatchObject({ net_cents: checkout.price_cents, gross_cents: checkout.price_cents + tax })
    expect(credit).toMatchObject({ net_cents: each, gross_cents: purchase.refunded_cents })
    expect(await checkLedger(service.db)).toEqual([])
    await setTax(RATES)
  })

  it('that another version left out are issued later', async () => {
    const { renew, settled } = await person(freshName(), freshName('sim-refused'))
    await shop.payForm((await renew()).checkout.checkout_url, undefined, FIELDS)
    const { purchase_id: id } = await settled()
    // The last ones of their series.
    await service.db.tx(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(sql`delete from ledger_entries where journal like ${`${id}:tax%`}`)
      await tx.run(sql`delete from ledger_journals where key like ${`${id}:tax%`}`)
      await tx.run(sql`delete from documents where purchase_id = ${id}`)
      await tx.run(sql`
        update document_counters set last = last - 1 where environment = 'live' and series in ('I', 'C')`)
    })
    await issueMissingDocuments(service.deps)
    const documents = await service.db.many<{ kind: string }>(
      sql`select kind from documents where purchase_id = ${id} order by id`,
    )
    expect(documents.map(({ kind }) => kind).sort()).toEqual(['credit_note', 'invoice'])
    expect(await checkLedger(service.db)).toEqual([])
  })
})
