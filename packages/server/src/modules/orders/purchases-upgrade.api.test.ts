// A database from before purchases had accounts: what an account owned by its unproven address is frozen until the buyer proves it.
import { expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { buyDomain, deliver } from '../../../test/guest.ts'
import { startTestService } from '../../../test/harness.ts'
import { findLink } from '../../../test/mailbox.ts'
import { newAccount } from '../../../test/oauth.ts'
import { openShop } from '../../../test/shop.ts'
import { loadMigrations } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import { attachPurchases } from './index.ts'

const BEFORE = `
  drop table purchases;
  drop index owned_domains_by_account;
  alter table owned_domains drop constraint owned_domains_one_owner, drop column owner_id, alter column owner_email set not null`

it('freezes domains of unconfirmed addresses, keeps those of confirmed ones, and lists the rest for operators', async () => {
  const service = await startTestService()
  const unconfirmed = await newAccount(service, { isConfirmed: false })
  const operator = await newAccount(service)
  const frozen = await buyDomain(service, { email: unconfirmed.email })
  const kept = await buyDomain(service, { email: operator.email.toUpperCase() })
  const guest = await buyDomain(service)
  for (const { orderId } of [frozen, kept, guest]) await deliver(service, orderId)
  const open = await buyDomain(service, { email: unconfirmed.email })
  const shop = openShop(service)
  const sandbox = await shop.session(await service.partner())
  await shop.payForm(sandbox.checkout_url, undefined, { email: operator.email })

  const migration = loadMigrations().find(({ name }) => name === 'purchases')
  await service.db.session((session) => session.script(BEFORE))
  await service.db.session((session) => session.script(migration!.text))

  const owners = await service.db.many<{ domain: string; ownerId: string | null; ownerEmail: string | null }>(sql`
    select domain, owner_id, owner_email from owned_domains`)
  const byDomain = Object.fromEntries(owners.map(({ domain, ...owner }) => [domain, owner]))
  expect(byDomain).toEqual({
    [frozen.domain]: { ownerId: null, ownerEmail: unconfirmed.email },
    [kept.domain]: { ownerId: operator.userId, ownerEmail: null },
    [guest.domain]: { ownerId: null, ownerEmail: guest.email },
  })
  const purchases = await service.db.many(sql`
    select o.domain, p.account_id, p.claimed_at is not null as is_claimed from purchases p join orders o on o.id = p.order_id`)
  const isOpen = { accountId: null, isClaimed: false }
  expect(purchases).toHaveLength(5)
  expect(purchases).toEqual(
    expect.arrayContaining([
      { domain: frozen.domain, ...isOpen },
      { domain: open.domain, ...isOpen },
      { domain: guest.domain, ...isOpen },
      { domain: sandbox.domain, ...isOpen },
      { domain: kept.domain, accountId: operator.userId, isClaimed: true },
    ]),
  )
  const { json } = await service.operator('GET', '/unclaimed-purchases')
  expect(json.purchases.map(({ domain }: { domain: string }) => domain).sort()).toEqual(
    [frozen.domain, open.domain, guest.domain].sort(),
  )

  // The account confirms its address and gets both; the guest gets a claim link from the operator.
  const now = service.clock.now()
  await service.db.run(sql`update users set email_confirmed_at = ${now} where id = ${unconfirmed.userId}`)
  await service.db.tx((tx) => attachPurchases(tx, { id: unconfirmed.userId, email: unconfirmed.email }, now))
  const owner = openBrowser(overInject(service))
  await owner.signIn(unconfirmed)
  const read = async (url: string) => JSON.parse((await owner.request({ method: 'GET', url })).text)
  expect((await read('/api/domains')).domains).toMatchObject([{ domain: frozen.domain }])
  expect((await read('/api/account/orders')).orders).toHaveLength(2)
  expect((await service.operator('POST', `/orders/${guest.orderId}/claim-link`)).status).toBe(200)
  const path = await findLink(service, guest.email, '/claim/')
  const claimed = await openBrowser(overInject(service)).post(`${path}/sign-up`, { password: 'correct horse battery' })
  expect(claimed.status).toBe(303)
})
