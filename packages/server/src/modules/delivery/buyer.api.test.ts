// The buyer's choice on the order page: an account or an auth code, by plain forms.
import { describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { buyDomain } from '../../../test/guest.ts'
import { startTestService } from '../../../test/harness.ts'
import { findLink } from '../../../test/mailbox.ts'
import { newPerson } from '../../../test/person.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import { forgetBuyers } from './store/deliveries.ts'

const service = await startTestService({ DELIVERY: 'simulated' }, { background: true })

async function buy() {
  const bought = await buyDomain(service)
  const path = (await findLink(service, bought.email, '/orders/')).split('.')[0]!
  const browser = openBrowser(overInject(service))
  return { ...bought, path, browser }
}
const transfer = async (id: string) => (await service.operator('GET', `/orders/${id}`)).json.transfer
const reachStatus = (id: string, status: string) =>
  until(`the order is ${status}`, async () => (await service.operator('GET', `/orders/${id}`)).json.status === status)

const listToStart = async (): Promise<string[]> =>
  (await service.operator('GET', '/queue/transfers_to_start')).json.items.map(({ id }: { id: string }) => id)

/** "View all" of the queue's group leads here. */
const listWaiting = async (): Promise<string[]> =>
  (await service.operator('GET', '/orders?queue=transfers_to_start&limit=100')).json.orders.map(
    ({ public_id: id }: { public_id: string }) => id,
  )

describe('the order page', () => {
  it('asks where the domain goes, and the domain is pushed there', async () => {
    const { path, browser, orderId } = await buy()
    expect((await browser.open(path)).text).toContain('Receive domain in this account')
    expect(await listToStart(), 'nobody can start it yet').not.toContain(orderId)
    expect(await listWaiting()).not.toContain(orderId)
    expect((await transfer(orderId)).next_step).toEqual({
      who: 'buyer',
      what: 'Choose on the order page where to receive the domain.',
    })
    const chosen = await browser.post(`${path}/delivery`, { method: 'push', registrar: '146', account: 'BUYER-7' })
    expect(chosen.status).toBe(303)
    expect((await browser.open(`${path}?chosen=1`)).text).toContain('We saved where you want to receive the domain.')
    await reachStatus(orderId, 'TRANSFER_COMPLETED')
    expect(await transfer(orderId)).toMatchObject({ method: 'push', registrar: 146, account: 'BUYER-7' })
    const late = await browser.post(`${path}/delivery`, { method: 'auth_code' })
    expect(late.status).toBe(409)
  })

  it.each([
    ['no choice', {}],
    ['an unknown registrar', { method: 'push', registrar: '9', account: 'A' }],
    ['an account with spaces', { method: 'push', registrar: '146', account: 'a b' }],
    ['no account', { method: 'push', registrar: '146', account: '' }],
  ])('rejects %s and changes nothing', async (_, form: Record<string, string>) => {
    const { path, browser, orderId } = await buy()
    expect((await browser.post(`${path}/delivery`, form)).status).toBe(400)
    expect((await transfer(orderId)).method).toBeNull()
  })

  it('asks again when the registrar refuses the account, which stays out of the timeline', async () => {
    const { path, browser, orderId } = await buy()
    await browser.post(`${path}/delivery`, { method: 'push', registrar: '146', account: 'sim-refused' })
    await until('the transfer failed', async () => (await transfer(orderId)).state === 'failed')
    expect((await browser.open(path)).text).toContain('There is no account sim-refused')
    const { timeline } = (await service.operator('GET', `/orders/${orderId}`)).json
    expect(JSON.stringify(timeline)).not.toContain('sim-refused')
    await service.db.tx((tx) => forgetBuyers(tx, [orderId]))
    const kept = await service.operator('GET', `/orders/${orderId}/delivery`)
    expect(kept.text).not.toContain('sim-refused')
  })

  it('keeps what the buyer entered when the form is rejected', async () => {
    const { path, browser } = await buy()
    const { text } = await browser.post(`${path}/delivery`, { method: 'push', registrar: '146', account: 'a b' })
    expect(text).toContain('<title>Problem: Order for')
    expect(text).toMatch(/<option value="146" selected=""/)
    expect(text).toContain('value="a b"')
  })

  it('shows the auth code on request, and records who saw it without the code', async () => {
    const { path, browser, orderId } = await buy()
    await browser.post(`${path}/delivery`, { method: 'auth_code' })
    const readDelivery = async () => (await service.operator('GET', `/orders/${orderId}/delivery`)).json
    await until('the code is ready', async () => (await readDelivery()).auth_code_expires_at !== null)
    expect((await transfer(orderId)).auth_code_available, 'the partner of the sale has no code').toBe(false)
    const { userId, headers } = await newPerson(service)
    await service.db.run(sql`
      update purchases set account_id = ${userId}, claimed_at = now(), claim_hash = null, claim_expires_at = null
      where order_id = ${orderId}`)
    const own = await service.send({ method: 'GET', url: `/api/account/orders/${orderId}`, headers })
    expect(own.json.transfer.auth_code_available, 'the buyer has').toBe(true)
    const before = await browser.open(path)
    expect(before.text).toContain('Show auth code')
    expect(before.text).not.toContain('We are transferring the domain.')
    const shown = await browser.post(`${path}/auth-code`, {})
    const [, code = ''] = /<code class="mono">([^<]+)<\/code>/.exec(shown.text) ?? []
    expect(code).toHaveLength(24)
    expect(before.text).not.toContain(code)
    expect(shown.headers['cache-control']).toContain('no-store')
    const rows = await service.db.many<{ actor: string; input: object }>(sql`
      select actor, input from audit_log where route = 'delivery.reveal_auth_code'`)
    expect(rows).toEqual([{ actor: 'buyer', input: { public_id: orderId } }])
    expect(service.logged.join('\n')).not.toContain(code)
  })
})
