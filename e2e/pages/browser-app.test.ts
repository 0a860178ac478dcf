// The example app from another origin, in a real browser: it searches, registers itself, signs in and reads a real price.
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { type House, openHouse } from './browser.ts'

const FOLDER = new URL('../../examples/browser-app/', import.meta.url)
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript' }

let house: House
let server: http.Server
let appUrl = ''

beforeAll(async () => {
  house = await openHouse(usedPlace())
  server = http.createServer(async (request, response) => {
    const name = (request.url ?? '/').split('?')[0] === '/app.js' ? 'app.js' : 'index.html'
    response.setHeader('content-type', TYPES[name.split('.')[1] ?? ''] ?? 'text/plain')
    response.end(await readFile(new URL(name, FOLDER)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  appUrl = `http://localhost:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await house?.close()
  await new Promise((resolve) => server?.close(resolve))
  await cleanUp()
})

it('searches, signs in by PKCE and reads a price that was hidden before', async () => {
  const { page } = await house.visit()
  const { url } = house.service
  await page.goto(`${appUrl}?service=${encodeURIComponent(url)}`)
  await page.getByRole('button', { name: 'Search the market' }).click()
  const results = page.getByRole('listitem')
  await results.first().waitFor()
  const [domain = ''] = ((await results.first().textContent()) ?? '').split(' ')
  const check = async (): Promise<string> => {
    await page.getByLabel('Domain').fill(domain)
    await page.getByRole('button', { name: 'Check the domain' }).click()
    await page.getByText(`${domain} for_sale`).waitFor()
    return (await page.getByText(`${domain} for_sale`).textContent()) ?? ''
  }
  expect(await check()).not.toContain('$')
  await page.getByRole('button', { name: 'Sign in with Freehold' }).click()
  const { email, password } = house.service.credentials().user
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Authorize Name finder?' }).waitFor()
  await page.getByRole('button', { name: 'Authorize application' }).click()
  await page.getByText('Signed in. Domain search shows real prices.').waitFor()
  expect(await check()).toContain('$')
})
