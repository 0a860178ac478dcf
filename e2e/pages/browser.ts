// A real Chromium before a started service. Whatever a page logs as an error, or a policy refuses, fails the test.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { lazy } from '../../packages/server/src/kernel/lazy.ts'
import { ensureBrowser } from '../../scripts/testing/browser.mjs'
import { type Env, onceARun, type Service, startService } from '../process.ts'

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 820, height: 1180 }
export const DESKTOP = { width: 1280, height: 900 }

/** No sandbox: tests also run as root. No traffic of the browser's own. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export type Visit = { page: Page; problems: string[] }

export type Chrome = {
  visit(baseURL: string, options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

/** One for all files of a worker, and it ends with the worker: a launch takes as long as many a test. Nothing passes between contexts. */
const launch = lazy(async (): Promise<Browser> => {
  // One worker at a time installs and unpacks it; the others find it done.
  await onceARun('browser', ensureBrowser)
  // An exit takes the browser and its files along; the browser's own handler would keep the worker waiting.
  process.once('SIGTERM', () => process.exit())
  return chromium.launch({ executablePath: await ensureBrowser(), args: ARGS, handleSIGTERM: false })
})

/** Runs `work` after the test that runs now. What is opened before all tests, or by a script, lives as long as they do. */
async function afterThisTest(work: () => Promise<void>): Promise<void> {
  if (!process.env.VITEST) return
  const { onTestFinished, TestRunner } = await import('vitest')
  if (TestRunner.getCurrentTest()) onTestFinished(work)
}

/** Makes a context as new, except for its cache of files. False: it cannot be used again. */
async function clearContext(context: BrowserContext, origin: string): Promise<boolean> {
  try {
    const [page, ...others] = context.pages()
    if (!page) return false
    for (const other of others) await other.close()
    // A page that is open could still store something.
    await page.goto('about:blank')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await context.clearCookies()
    await page.close()
    return true
  } catch {
    // The test has closed it, or waits in it.
    await context.close().catch(() => {})
    return false
  }
}

export async function openChrome(): Promise<Chrome> {
  const browser = await launch()
  const contexts = new Set<BrowserContext>()
  /** Of tests that have ended, by their options: a new one takes four times as long until its first page is there. */
  const idle = new Map<string, BrowserContext[]>()
  return {
    async visit(baseURL, options = {}) {
      // Colours that are still on their way would be measured as they are: nothing moves.
      const wanted = { viewport: DESKTOP, baseURL, locale: 'en-US', reducedMotion: 'reduce' as const, ...options }
      const key = JSON.stringify(wanted)
      const context = idle.get(key)?.pop() ?? (await browser.newContext(wanted))
      contexts.add(context)
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      await afterThisTest(async () => {
        if (await clearContext(context, new URL(wanted.baseURL).origin))
          idle.set(key, [...(idle.get(key) ?? []), context])
        else contexts.delete(context)
      })
      return { page, problems: collectProblems(page) }
    },
    async close() {
      for (const context of contexts) await context.close()
    },
  }
}

export type House = {
  service: Service
  visit(options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

/** A service as a person starts it, with the settings of its place, and a browser before it. */
export async function openHouse(place: Promise<Env>): Promise<House> {
  const [service, chrome] = await Promise.all([
    place.then((env) => startService({ ...env, RATE_LIMITS: 'off' })),
    openChrome(),
  ])
  return {
    service,
    visit: (options) => chrome.visit(service.url, options),
    async close() {
      await chrome.close()
      await service.stop()
    },
  }
}

/** An answer that says no is part of some tests; the browser's own note of it is no fault of the page. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/

function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(message.text())
  })
  return problems
}

type Person = { email: string; password: string }

/** Sends the form without its page, and opens no other: to show the two takes longer than many a test. The test opens the page it wants. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  const response = await page.request.post('/sign-in', { form: { email, password }, maxRedirects: 0 })
  if (response.status() !== 303) throw new Error(`sign-in answers ${response.status()}: ${await response.text()}`)
}

/** As a person signs in; ends on the page that follows. */
export async function signInByForm(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}
