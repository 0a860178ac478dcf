// A person with a browser and a mailbox: signs up and confirms the address, forgets the password, ends sessions.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../../packages/server/src/db/sql.ts'
import { createSecretBox } from '../../packages/server/src/kernel/secret-box.ts'
import { readLink } from '../../packages/server/test/mailbox.ts'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { type House, openHouse, PHONE, signInByForm } from './browser.ts'

let house: House
let db: Database
let readMessage: (to: string, template: string) => Promise<string>

beforeAll(async () => {
  const place = await usedPlace()
  house = await openHouse(Promise.resolve(place))
  db = openPostgres({ url: place.DATABASE_URL, poolSize: 1 })
  const key = readFileSync(path.join(place.DATA_DIR, 'master.key'), 'utf8').trim()
  const deps = { secrets: createSecretBox(Buffer.from(key, 'base64')) }
  readMessage = (to, template) => readLink({ db, deps } as never, to, template)
})
afterAll(async () => {
  await house?.close()
  await db?.close()
  await cleanUp()
})

const PASSWORD = 'correct horse battery'

describe('a person', () => {
  it('signs up, sees the notice, confirms from the mail, and sees the account', async () => {
    const email = 'ada-new@mail.example'
    const { page, problems } = await house.visit({ viewport: PHONE })
    await page.goto('/sign-up')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('We sent you a message.').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Confirm your email address').first().waitFor()
    await page.getByRole('button', { name: 'Send the message again' }).click()
    await page.getByText('We sent the message again.').waitFor()
    await page.goto(await readMessage(email, 'confirm_address'))
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await page.getByRole('heading', { name: 'My domains' }).waitFor()
    expect(await page.getByText('Send the message again').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('resets the password without JavaScript', async () => {
    const { email } = house.service.credentials().user
    const { page } = await house.visit({ javaScriptEnabled: false })
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(await readMessage(email, 'reset_password'))
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed.').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/account')
  })

  it('ends a session, and confirms the password before the data is downloaded', async () => {
    const { email } = house.service.credentials().user
    const [{ page, problems }, other] = [await house.visit(), await house.visit()]
    for (const one of [page, other.page]) await signInByForm(one, { email, password: PASSWORD })
    await page.goto('/account/security')
    await page
      .getByRole('button', { name: /^End session/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
    await page.getByText('Session ended.').waitFor()
    // Time passes: the sign-in is not recent any more.
    await db.run(sql`update sessions set authenticated_at = now() - interval '1 hour'`)
    await page.getByRole('button', { name: 'Download data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Password').fill('not the right one')
    await dialog.getByRole('button', { name: 'Confirm password' }).click()
    await dialog.getByText('is incorrect').first().waitFor()
    await dialog.getByLabel('Password').fill(PASSWORD)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Confirm password' }).click()
    expect((await download).suggestedFilename()).toBe('freehold-account.json')
    expect(problems).toEqual([])
  })
})
