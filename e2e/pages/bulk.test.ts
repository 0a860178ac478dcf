// Many names of one person, changed together on the account's page: checked first, then applied, each with its result.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../packages/server/src/db/sql.ts'
import { giveDomains } from '../../packages/server/src/modules/domains/index.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { newAccount } from '../../packages/server/test/oauth.ts'
import { isWhole } from '../whole.ts'
import { type Chrome, openChrome, signIn } from './browser.ts'

const COUNT = isWhole ? 500 : 60
const NAMES = Array.from({ length: COUNT }, (_, index) => `bulk-name-${index + 1}.com`)

let service: Awaited<ReturnType<typeof startListeningService>>
let chrome: Chrome

beforeAll(async () => {
  ;[service, chrome] = await Promise.all([startListeningService(), openChrome()])
})
afterAll(async () => {
  await chrome?.close()
  await service?.close()
})

it(`checks ${COUNT} names, changes nothing, then changes them all`, async () => {
  const account = await newAccount(service)
  await service.db.tx((tx) => giveDomains(tx, { accountId: account.userId, email: null }, NAMES, service.clock.now()))
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, account)
  await page.goto('/account')
  await page.getByRole('button', { name: `Select all ${COUNT}` }).click()
  await page.getByRole('button', { name: `Change ${COUNT} selected` }).click()
  await page.getByLabel('Change', { exact: true }).selectOption('set_privacy')
  await page.getByLabel('Setting').selectOption('off')
  await page.getByRole('button', { name: 'Check change' }).click()
  await page.getByText('Check complete. Nothing was changed.').waitFor()
  const changed = async () =>
    (
      await service.db.one<{ count: number }>(sql`
        select count(*)::int as count from owned_domains where owner_id = ${account.userId} and not privacy`)
    )?.count
  expect(await changed()).toBe(0)
  await page.getByRole('button', { name: `Set WHOIS privacy: ${COUNT} domains` }).click()
  await page.getByText(`${COUNT} domains changed, 0 of ${COUNT} failed.`).waitFor()
  expect(await page.locator('.bulk-results tbody tr').count()).toBe(COUNT)
  expect(await changed()).toBe(COUNT)
  await page.goto('/account/changes')
  await page.getByRole('cell', { name: 'WHOIS privacy set' }).waitFor()
  expect(problems).toEqual([])
})
