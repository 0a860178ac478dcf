// The documentation as a developer reads it: tabs that remember, a search by keyboard, a console that signs; the Back button; and the
// styles of the first paint.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { isWhole } from '../whole.ts'
import { DESKTOP, type House, openHouse, PHONE } from './browser.ts'

let house: House
beforeAll(async () => {
  house = await openHouse(usedPlace())
})
afterAll(async () => {
  await house?.close()
  await cleanUp()
})

describe('the documentation', () => {
  it('remembers the language of its samples from page to page', async () => {
    const { page, problems } = await house.visit()
    await page.goto('/docs/api/partner/quotes')
    await page.getByRole('tab', { name: 'TypeScript' }).first().click()
    await page.getByText('freehold.quotes.create(').waitFor()
    await page.goto('/docs/api/partner/orders')
    await page.getByText('freehold.orders.record(').first().waitFor()
    expect(await page.getByRole('tab', { name: 'TypeScript' }).first().getAttribute('aria-selected')).toBe('true')
    expect(problems).toEqual([])
  })

  it('is searched by keyboard, from any place', async () => {
    const { page, problems } = await house.visit()
    await page.goto('/docs')
    // The script that listens to keys has been loaded.
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('quotes.create')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/api/partner/quotes#quotes.create')
    expect(problems).toEqual([])
  })

  // docs.api.test.ts searches in the page as it is served.
  it.runIf(isWhole)('can be searched without JavaScript', async () => {
    const { page } = await house.visit({ javaScriptEnabled: false })
    await page.goto('/docs')
    await page.getByRole('searchbox').fill('rotate a key')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Search the documentation' }).waitFor()
    expect(await page.locator('.docs-results a').count()).toBeGreaterThan(0)
  })

  it('has a console that signs a request the service accepts', async () => {
    const { page, problems } = await house.visit()
    const { key_id: keyId, secret } = house.service.credentials().partner
    await page.goto('/docs/console#me.get')
    await page.getByLabel('Sandbox key ID').fill(keyId)
    await page.getByLabel('Secret').fill(secret)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^200/).waitFor()
    await page.getByText('"environment": "sandbox"').waitFor()
    expect(problems).toEqual([])
  })

  it('has a console with the operations of operators, which reports an unknown operation', async () => {
    const { page, problems } = await house.visit()
    await page.goto('/docs/console#operator.payouts.list')
    await page.getByRole('form', { name: 'Try operator.payouts.list' }).waitFor()
    expect(await page.getByLabel('Operation', { exact: true }).inputValue()).toBe('operator.payouts.list')
    await page.goto('/docs/console#no.such.operation')
    await page.getByText('There is no operation “no.such.operation”.').waitFor()
    expect(await page.getByRole('form').count()).toBe(0)
    await page.getByLabel('Operation', { exact: true }).selectOption('me.get')
    await page.getByRole('form', { name: 'Try me.get' }).waitFor()
    expect(problems).toEqual([])
  })
})

// http/delivery.api.test.ts checks the header that decides it.
it.runIf(isWhole)('public pages can be restored by the back/forward cache, and pages of a session cannot', async () => {
  const { page } = await house.visit()
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const reasons: string[] = []
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason))
  })
  const leaveAndReturn = async (path: string): Promise<string[]> => {
    reasons.length = 0
    await page.goto(path)
    await page.goto('/tlds')
    await page.goBack()
    return reasons.filter((reason) => /NoStore|Unload/.test(reason))
  }
  for (const path of ['/', '/market', '/docs']) expect([path, await leaveAndReturn(path)]).toEqual([path, []])
  expect(await leaveAndReturn('/sign-in')).toContain('MainResourceHasCacheControlNoStore')
  await page.context().close()
})

/** What looks different or lies elsewhere on the first screen without the whole style sheet. Runs in the page. */
function listDifferences(): string[] {
  const look = (): string[] =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().top < window.innerHeight)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { color, backgroundColor, fontSize, borderTopWidth } = getComputedStyle(element)
        const place = [x, y, width, height].map((length) => length.toFixed(1))
        return [element.tagName, element.className, ...place, color, backgroundColor, fontSize, borderTopWidth].join(
          ' ',
        )
      })
  const { sheet } = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!
  const whole = look()
  sheet!.disabled = true
  const first = new Set(look())
  sheet!.disabled = false
  return whole.length < 10 ? ['nothing was compared'] : whole.filter((one) => !first.has(one))
}

describe('the styles in a document', () => {
  const PATHS = ['/', '/market', '/docs/guides/webhooks', '/sign-in']
  const MORE = ['/search?q=coffee', '/tlds', '/developers', '/docs', '/docs/api/partner/orders', '/no-such-page']

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('paint the first screen of a %s as the whole style sheet does', async (_device, viewport) => {
    const { page } = await house.visit({ javaScriptEnabled: false, viewport })
    for (const path of isWhole ? [...PATHS, ...MORE] : PATHS) {
      await page.goto(path)
      expect([path, await page.evaluate(listDifferences)]).toEqual([path, []])
    }
  })
})
