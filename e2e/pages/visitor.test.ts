// A visitor of the market in a real browser: suggestions, filters, a purchase by keyboard, the watchlist and recently viewed domains.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { type House, openHouse } from './browser.ts'
import { visitAs } from './visit-as.ts'
import { findLiveDomain, measureShift, tabTo } from './visitor.ts'

let house: House

beforeAll(async () => {
  house = await openHouse(usedPlace())
})
afterAll(async () => {
  await house?.close()
  await cleanUp()
})

describe('a visitor of the market', () => {
  it('chooses a suggestion with the keyboard, and nothing moves', async () => {
    const { page, problems } = await house.visit()
    const domain = await findLiveDomain(page)
    await page.goto('/')
    const box = page.getByRole('combobox', { name: 'Search for a domain' })
    await box.pressSequentially(domain.slice(0, 5))
    const option = page.getByRole('option').filter({ hasText: domain })
    await option.waitFor()
    await page.getByText(/^\d suggestions?\. Use the arrow keys/).waitFor()
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await page.keyboard.press('Escape')
    expect(await page.getByRole('option').count()).toBe(0)
    expect(await measureShift(page)).toBeLessThan(0.02)
    while (!(await option.isVisible()) || (await option.getAttribute('aria-selected')) !== 'true')
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/domains/${domain}`)
    await page.getByRole('heading', { level: 1, name: domain }).waitFor()
    expect(problems).toEqual([])
  })

  it('filters on change, and goes back and forward through the filters', async () => {
    const { page, problems } = await house.visit()
    await page.goto('/market')
    await page.getByLabel('Extension').selectOption('io')
    await page.waitForURL('**/market?tld=io')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.name-card__name')].every((card) => card.textContent?.endsWith('.io')),
    )
    await page.getByLabel('Maximum price').fill('$1,000')
    await page.waitForURL('**/market?tld=io&to=%241%2C000')
    const count = page.locator('.page-head [role=status]')
    await expect.poll(() => count.textContent()).toMatch(/^\d+ domains?$/)
    await page.goBack()
    await page.waitForURL('**/market?tld=io')
    await expect.poll(() => page.getByLabel('Maximum price').inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => page.getByLabel('Maximum price').inputValue()).toBe('$1,000')
    expect(await page.getByLabel('Extension').inputValue()).toBe('io')
    expect(problems).toEqual([])
  })

  it('buys a domain with the keyboard alone', async () => {
    const { page, problems } = await house.visit()
    const domain = await findLiveDomain(page)
    await page.goto(`/domains/${domain}`)
    await tabTo(page, /^Buy domain$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout/**')
    await tabTo(page, /^Your email address$/)
    await page.keyboard.type('keys@example.com')
    await tabTo(page, /^Card number$/)
    await page.keyboard.type('4242424242424242')
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    await tabTo(page, /^Expiry date$/)
    await page.keyboard.type('535')
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('05/35')
    await tabTo(page, /^CVC$/)
    await page.keyboard.type('123')
    await tabTo(page, /^Pay \$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/orders/**')
    expect(problems).toEqual([])
  })

  it('watches a domain, finds it on the watchlist, and stops', async () => {
    const { page, problems } = await visitAs(house, 'user')
    const domain = await findLiveDomain(page)
    await page.goto(`/domains/${domain}`)
    await page.getByRole('button', { name: 'Watch domain' }).click()
    await page.getByRole('button', { name: 'Stop watching' }).waitFor()
    await page.goto('/account/watchlist')
    await page.getByRole('link', { name: domain }).waitFor()
    await page.getByRole('button', { name: `Stop watching ${domain}` }).click()
    await page.getByText('You are not watching any domains').waitFor()
    expect(problems).toEqual([])
  })

  it('sees on the home page what was viewed in this browser, and clears it', async () => {
    const { page } = await house.visit()
    const domain = await findLiveDomain(page)
    await page.goto(`/domains/${domain}`)
    await page.getByRole('heading', { level: 1, name: domain }).waitFor()
    await page.waitForFunction(() => localStorage.length > 0)
    await page.goto('/')
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Recently viewed' }) })
    await section.getByRole('link', { name: domain }).waitFor()
    await section.getByRole('button', { name: 'Clear list' }).click()
    await section.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})
