// A person authorizes an application, or denies it access, in a real browser, with and without JavaScript.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { listCases } from '../whole.ts'
import { type House, openHouse } from './browser.ts'
import { openShop, type Shop } from './shop.ts'

let house: House
/** Stands in for the application: a page of its own to be sent back to. */
let application: Shop

beforeAll(async () => {
  house = await openHouse(usedPlace())
  application = await openShop(house.service)
})
afterAll(async () => {
  await house?.close()
  await application?.close()
  await cleanUp()
})

async function register(): Promise<{ clientId: string; redirectUri: string }> {
  const redirectUri = `${application.url}/callback`
  const response = await fetch(`${house.service.url}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Price watcher', redirect_uris: [redirectUri] }),
  })
  return { clientId: ((await response.json()) as { client_id: string }).client_id, redirectUri }
}

it.each(
  listCases(
    [
      ['with JavaScript', true, 'Authorize application'],
      ['without JavaScript', false, 'Authorize application'],
      ['with JavaScript', true, 'Deny access'],
      ['without JavaScript', false, 'Deny access'],
    ] as const,
    [0, 3],
  ),
)('signs in and decides (%s, %s: %s)', async (_how, javaScriptEnabled, decision) => {
  const { page, problems } = await house.visit({ javaScriptEnabled })
  const { clientId, redirectUri } = await register()
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'xyz',
  })
  await page.goto(`/oauth/authorize?${query}`)
  const { email, password } = house.service.credentials().user
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Authorize Price watcher?' }).waitFor()
  await page.getByRole('button', { name: decision, exact: true }).click()
  await page.waitForURL(`${redirectUri}?**`)
  const back = new URL(page.url()).searchParams
  expect(back.get('state')).toBe('xyz')
  expect(problems).toEqual([])
  if (decision === 'Deny access') {
    expect(back.get('error')).toBe('access_denied')
    return
  }
  const response = await fetch(`${house.service.url}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: back.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }),
  })
  expect(await response.json()).toMatchObject({ token_type: 'Bearer', scope: 'pricing:read' })
})
