// A partner's person at work in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Freehold, type FreeholdError } from '../../packages/sdk/src/index.ts'
import { openPostgres } from '../../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../../packages/server/src/db/sql.ts'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { type House, openHouse, signIn } from './browser.ts'
import { visitAs } from './visit-as.ts'

const V1 = '/api/partner/v1'
let house: House
let db: Database

beforeAll(async () => {
  const place = await usedPlace()
  db = openPostgres({ url: place.DATABASE_URL, poolSize: 1 })
  house = await openHouse(Promise.resolve(place))
})
afterAll(async () => {
  await house?.close()
  await db?.close()
  await cleanUp()
})

describe('a partner', () => {
  it('creates a partner account and sees the overview without a failed request', async () => {
    const { page, problems } = await house.visit()
    const email = `new-partner-${Date.now()}@mail.example`
    const password = 'a long enough password'
    await page.goto('/sign-up')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/\/sign-in/)
    await db.run(sql`update users set email_confirmed_at = now() where email = ${email}`)
    await signIn(page, { email, password })
    const failed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
    })
    await page.goto('/portal')
    await page.getByLabel('Company name').fill('New partner')
    await page.getByRole('button', { name: 'Create partner account' }).click()
    await page.getByRole('button', { name: 'Open portal' }).click()
    await page.getByRole('link', { name: 'Read signing guide' }).waitFor()
    await page.getByRole('link', { name: 'Register endpoint' }).click()
    await page.getByRole('heading', { name: 'Register a webhook endpoint' }).waitFor()
    expect(failed).toEqual([])
    await page.goto('/portal')
    await page.getByRole('link', { name: 'Read order guide' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(failed).toEqual([])
    expect(problems).toEqual([])
  })

  it('rotates a key: the new one works at once, the old one through its overlap, and no longer when it is revoked', async () => {
    const { page, problems } = await visitAs(house, 'portal')
    const { key_id: oldKey } = house.service.credentials().partner
    await page.goto('/portal/keys')
    await page.getByRole('button', { name: `Rotate key: ${oldKey}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your new key' })
    await dialog.locator('code').first().waitFor()
    const shown = await dialog.locator('code').allTextContents()
    const keyId = shown.find((text) => text.startsWith('pk_sandbox_')) ?? ''
    const secret = shown.find((text) => text.startsWith('sk_sandbox_')) ?? ''
    await dialog.getByRole('button', { name: 'I copied the secret' }).click()
    const renewed = new Freehold({ baseUrl: house.service.url, keyId, secret })
    expect(await renewed.get(`${V1}/me`)).toMatchObject({ environment: 'sandbox' })
    expect(await house.service.sdk().get(`${V1}/me`)).toMatchObject({ environment: 'sandbox' })
    // The secret was shown once: the page knows it no more.
    await page.reload()
    await page.getByText(keyId).first().waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('button', { name: `Revoke key: ${keyId}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Key revoked.').waitFor()
    await expect
      .poll(() => renewed.get(`${V1}/me`).catch((error: unknown) => (error as FreeholdError).reason), {
        timeout: 60_000,
      })
      .toBe('credential_revoked')
    expect(problems).toEqual([])
  })
})
