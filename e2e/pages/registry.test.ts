// Changes of people's domains at the registry, in a real browser: operators help where the service cannot continue.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sql } from '../../packages/server/src/db/sql.ts'
import { type Id, newId } from '../../packages/server/src/kernel/ids.ts'
import { giveDomains } from '../../packages/server/src/modules/domains/index.ts'
import { insertCommands } from '../../packages/server/src/modules/registrations/store/commands.ts'
import { newAccount } from '../../packages/server/test/oauth.ts'
import { PHONE, signIn } from './browser.ts'
import { OPERATOR, useOperatorPlace } from './operator-place.ts'
import { arrive } from './visit-as.ts'

const place = useOperatorPlace({ DELIVERY: 'simulated' }, { background: true })

/** A change that waits for an operator, of a domain that the simulated registrar has. */
async function makeStuck(): Promise<{ id: string; domain: string }> {
  const { service } = place
  const { email } = await newAccount(service)
  const owner = await service.db.one<{ id: Id<'user'> }>(sql`select id from users where email = ${email}`)
  const now = service.clock.now()
  const domain = `stuck-${randomUUID().slice(0, 8)}.com`
  const id = newId('registryCommand', now)
  const command = { id, ownerId: owner!.id, domain, kind: 'set_lock', params: { locked: false } } as const
  await service.db.tx(async (tx) => {
    await giveDomains(tx, { accountId: owner!.id, email: null }, [domain], now)
    const rest = { state: 'needs_operator', bulkId: null, purchaseId: null, priceCents: null } as const
    await insertCommands(tx, [{ ...command, ...rest }], now)
  })
  return { id, domain }
}

async function act(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

it('operators find a stuck command in the queue, and retry it', async () => {
  await place.service.house()
  const { domain } = await makeStuck()
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
  await signIn(page, OPERATOR)
  await arrive(page, '/console')
  await page.getByRole('heading', { name: 'Registry commands' }).waitFor()
  await page.getByRole('link', { name: domain }).first().click()
  await page.getByRole('heading', { level: 1, name: domain }).waitFor()
  await page.getByText('Nothing was sent to the registry yet.').waitFor()
  await act(page, 'Retry command')
  await page.getByText('Command queued.').waitFor()
  await expect
    .poll(
      async () => {
        await arrive(page, page.url())
        return page.getByText('Set the transfer lock: Done').count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await page.getByRole('link', { name: 'All commands of this domain' }).click()
  await page.getByRole('row', { name: new RegExp(domain) }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('registry-commands.csv')
  expect(problems).toEqual([])
})

it('operators end a command on a phone, and the list shows that it failed', async () => {
  await place.service.house()
  const { id, domain } = await makeStuck()
  const { page, problems } = await place.chrome.visit(place.service.baseUrl, { viewport: PHONE })
  await signIn(page, OPERATOR)
  await arrive(page, `/console/registry-commands/${id}`)
  await page.getByRole('button', { name: 'End command' }).click()
  await page.getByLabel('Reason (optional)').fill('The registry does not allow it.')
  await page.getByRole('dialog').getByRole('button', { name: 'End command', exact: true }).click()
  await page.getByText('Command ended.').waitFor()
  await arrive(page, `/console/registry-commands?state=failed&domain=${domain}`)
  await page.getByRole('row', { name: new RegExp(`${domain}.*Failed`) }).waitFor()
  expect((await page.goto('/console/registry-commands/cmd_00000000000000000000000000'))?.status()).toBe(404)
  expect(problems).toEqual([])
})

it('a person fills in the form of a registration, and pays later from the account', async () => {
  await place.service.house()
  const account = await newAccount(place.service)
  const { page, problems } = await place.chrome.visit(place.service.baseUrl, { viewport: PHONE })
  await signIn(page, account)
  const domain = `free-${randomUUID().slice(0, 8)}.com`
  await arrive(page, `/domains/${domain}/register`)
  for (const [label, text] of [
    ['Full name', 'Ada Example'],
    ['Street and number', '1 Main Street'],
    ['City', 'Springfield'],
    ['Phone', '+1.5555550100'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Country').selectOption('US')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/checkout\//)
  await arrive(page, '/account/registrations')
  await page.getByText('Not paid').waitFor()
  await page.getByRole('link', { name: `Pay for ${domain}` }).click()
  await page.waitForURL(/\/checkout\//)
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry date').fill('12/35')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/\/account\/registrations/)
  await expect
    .poll(
      async () => {
        await arrive(page, '/account/registrations')
        return page.getByText('Done').count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  expect(problems).toEqual([])
})
