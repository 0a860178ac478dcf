// A person turns on second factors and signs in with them, in a real browser. The authenticator is Chromium's virtual one.
import { TOTP } from 'otpauth'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { type House, openHouse, PHONE, signIn } from './browser.ts'

let house: House
beforeAll(async () => {
  house = await openHouse(usedPlace())
})
afterAll(async () => {
  await house?.close()
  await cleanUp()
})

/** Passkeys belong to a host name, so not by IP address. */
const visit = (options: BrowserContextOptions = {}) =>
  house.visit({ baseURL: house.service.url.replace('127.0.0.1', 'localhost'), ...options })

/** The code of now, or of a later step. */
const computeCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in?next=/account/orders')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
}
const arriveAtOrders = async (page: Page): Promise<void> => {
  await page.waitForURL(({ pathname }) => pathname === '/account/orders')
  await page.getByRole('heading', { level: 1, name: 'My orders' }).waitFor()
}

/** A fingerprint reader. While it is not willing, nothing is confirmed: not even the suggestion that waits on the sign-in page. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setWilling: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    listCredentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

it('turns on an authenticator app, saves recovery codes, and signs in with both', async () => {
  const person = house.service.credentials().user
  const { page, problems } = await visit()
  await signIn(page, person)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Set up app' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await setup.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await setup.locator('.copyable code').textContent())!.replaceAll(' ', '')
  await setup.getByLabel('Code').fill('000')
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await setup.getByText('is incorrect', { exact: false }).first().waitFor()
  await setup.getByLabel('Code').fill(computeCode(secret))
  await setup.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await shown.waitFor()
  const codes = await shown.locator('li code').allTextContents()
  expect(codes).toHaveLength(10)
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Download codes' }).click()
  expect((await download).suggestedFilename()).toBe('freehold-recovery-codes.txt')
  await shown.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByText('10 unused codes.', { exact: false }).waitFor()
  expect(problems).toEqual([])

  const phone = await visit({ viewport: PHONE })
  await enterPassword(phone.page, person)
  await phone.page.getByLabel('Code', { exact: true }).fill('000000x')
  await phone.page.getByRole('button', { name: 'Verify code' }).click()
  await phone.page.getByRole('alert').getByText('The code is incorrect').waitFor()
  // The code of this step confirmed the app.
  await phone.page.getByLabel('Code', { exact: true }).fill(computeCode(secret, 1))
  await phone.page.getByRole('button', { name: 'Verify code' }).click()
  await arriveAtOrders(phone.page)
  expect(phone.problems).toEqual([])

  const plain = await visit({ javaScriptEnabled: false })
  await enterPassword(plain.page, person)
  expect(await plain.page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
  await plain.page.getByText('Use a recovery code').click()
  await plain.page.getByLabel('Recovery code').fill(codes[0]!)
  await plain.page.getByRole('button', { name: 'Use recovery code' }).click()
  await plain.page.waitForURL(({ pathname }) => pathname === '/account/orders')

  await page.goto('/account/security')
  await page.getByText('9 unused codes.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click()
  await page.getByRole('button', { name: 'Set up app' }).waitFor()
})

/** Presses the button, unless the browser has offered the passkey by itself before. */
const usePasskey = (page: Page, arrive: () => Promise<unknown>): Promise<unknown> =>
  Promise.any([page.getByRole('button', { name: 'Use a passkey' }).click().then(arrive), arrive()])

it('adds a passkey, signs in with it alone and after the password, and removes it', async () => {
  const person = house.service.credentials().user
  const { page, problems } = await visit()
  const authenticator = await addAuthenticator(page)
  await signIn(page, person)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Test laptop')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByRole('cell', { name: 'Test laptop', exact: true }).waitFor()
  expect(await authenticator.listCredentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

  await authenticator.setWilling(false)
  await page.context().clearCookies()
  await page.goto('/sign-in?next=/account/orders')
  await authenticator.setWilling(true)
  await usePasskey(page, () => arriveAtOrders(page))

  await authenticator.setWilling(false)
  await page.context().clearCookies()
  await enterPassword(page, person)
  await authenticator.setWilling(true)
  await usePasskey(page, () => arriveAtOrders(page))

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Rename: Test laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename passkey' }).click()
  await page.getByRole('cell', { name: 'Old laptop', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove: Old laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('cell', { name: 'Old laptop', exact: true }).waitFor({ state: 'detached' })

  // The device still has it, and it opens nothing.
  await authenticator.setWilling(false)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await authenticator.setWilling(true)
  await usePasskey(page, () => page.getByRole('alert').getByText('is not registered with this service').waitFor())
  expect(problems).toEqual([])
})
