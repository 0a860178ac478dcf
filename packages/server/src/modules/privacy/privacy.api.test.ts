// A person's data: the download has everything, deletion removes it, and neither reaches what is not theirs.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject, type Transport } from '../../../test/browser.ts'
import { computeCode } from '../../../test/factors.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { readInvitationPath } from '../../../test/invitations.ts'
import { readLink, readMail } from '../../../test/mailbox.ts'
import { type Account, newAccount, newApplication } from '../../../test/oauth.ts'
import { newOperator, readMailedSecret } from '../../../test/operators.ts'
import { join, newPerson } from '../../../test/person.ts'
import { createSales } from '../../../test/sales.ts'
import { createSelling } from '../../../test/selling.ts'
import { sql } from '../../db/sql.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../kernel/limits.ts'
import { createUser, hashPassword } from '../accounts/index.ts'
import { giveDomains } from '../domains/index.ts'

let service: TestService
let transport: Transport
beforeAll(async () => {
  service = await startTestService()
  transport = overInject(service)
})

async function signedIn(account: Account) {
  const browser = openBrowser(transport)
  await browser.signIn(account)
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
  async function call(method: string, url: string, body?: object): Promise<{ status: number; json: any }> {
    const { status, text } = await browser.request({
      method,
      url,
      headers: { origin: transport.baseUrl, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status, json: JSON.parse(text) }
  }
  return { ...browser, call }
}

/** A paid order of a buyer, as the hosted checkout leaves it. */
async function buyAs(email: string, status: string): Promise<string> {
  const orderId = await createSales(service).sell(await service.partner())
  await service.db.run(sql`
    update orders set buyer = json_build_object('email', ${email}::text, 'name', 'Ada', 'country', 'DE'), environment = 'live',
      payment_model = 'service_collected', status = ${status}
    where id = ${orderId}`)
  // As a confirmation of the address attaches it; a stranger's address is not confirmed.
  await service.db.run(sql`
    insert into purchases (order_id, buyer_email, account_id, claimed_at)
    select ${orderId}, ${email}, u.id, case when u.id is not null then now() end
    from (select 1) one left join users u on u.email = ${email} and u.email_confirmed_at is not null`)
  return orderId
}

const countUsers = async (userId: string) =>
  (await service.db.one<{ n: number }>(sql`select count(*)::int as n from users where id = ${userId}`))!.n

describe('the download', () => {
  it('has the account, sessions, applications, partners, purchases and messages', async () => {
    const account = await newAccount(service)
    await newApplication(transport).then((application) => application.obtainTokens(account))
    const { call, post } = await signedIn(account)
    await post('/forgot-password', { email: account.email })
    await call('POST', '/api/portal/v1/partners', { name: 'Export shop' })
    const orderId = await buyAs(account.email, 'TRANSFER_COMPLETED')
    const { status, json } = await call('GET', '/api/account/export')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      account: { email: account.email },
      applications: [{ name: 'Price watcher' }],
      partners: [{ name: 'Export shop', role: 'owner' }],
      purchases: [{ public_id: orderId }],
    })
    expect(json.sessions.length).toBeGreaterThan(0)
    expect(json.messages.map(({ template }: { template: string }) => template)).toContain('reset_password')
    expect(json.auditLog.map(({ route }: { route: string }) => route)).toContain('accounts.sign_in')
    const text = JSON.stringify(json)
    for (const secret of ['argon2', 'fh_ln_', 'token_hash', 'tokenHash']) expect(text).not.toContain(secret)
  })

  it('has what a seller stored and earned, and the documents of purchases', async () => {
    await service.house()
    const [seller, buyer] = [await newPerson(service), await newPerson(service)]
    const selling = createSelling(service)
    const domain = await selling.list(seller)
    const withdrawn = await selling.list(seller)
    const { listings } = (await selling.call(seller, 'GET', '/listings')).json
    const { listing_id } = listings.find((one: { domain: string }) => one.domain === withdrawn)
    expect((await selling.call(seller, 'DELETE', `/listings/${listing_id}`)).status).toBeLessThan(300)
    await selling.setBank(seller)
    const orderId = await selling.sellAtCheckout(domain)
    await service.db.run(
      sql`update purchases set account_id = ${buyer.userId}, claimed_at = now(), claim_hash = null, claim_expires_at = null where order_id = ${orderId}`,
    )
    const download = async (person: Account) => (await (await signedIn(person)).call('GET', '/api/account/export')).json
    const { selling: sold } = await download(seller)
    expect(sold).toMatchObject({
      seller: { destination: { kind: 'manual', bankReference: 'DE89 3704 0044 0532 0130 00' } },
      sales: [{ orderId }],
    })
    expect(sold.listings.map((one: { domain: string; status: string }) => [one.domain, one.status]).sort()).toEqual(
      [
        [domain, 'sold'],
        [withdrawn, 'withdrawn'],
      ].sort(),
    )
    const { purchases } = await download(buyer)
    expect(purchases).toMatchObject([
      { public_id: orderId, documents: [{ kind: 'receipt', gross_cents: 100_000, lines: [{}] }] },
    ])
  })

  it('has second factors, operator tokens, single sign-on and invitations, without their secrets', async () => {
    const operator = await newOperator(service, 'admin')
    const made = await operator.call('POST', '/operator-tokens', { name: 'nightly report', role: 'viewer' })
    const { call } = await signedIn(operator)
    const { secret } = (await call('POST', '/api/account/totp')).json
    const confirmed = await call('POST', '/api/account/totp/confirm', {
      code: computeCode(secret, service.clock.now()),
    })
    expect(confirmed.status).toBe(200)
    await service.db.run(sql`
      insert into operator_identities (issuer, subject, user_id, created_at)
      values ('https://id.example', ${`subject-of-${operator.userId}`}, ${operator.userId}, now())`)
    const inviting = await newPerson(service)
    await inviting.call('POST', '/partners', { name: 'Inviting shop' })
    await inviting.call('POST', '/members', { email: operator.email, role: 'member' })
    const { json } = await call('GET', '/api/account/export')
    expect(json).toMatchObject({
      secondFactors: { totpEnabledAt: expect.any(String), passkeys: [], recoveryCodesLeft: 10 },
      operatorTokens: [{ name: 'nightly report', role: 'viewer' }],
      singleSignOn: [{ issuer: 'https://id.example' }],
      invitations: [{ role: 'member' }],
    })
    const text = JSON.stringify(json)
    for (const hidden of [secret, made.json.token, ...confirmed.json.recovery_codes]) expect(text).not.toContain(hidden)
  })

  it('of an unconfirmed account has nothing that is filed under its address', async () => {
    const buyer = `guest-${process.pid}@mail.example`
    await buyAs(buyer, 'TRANSFER_COMPLETED')
    const stranger = { email: buyer, password: 'the password of a stranger' }
    await openBrowser(transport).post('/sign-up', stranger)
    const { json } = await (await signedIn(stranger)).call('GET', '/api/account/export')
    expect([json.purchases, json.domains, json.messages, json.brokerageCases]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the deletion of an account', () => {
  it('removes the person, and keeps orders under a pseudonym', async () => {
    const person = await newPerson(service)
    const orderId = await buyAs(person.email, 'TRANSFER_COMPLETED')
    const { call } = await signedIn(person)
    expect((await call('DELETE', '/api/account', { password: 'not the right one' })).status).toBe(400)
    expect((await call('DELETE', '/api/account', { password: person.password })).status).toBe(200)
    expect(await countUsers(person.userId)).toBe(0)
    expect((await call('GET', '/api/account')).status).toBe(401)
    const { email, password } = person
    expect((await openBrowser(transport).post('/sign-in', { email, password })).status).toBe(401)
    const order = await service.db.one(
      sql`select buyer, sale_price_cents > 0 as paid from orders where id = ${orderId}`,
    )
    expect(order).toEqual({
      buyer: { email: expect.stringMatching(/^[0-9a-f]{24}@deleted\.invalid$/), name: null, country: 'DE' },
      paid: true,
    })
    expect((await readMail(service, person.email)).map(({ template }) => template)).toEqual(['account_deleted'])
    // Someone who signs up with the address later finds nothing.
    await service.db.tx(async (tx) => {
      const passwordHash = await hashPassword(person.password)
      const again = { email: person.email, passwordHash, operatorRole: null, isConfirmed: true }
      await createUser(tx, again, service.clock.now())
    })
    expect((await (await signedIn(person)).call('GET', '/api/account/orders')).json.orders).toEqual([])
  })

  it('of an unconfirmed account leaves the purchases of the real owner alone', async () => {
    const buyer = `real-${process.pid}@mail.example`
    const orderId = await buyAs(buyer, 'TRANSFER_COMPLETED')
    const stranger = { email: buyer, password: 'the password of a stranger' }
    await openBrowser(transport).post('/sign-up', stranger)
    const { call } = await signedIn(stranger)
    expect((await call('DELETE', '/api/account', { password: stranger.password })).status).toBe(200)
    const order = await service.db.one<{ buyer: object }>(sql`select buyer from orders where id = ${orderId}`)
    expect(order!.buyer).toMatchObject({ email: buyer, name: 'Ada' })
  })

  it('of an unconfirmed account leaves the invitations of the real owner of the address alone', async () => {
    const admin = await newOperator(service, 'admin')
    const email = `invited-real-${process.pid}@mail.example`
    await admin.call('POST', '/operators', { email, role: 'viewer' })
    const team = await newPerson(service)
    await team.call('POST', '/partners', { name: 'Inviting shop' })
    await team.call('POST', '/members', { email, role: 'member' })
    const stranger = { email, password: 'the password of a stranger' }
    await openBrowser(transport).post('/sign-up', stranger)
    expect(
      (await (await signedIn(stranger)).call('DELETE', '/api/account', { password: stranger.password })).status,
    ).toBe(200)
    const transportOf = openBrowser(transport)
    expect((await transportOf.open(await readInvitationPath(service, email))).status).toBe(200)
    const operatorLink = await readMailedSecret(service, email, 'operator_invitation')
    expect((await transportOf.open(`/operator-invitations/${operatorLink}`)).status).toBe(200)
  })

  it('of a person takes the invitations along that they sent and got', async () => {
    const [owner, other] = [await newPerson(service), await newPerson(service)]
    const { partner } = (await owner.call('POST', '/partners', { name: 'Left shop' })).json
    await join(service, partner.partner_id, other.userId)
    const email = `never-${process.pid}@mail.example`
    await owner.call('POST', '/members', { email, role: 'member' })
    const path = await readInvitationPath(service, email)
    expect((await (await signedIn(owner)).call('DELETE', '/api/account', { password: owner.password })).status).toBe(
      200,
    )
    expect((await openBrowser(transport).open(path)).status).toBe(404)
    const left = await service.db.many(sql`
      select id from partner_invitations where invited_by = ${owner.userId} or email = ${owner.email}`)
    expect(left).toEqual([])
  })

  it('of an account without a password needs a recent sign-in instead', async () => {
    const person = await newPerson(service)
    const { call } = await signedIn(person)
    expect((await call('DELETE', '/api/account', {})).json.error.details).toEqual([
      { field: 'password', message: 'is required' },
    ])
    await service.db.run(sql`update users set password_hash = null where id = ${person.userId}`)
    expect((await call('GET', '/api/account')).json.has_password).toBe(false)
    service.clock.advance(RECENT_SIGN_IN_SECONDS)
    const late = await call('DELETE', '/api/account', {})
    expect([late.status, late.json.error.code]).toEqual([401, 'reauthentication_required'])
    await service.db.run(
      sql`update sessions set authenticated_at = ${service.clock.now()} where user_id = ${person.userId}`,
    )
    expect((await call('DELETE', '/api/account', {})).status).toBe(200)
    expect(await countUsers(person.userId)).toBe(0)
  })

  it('of a squatter’s account fails when its owner takes it back at the same moment', async () => {
    for (let i = 0; i < 6; i++) {
      const email = `race-${process.pid}-${i}@mail.example`
      const orderId = await buyAs(email, 'TRANSFER_COMPLETED')
      const stranger = { email, password: 'the password of a stranger' }
      await openBrowser(transport).post('/sign-up', stranger)
      const { call } = await signedIn(stranger)
      const link = await readLink(service, email, 'confirm_address')
      const owner = { email, new_password: 'the password of the owner' }
      const [deletion, confirmation] = await Promise.all([
        call('DELETE', '/api/account', { password: stranger.password }),
        openBrowser(transport).post(link, { how: 'new_password', new_password: owner.new_password }),
      ])
      const isConfirmed = confirmation.status === 303
      expect(deletion.status === 200).toBe(!isConfirmed)
      const purchase = await service.db.one<{ accountId: string | null; claimedAt: Date | null }>(sql`
        select account_id, claimed_at from purchases where order_id = ${orderId}`)
      expect(purchase!.claimedAt === null).toBe(purchase!.accountId === null)
    }
  })

  it('and the download reach what is filed under an address that the person had before', async () => {
    const account = await newAccount(service)
    const { call, post } = await signedIn(account)
    const to = `later-${account.email}`
    await call('POST', '/api/account/email', { new_email: to, current_password: account.password })
    await post(await readLink(service, account.email, 'change_address'), {})
    await post(await readLink(service, to, 'use_address'), {})
    const { json } = await call('GET', '/api/account/export')
    expect(json.formerAddresses).toMatchObject([{ email: account.email }])
    const listed = (rows: { template?: string; route?: string }[]) =>
      rows.map(({ template, route }) => template ?? route)
    expect(listed(json.messages)).toContain('change_address')
    expect(listed(json.auditLog)).toContain('accounts.request_address_change')
    expect((await call('DELETE', '/api/account', { password: account.password })).status).toBe(200)
    expect(await readMail(service, account.email)).toEqual([])
    expect((await readMail(service, to)).map(({ template }) => template)).toEqual(['account_deleted'])
  })

  it('after leaving a partner leaves no contact address behind', async () => {
    const [owner, other] = [await newPerson(service), await newPerson(service)]
    const { partner } = (await owner.call('POST', '/partners', { name: 'Left early' })).json
    await join(service, partner.partner_id, other.userId)
    expect((await owner.call('DELETE', `/members/${owner.userId}`)).status).toBe(200)
    const row = await service.db.one(sql`select email from partners where id = ${partner.partner_id}`)
    expect(row).toEqual({ email: other.email })
  })

  it('waits while the person is the last owner of a partner', async () => {
    const [person, other] = [await newPerson(service), await newPerson(service)]
    const { call } = await signedIn(person)
    const { partner } = (await call('POST', '/api/portal/v1/partners', { name: 'Shop' })).json
    const refused = await call('DELETE', '/api/account', { password: person.password })
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'last_owner'])
    expect(await countUsers(person.userId)).toBe(1)
    await join(service, partner.partner_id, other.userId)
    expect((await call('DELETE', '/api/account', { password: person.password })).status).toBe(200)
    const row = await service.db.one(sql`select email from partners where id = ${partner.partner_id}`)
    expect(row).toEqual({ email: other.email })
  })

  it('waits while the person owns domains or waits for one', async () => {
    const account = await newAccount(service)
    const { call } = await signedIn(account)
    const orderId = await buyAs(account.email, 'TRANSFER_IN_PROGRESS')
    const waiting = await call('DELETE', '/api/account', { password: account.password })
    expect([waiting.status, waiting.json.error.reason]).toEqual([409, 'owns_domains'])
    await service.db.run(sql`update orders set status = 'REFUNDED' where id = ${orderId}`)
    const user = await service.db.one<{ id: string }>(sql`select id from users where email = ${account.email}`)
    const owner = { accountId: user!.id, email: null }
    await service.db.tx((tx) => giveDomains(tx, owner, [`kept-${process.pid}.com`], service.clock.now()))
    const owning = await call('DELETE', '/api/account', { password: account.password })
    expect([owning.status, owning.json.error.reason]).toEqual([409, 'owns_domains'])
  })

  it('is not possible for the last admin', async () => {
    await service.db.run(sql`update users set operator_role = 'viewer' where operator_role = 'admin'`)
    const account = { email: `last-${process.pid}@mail.example`, password: 'operator password' }
    const passwordHash = await hashPassword(account.password)
    const operator = { email: account.email, passwordHash, operatorRole: 'admin' as const, isConfirmed: true }
    await service.db.tx((tx) => createUser(tx, operator, service.clock.now()))
    const { call } = await signedIn(account)
    const refused = await call('DELETE', '/api/account', { password: account.password })
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'last_admin'])
    const second = { ...operator, email: `second-${process.pid}@mail.example` }
    await service.db.tx((tx) => createUser(tx, second, service.clock.now()))
    expect((await call('DELETE', '/api/account', { password: account.password })).status).toBe(200)
  })
})
