// The buyer's order page and messages: secret, complete, and sent with each step of the order. Operators see and renew claims.
import { describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { buyDomain, deliver, freshEmail } from '../../../test/guest.ts'
import { startTestService } from '../../../test/harness.ts'
import { findLink, readMail } from '../../../test/mailbox.ts'
import { newAccount } from '../../../test/oauth.ts'
import { openShop } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { tokenHash } from '../../kernel/secret-box.ts'
import { giveDomains } from '../domains/index.ts'

const service = await startTestService()
const shop = openShop(service)
const open = (url: string) => service.send({ method: 'GET', url, headers: { accept: 'text/html' } })
const templates = async (email: string) => (await readMail(service, email)).map(({ template }) => template)
const orderPath = async (email: string) => (await findLink(service, email, '/orders/')).split('.')[0]!

async function buySandbox(email = freshEmail('sandbox')) {
  const partner = await service.partner()
  const { session_id, checkout_url } = await shop.session(partner)
  await shop.payForm(checkout_url, undefined, { email })
  const { order_public_id } = await shop.show(partner, session_id)
  return { partner, orderId: order_public_id as string, email, checkout_url }
}

describe('the order page', () => {
  it('is where a visitor of our own pages lands after paying: with number, amount, seller and the next step', async () => {
    const bought = await buyDomain(service)
    expect(bought.returnTo).toBe(`${await orderPath(bought.email)}?paid=1`)
    const page = await open(bought.returnTo)
    expect(page.status).toBe(200)
    for (const text of [
      `You bought ${bought.domain}`,
      bought.orderId,
      '$1,000.00',
      'Freehold',
      'Choose where you want to receive the domain.',
      'Send claim link again',
    ])
      expect(page.text).toContain(text)
    expect(page.text).not.toContain('Create an account')
  })

  it('is linked from the paid checkout of a partner, beside the way back to the shop', async () => {
    const { checkout_url, email, orderId } = await buySandbox()
    const page = await shop.open(checkout_url)
    for (const text of [orderId, '$1,000.00', `href="${await orderPath(email)}"`, 'Continue to Partner'])
      expect(page.text).toContain(text)
    // What happens next is said by the order page alone.
    expect(page.text).not.toContain('transferring')
  })

  it('follows the order to its delivery, and past a claim', async () => {
    const bought = await buyDomain(service)
    const path = await orderPath(bought.email)
    await service.operator('POST', `/orders/${bought.orderId}/start_transfer`, {
      note: 'secret note of an operator',
      without_choice: true,
    })
    const moving = await open(path)
    expect(moving.text).toContain('We are transferring the domain.')
    expect(moving.text).not.toContain('secret note')
    await service.operator('POST', `/orders/${bought.orderId}/complete_transfer`)
    expect((await open(path)).text).toContain('The domain has been delivered.')
    const browser = openBrowser(overInject(service))
    await browser.post(`${await findLink(service, bought.email, '/claim/')}/sign-up`, {
      password: 'correct horse battery',
    })
    const claimed = await open(path)
    expect(claimed.text).toContain('This purchase belongs to an account.')
    expect(claimed.text).not.toContain('Send claim link')
  })

  it('says to its owner that the purchase is in their account, until it is refunded', async () => {
    const browser = openBrowser(overInject(service))
    const account = await newAccount(service)
    await browser.signIn(account)
    const bought = await buyDomain(service, { email: account.email, browser })
    const path = await orderPath(bought.email)
    expect((await browser.open(path)).text).toContain('This purchase is in your account.')
    expect((await open(path)).text).toContain('Sign in to that account to manage the domain.')
    await service.operator('POST', `/orders/${bought.orderId}/refund`)
    expect((await browser.open(path)).text).not.toContain('Your account')
  })

  it('offers no claim for a refunded order', async () => {
    const bought = await buyDomain(service)
    await service.operator('POST', `/orders/${bought.orderId}/refund`)
    const page = await open(await orderPath(bought.email))
    expect(page.text).toContain('We are refunding your payment in full.')
    expect(page.text).not.toContain('Send claim link')
  })

  it('says of a refund after the delivery that the buyer keeps the domain', async () => {
    const bought = await buyDomain(service)
    for (const [action, body] of [['start_transfer', { without_choice: true }], ['complete_transfer']] as const)
      await service.operator('POST', `/orders/${bought.orderId}/${action}`, body)
    await service.operator('POST', `/orders/${bought.orderId}/refund_after_delivery`, { reason: 'secret reason' })
    const page = await open(await orderPath(bought.email))
    expect(page.text).toContain('We are refunding your payment in full. You keep the domain.')
    expect(page.text).not.toContain('secret reason')
  })

  it('says of a lost dispute before the delivery that the bank returned the payment', async () => {
    const bought = await buyDomain(service)
    const payment = await service.db.one<{ ref: string; cents: number; currency: string }>(sql`
      select p.provider_ref as ref, p.amount_cents as cents, p.currency from payments p
      join checkout_sessions s on s.id = p.session_id where s.order_id = ${bought.orderId}`)
    await service.db.tx((tx) =>
      service.deps.disputes.received(tx, 'sandbox', {
        kind: 'dispute',
        ref: `sbd_${bought.orderId}`,
        paymentRef: payment!.ref,
        amountCents: payment!.cents,
        currency: payment!.currency,
        reason: 'fraudulent',
        status: 'lost',
        isInquiry: false,
        respondBy: null,
        isWithdrawn: true,
        isReinstated: false,
        fee: null,
        at: null,
      }),
    )
    const page = await open(await orderPath(bought.email))
    expect(page.text).toContain('Your bank returned your payment')
    expect(page.text).not.toContain('We are refunding')
  })

  it('never shows the buyer’s address, is not cached, indexed or named to other sites, and needs no script', async () => {
    const bought = await buyDomain(service, { email: freshEmail('Ada.Lovelace') })
    const page = await open(await orderPath(bought.email.toLowerCase()))
    expect(page.text.toLowerCase()).not.toContain('lovelace')
    expect(page.text).toContain('a•••@m•••.example')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
    })
  })

  it('opens by its whole secret only; every other one is the same 404', async () => {
    const bought = await buyDomain(service)
    const secret = (await orderPath(bought.email)).slice('/orders/'.length)
    const other = await buyDomain(service)
    const otherSecret = (await orderPath(other.email)).slice('/orders/'.length)
    const wrong = [
      bought.orderId,
      bought.orderId.slice(4),
      secret.slice(0, -1),
      `${secret}x`,
      secret.slice(0, 26) + otherSecret.slice(26),
      `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      `${'0'.repeat(26)}${secret.slice(26)}`,
      'x',
      '%00',
    ]
    const texts = new Set<string>()
    for (const text of wrong) {
      const page = await open(`/orders/${text}`)
      expect([text, page.status]).toEqual([text, 404])
      texts.add(page.text)
    }
    expect(texts.size).toBe(1)
  })

  it('is there for a sandbox order, where nothing can be claimed', async () => {
    const { email, orderId } = await buySandbox()
    const path = await orderPath(email)
    const page = await open(path)
    for (const text of ['This is a test order.', orderId]) expect(page.text).toContain(text)
    expect(page.text).not.toContain('laim link')
    const { baseUrl } = service.deps.config
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl }
    const sent = await service.send({ method: 'POST', url: `${path}/claim-link`, headers: form, body: '' })
    expect(sent.status).toBe(409)
    expect((await service.operator('POST', `/orders/${orderId}/claim-link`)).status).toBe(409)
    expect(await templates(email)).toEqual(['receipt'])
  })

  it('sends the claim link three times an hour at most, and only to the buyer', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on' })
    const bought = await buyDomain(limited)
    const browser = openBrowser(overInject(limited))
    const path = (await findLink(limited, bought.email, '/orders/')).split('.')[0]!
    const statuses: number[] = []
    for (let time = 0; time < 4; time++)
      statuses.push((await browser.post(`${path}/claim-link`, { email: 'thief@mail.example' })).status)
    expect(statuses).toEqual([303, 303, 303, 429])
    const letters = await readMail(limited, bought.email)
    expect(letters.map(({ template }) => template)).toEqual(['receipt', 'claim', 'claim', 'claim'])
    expect(await readMail(limited, 'thief@mail.example')).toEqual([])
  })

  it('leaves no secret in the log', async () => {
    const bought = await buyDomain(service)
    const claim = await findLink(service, bought.email, '/claim/')
    await open(await orderPath(bought.email))
    await open(claim)
    const log = service.logged.join('')
    expect(log).toContain('/orders/:secret')
    for (const part of claim.slice('/claim/'.length).split('.')) expect(log).not.toContain(part)
  })

  it('leaves no secret in the log when the path is mistyped', async () => {
    const bought = await buyDomain(service)
    const secret = (await findLink(service, bought.email, '/claim/')).slice('/claim/'.length)
    const [order = '', token = ''] = secret.split('.')
    const old = [order.replace('fh_or_', ''), token.replace('fh_cl_', '')] as const
    const mistyped = [`/claims/${secret}`, `/order/${order}`, `/Orders/${order}`, `/claim/${secret}/x`, `/${secret}`]
    for (const path of [...mistyped, `/claims/${old.join('.')}`, `/order/${old[0]}`, `/claim%2F${secret}`])
      expect((await open(path)).status).toBe(404)
    const log = service.logged.join('')
    expect(log).toContain('/claims/fh_or_***.fh_cl_***')
    for (const part of old) expect(log).not.toContain(part)
  })

  it('is still opened, and claimed, by a link from before secrets had a prefix', async () => {
    const bought = await buyDomain(service)
    const path = await orderPath(bought.email)
    const old = path.replace('/orders/fh_or_', '/orders/')
    expect(old).not.toBe(path)
    expect((await open(old)).status).toBe(200)
    const token = '0123456789abcdef'.repeat(3)
    await service.db.run(sql`update purchases set claim_hash = ${tokenHash(token)} where order_id = ${bought.orderId}`)
    const claimed = await openBrowser(overInject(service)).post(
      `/claim/${old.slice('/orders/'.length)}.${token}/sign-up`,
      {
        password: 'a new and long password',
      },
    )
    expect(claimed.status).toBe(303)
    const row = await service.db.one<{ claimedAt: Date | null }>(
      sql`select claimed_at from purchases where order_id = ${bought.orderId}`,
    )
    expect(row!.claimedAt).not.toBeNull()
  })
})

describe('messages to the buyer', () => {
  it('are a receipt with the claim link, then one for each step, in the transaction of the step', async () => {
    const bought = await buyDomain(service)
    const move = (action: string) =>
      service.operator(
        'POST',
        `/orders/${bought.orderId}/${action}`,
        action === 'start_transfer' ? { without_choice: true } : {},
      )
    await move('start_transfer')
    await move('fail_transfer')
    expect((await move('complete_transfer')).status).toBe(409)
    await move('start_transfer')
    await move('complete_transfer')
    const letters = await readMail(service, bought.email)
    expect(letters.map(({ subject }) => subject)).toEqual([
      `Receipt for ${bought.domain}`,
      `The transfer has started: ${bought.domain}`,
      `The transfer failed: ${bought.domain}`,
      `The transfer has started: ${bought.domain}`,
      `Your domain has been delivered: ${bought.domain}`,
    ])
    for (const { text } of letters)
      for (const part of [bought.orderId, 'USD 1,000.00', bought.domain]) expect(text).toContain(part)
    expect(letters[0]?.links).toEqual([expect.stringMatching(/^\/claim\//), expect.stringMatching(/^\/orders\//)])
    for (const letter of letters) {
      const page = await openBrowser(overInject(service)).open(letter.links.at(-1)!)
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(bought.orderId)])
    }
    // Live messages are the buyer's: no partner can read the links in them.
    expect(new Set(letters.map(({ partnerId }) => partnerId))).toEqual(new Set([null]))
  })

  it.each(['refund', 'cancel'])('report a %s', async (action) => {
    const bought = await buyDomain(service)
    await service.operator('POST', `/orders/${bought.orderId}/${action}`)
    expect((await readMail(service, bought.email)).at(-1)?.subject).toBe(`Your order was refunded: ${bought.domain}`)
  })

  it('of a live sale of a partner go to the buyer; a sale that a partner collected sends none', async () => {
    const partner = await service.partner({ environment: 'live' })
    const email = freshEmail()
    const { checkout_url } = await shop.session(partner)
    await shop.payForm(checkout_url, undefined, { email })
    expect(await templates(email)).toEqual(['receipt'])
    const { domain } = await shop.freshName({}, 'live')
    const own = {
      domain,
      expected_price: 100_000,
      currency: 'USD',
      external_payment_ref: 'x',
      buyer: { email: freshEmail() },
    }
    const headers = { 'idempotency-key': 'own-sale' }
    const sold = await service.signed(partner, 'POST', '/api/partner/v1/orders', own, { headers })
    expect(sold.status).toBe(201)
    await deliver(service, sold.json.public_id)
    expect(await templates(own.buyer.email)).toEqual([])
  })

  it('of a sandbox order belong to its partner, and carry no claim link', async () => {
    const { partner, email, orderId } = await buySandbox()
    await service.signed(partner, 'POST', `/api/partner/v1/sandbox/orders/${orderId}/start_transfer`)
    const letters = await readMail(service, email)
    expect(letters.map(({ template }) => template)).toEqual(['receipt', 'order_progress'])
    for (const letter of letters) {
      expect([letter.partnerId, letter.environment]).toEqual([partner.partnerId, 'sandbox'])
      expect(letter.links).toEqual([await orderPath(email)])
      expect(letter.text).toContain('This is a test order.')
    }
  })

  it('are not written when the step fails', async () => {
    const bought = await buyDomain(service)
    expect((await service.operator('POST', `/orders/${bought.orderId}/complete_transfer`)).status).toBe(409)
    expect(await templates(bought.email)).toEqual(['receipt'])
  })
})

describe('operators', () => {
  const unclaimed = async (): Promise<Record<string, unknown>[]> => {
    const rows: Record<string, unknown>[] = []
    for (let cursor = ''; ; ) {
      const { json } = await service.operator('GET', `/unclaimed-purchases?limit=100${cursor}`)
      rows.push(...json.purchases)
      if (!json.has_more) return rows
      cursor = `&cursor=${json.next_cursor}`
    }
  }
  const isListed = async (domain: string) => (await unclaimed()).some((row) => row.domain === domain)

  it('see whose an order is, and send the claim link again', async () => {
    const bought = await buyDomain(service)
    const before = (await service.operator('GET', `/orders/${bought.orderId}`)).json
    expect(before.purchase).toEqual({ claim: 'link_sent', account_email: null, claimed_at: null })
    const old = await findLink(service, bought.email, '/claim/')
    const sent = await service.operator('POST', `/orders/${bought.orderId}/claim-link`)
    expect(sent.json).toMatchObject({ public_id: bought.orderId, buyer_email: bought.email, claim_url: null })
    expect(await templates(bought.email)).toEqual(['receipt', 'claim'])
    expect((await open(old)).status).toBe(410)
    const account = await newAccount(service)
    const browser = openBrowser(overInject(service))
    await browser.signIn(account)
    await browser.post(await findLink(service, bought.email, '/claim/'), {})
    const after = (await service.operator('GET', `/orders/${bought.orderId}`)).json
    expect(after.purchase).toMatchObject({ claim: 'claimed', account_email: account.email })
    expect((await service.operator('POST', `/orders/${bought.orderId}/claim-link`)).status).toBe(409)
    const partner = await service.partner({ environment: 'live' })
    expect((await service.signed(partner, 'GET', '/api/partner/v1/orders')).text).not.toContain('purchase')
  })

  it('list unclaimed purchases until they are claimed or refunded, page by page', async () => {
    const [open1, refunded, claimed] = [await buyDomain(service), await buyDomain(service), await buyDomain(service)]
    await service.operator('POST', `/orders/${refunded.orderId}/refund`)
    const row = (await unclaimed()).find(({ domain }) => domain === open1.domain)
    expect(row).toMatchObject({ public_id: open1.orderId, buyer_email: open1.email, status: 'PAID' })
    expect(await isListed(refunded.domain)).toBe(false)
    expect(await isListed(claimed.domain)).toBe(true)
    const browser = openBrowser(overInject(service))
    await browser.post(`${await findLink(service, claimed.email, '/claim/')}/sign-up`, {
      password: 'correct horse battery',
    })
    expect(await isListed(claimed.domain)).toBe(false)
    const { json } = await service.operator('GET', '/unclaimed-purchases?limit=1')
    expect([json.purchases.length, json.has_more]).toEqual([1, true])
  })

  it('see a delivered domain once, and one without an order', async () => {
    const bought = await buyDomain(service)
    await deliver(service, bought.orderId)
    const domain = `frozen-${process.pid}.com`
    const owner = { accountId: null, email: 'old@mail.example' }
    await service.db.tx((tx) => giveDomains(tx, owner, [domain], service.clock.now()))
    const rows = await unclaimed()
    expect(rows.filter((row) => row.domain === bought.domain)).toHaveLength(1)
    expect(rows.find((row) => row.domain === domain)).toMatchObject({
      public_id: null,
      status: null,
      buyer_email: 'old@mail.example',
    })
  })

  it('are shown the claim link where the service sends no mail', async () => {
    const quiet = await startTestService({ MAIL: 'off' })
    const bought = await buyDomain(quiet)
    const { json } = await quiet.operator('POST', `/orders/${bought.orderId}/claim-link`)
    expect(json.claim_url).toMatch(/^http:\/\/localhost:8080\/claim\//)
    const browser = openBrowser(overInject(quiet))
    const page = await browser.open(new URL(json.claim_url).pathname)
    expect(page.status).toBe(200)
    // The buyer's page sends no link either.
    const order = await browser.open(bought.returnTo)
    expect(order.text).toContain('This service sends no email.')
    for (const hidden of ['sent a receipt', 'Send claim link']) expect(order.text).not.toContain(hidden)
    const path = bought.returnTo.split('?')[0]!
    expect((await browser.post(`${path}/claim-link`, {})).status).toBe(409)
  })
})

it('an order from a process of the release before is delivered to nobody but its buyer', async () => {
  const bought = await buyDomain(service)
  await service.db.run(sql`delete from purchases where order_id = ${bought.orderId}`)
  await deliver(service, bought.orderId)
  const row = await service.db.one(sql`select owner_id, owner_email from owned_domains where domain = ${bought.domain}`)
  expect(row).toEqual({ ownerId: null, ownerEmail: bought.email })
  expect((await service.operator('POST', `/orders/${bought.orderId}/claim-link`)).status).toBe(200)
})
