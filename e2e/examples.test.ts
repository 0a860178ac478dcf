// Copies the examples beside an installed SDK and uses them as a developer and their visitors would.
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Freehold, type WebhookEvent } from '../packages/sdk/src/index.ts'
import { signedWebhook } from '../packages/sdk/src/testing.ts'
import { type Browser, openBrowser, overNetwork, type Page } from '../packages/server/test/browser.ts'
import { freePort } from '../packages/server/test/ports.ts'
import { until } from '../packages/server/test/receiver.ts'
import { folderWithSdk } from './packed-sdk.ts'
import { cleanUp, type Env, finish, newFolder, project, type Running, run, type Service } from './process.ts'
import { startUsed } from './used-service.ts'

const EXAMPLES = path.join(project, 'examples')
const NAMES = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let service: Service
let base: string
let folder: string
let freehold: Freehold

beforeAll(async () => {
  folder = await folderWithSdk()
  for (const name of NAMES) cpSync(path.join(EXAMPLES, name), path.join(folder, name), { recursive: true })
  // The agent's other dependency, as npm would put it there.
  symlinkSync(
    path.join(project, 'node_modules/@modelcontextprotocol'),
    path.join(folder, 'node_modules/@modelcontextprotocol'),
  )
  service = await startUsed({ RATE_LIMITS: 'off' })
  const { partner, operator } = service.credentials()
  base = `http://localhost:${service.port}`
  freehold = new Freehold({
    baseUrl: base,
    keyId: partner.key_id,
    secret: partner.secret,
    operatorToken: operator.token,
  })
})
afterAll(cleanUp)

const settings = (): Env => ({ FREEHOLD_BASE_URL: base, DATA_DIR: service.dataDir })
const script = (name: string, file: string) => [process.execPath, path.join(folder, name, file)] as const

const says = (example: Running, words: string): Promise<void> =>
  until(`it says "${words}"`, () => example.output.stdout.includes(words))

type Site = { process: Running; url: string; browser(): Browser }

/** Starts an example site. */
async function open(name: string, env: Env = {}): Promise<Site> {
  const port = await freePort()
  const started = run(script(name, 'server.js'), { ...settings(), PORT: String(port), ...env })
  await says(started, `open http://localhost:${port}/`)
  const url = `http://localhost:${port}`
  return { process: started, url, browser: () => openBrowser(overNetwork(url)) }
}

/** The page from the form with this action on: the test browser submits the first form of a page. */
const formTo = (page: Page, action: string): Page => ({
  ...page,
  text: page.text.slice(page.text.lastIndexOf('<form', page.text.indexOf(`method="post" action="${action}"`))),
})

let serial = 0
/** Lists a new domain. */
async function listed(environment: 'sandbox' | 'live', label: string, tld = 'com'): Promise<string> {
  const domain = `${label}${process.pid}${serial++}.${tld}`
  await freehold.operator.listings.create({ environment, domain, price_cents: 123_400, currency: 'USD' })
  return domain
}

describe('every example', () => {
  const SHARED = ['settings.js', 'web.js', 'style.css']
  const read = (...parts: string[]) => readFileSync(path.join(EXAMPLES, ...parts), 'utf8')

  it.each(NAMES)('%s declares its dependencies and says how to start it', (name) => {
    const sources = readdirSync(path.join(EXAMPLES, name)).filter((file) => file.endsWith('.js'))
    const imported = sources.flatMap((file) =>
      [...read(name, file).matchAll(/ from '([^'.][^']*)'/g)].map(([, from = '']) => from),
    )
    const packages = new Set(imported.filter((from) => !from.startsWith('node:')))
    const { dependencies } = JSON.parse(read(name, 'package.json')) as { dependencies: Record<string, string> }
    expect([...packages].sort()).toEqual(Object.keys(dependencies).sort())
    expect(read(name, 'README.md')).toMatch(/```sh\n(.+\n){1,3}```/)
  })

  it('has identical copies of the shared files', () => {
    for (const file of SHARED) {
      const copies = NAMES.filter((name) => existsSync(path.join(EXAMPLES, name, file))).map((name) => read(name, file))
      expect(copies.length, file).toBeGreaterThan(1)
      expect(new Set(copies).size, file).toBe(1)
    }
  })

  it.each(['partner-shop/server.js', 'webhook-receiver/receiver.js', 'oauth-client/server.js', 'mcp-agent/agent.js'])(
    '%s reports in one line what is missing',
    async (file) => {
      const done = await finish([process.execPath, path.join(folder, file), 'brief'], {
        DATA_DIR: newFolder(),
        FREEHOLD_BASE_URL: 'http://127.0.0.1:1',
      })
      expect(done.code).toBe(1)
      expect(done.stderr).toMatch(/^\S.*\n$/)
    },
  )
})

describe('the shop', () => {
  let shop: Site
  beforeAll(async () => {
    shop = await open('partner-shop')
  })

  const hold = async (browser: Browser, domain: string): Promise<Page> => {
    const page = await browser.open('/')
    return browser.submit(
      { ...page, text: `<form action="/quotes"><input name="domain" value="${domain}"></form>` },
      {},
    )
  }
  const buyer = { email: 'ada@example.com', name: 'Ada <Lovelace>' }

  it('sells a domain from the search results and records the order', async () => {
    const browser = shop.browser()
    const found = await browser.open('/?q=bicycle+repair')
    const offer = await browser.submit(formTo(found, '/quotes'), {})
    expect(offer.path).toMatch(/^\/quotes\/quo_/)
    expect(offer.text).toMatch(/Reserved for you at this price until .* \(10 minutes left\)\./)
    const order = await browser.submit(formTo(offer, '/orders'), buyer)
    expect(order.path).toMatch(/^\/orders\/ord_/)
    expect(order.text).toContain('Paid. We are preparing the transfer.')

    const id = order.path.replace('/orders/', '')
    const quoteId = offer.path.replace('/quotes/', '')
    const recorded = await freehold.orders.get(id)
    expect(recorded).toMatchObject({ quote_id: quoteId, external_payment_ref: `shop-${quoteId}`, buyer })
    expect(shop.process.output.stdout).toContain(`payment shop-${quoteId}: captured`)

    // Submitting the form again returns the same order. Another buyer with the same offer is refused, and the payment is kept.
    expect((await browser.submit(formTo(offer, '/orders'), buyer)).path).toBe(order.path)
    const other = await browser.submit(formTo(offer, '/orders'), { ...buyer, email: 'eve@example.com' })
    expect(other.status).toBe(409)
    expect(other.text).toMatch(/This offer has already been used\.[\s\S]*<code>req_\w+<\/code>/)
    expect(shop.process.output.stdout).not.toContain(`payment shop-${quoteId}: canceled`)

    await freehold.sandbox.orders.startTransfer(id)
    expect((await browser.open(order.path)).text).toContain('The domain is being transferred to you.')
  })

  it('sells through the hosted checkout and trusts the session, not the return URL', async () => {
    const domain = await listed('sandbox', 'hosted')
    const browser = shop.browser()
    const left = await browser.submit(formTo(await hold(browser, domain), '/checkouts'), {})
    expect(left.left?.href).toMatch(new RegExp(`^${base}/checkout/cs_`))
    const sessionId = left.left?.pathname.replace('/checkout/', '') ?? ''
    const early = await browser.open(`/paid?session_id=${sessionId}&order=ord_made_up`)
    expect([early.path, early.text]).toEqual([
      expect.stringMatching(/^\/paid/),
      expect.stringContaining('has not been paid for'),
    ])

    const paid = await freehold.sandbox.checkoutSessions.pay(sessionId)
    const { search } = new URL(`${paid.return_url}?session_id=${sessionId}&order=${paid.order_public_id}`)
    const order = await browser.open(`/paid${search}`)
    expect(order.path).toBe(`/orders/${paid.order_public_id}`)
    expect(order.text).toContain('Paid. The transfer is being prepared.')
  })

  it('reserves a domain for one visitor at a time', async () => {
    const domain = await listed('sandbox', 'wanted')
    const [first, second] = [shop.browser(), shop.browser()]
    const both = await Promise.all([hold(first, domain), hold(second, domain.toUpperCase())])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.text).toContain('Another visitor is buying this domain.')
  })

  it('cancels the payment when the domain is sold, and shows the request ID', async () => {
    const browser = shop.browser()
    const offer = await hold(browser, 'sold-elsewhere.test')
    const gone = await browser.submit(formTo(offer, '/orders'), buyer)
    expect(gone.status).toBe(409)
    expect(gone.text).toMatch(
      /Someone else bought this domain first\. You were not charged\.[\s\S]*<code>req_\w+<\/code>/,
    )
    expect(shop.process.output.stdout).toContain(`payment shop-${offer.path.replace('/quotes/', '')}: canceled`)
  })

  it('reports an expired offer and creates a new one', async () => {
    const browser = shop.browser()
    const offer = await hold(browser, await listed('sandbox', 'late'))
    await freehold.quotes.release(offer.path.replace('/quotes/', ''))
    const over = await browser.open(offer.path)
    expect(over.text).toContain('This offer has expired.')
    expect((await browser.submit(formTo(over, '/quotes'), {})).text).toContain('Reserved for you')
  })

  it('escapes visitor input and rejects forms from other sites', async () => {
    const { text } = await shop.browser().open(`/?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(text).not.toContain('<script>')
    expect(text).toContain('&lt;script&gt;')
    const foreign = await shop.browser().post('/quotes', { domain: 'held.test' }, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    for (const address of ['/nothing', '/orders/%', '/orders/ord_unknown', '/quotes/..%2f..'])
      expect((await shop.browser().open(address)).status, address).toBe(404)
  })
})

describe('the receiver', () => {
  const [OLD, NEW] = ['the-secret-of-before', 'the-secret-of-today']
  let inbox: string
  let url: string
  let receiver: Running

  beforeAll(async () => {
    inbox = path.join(newFolder(), 'inbox.jsonl')
    url = `http://127.0.0.1:${await freePort()}/`
  })

  async function start(env: Env, ...words: string[]): Promise<Running> {
    const { port } = new URL(url)
    const all = { ...settings(), PORT: port, INBOX: inbox, WEBHOOK_SECRET: OLD, ...env }
    receiver = run([...script('webhook-receiver', 'receiver.js'), ...words], all)
    await says(receiver, words.length > 0 ? `registered ${url}` : 'listening on')
    return receiver
  }

  async function sell(): Promise<string> {
    const { quote_id } = await freehold.quotes.create({ domain: await listed('sandbox', 'told') })
    return (await freehold.orders.record({ quote_id, external_payment_ref: 'told' })).public_id
  }
  const post = async (event: WebhookEvent, secret: string) => {
    const { body, headers } = await signedWebhook(event, secret)
    return fetch(url, { method: 'POST', body, headers })
  }
  const testEvent = (id: string): WebhookEvent => ({
    id,
    type: 'webhook.test',
    created_at: new Date().toISOString(),
    partner_id: 'ptn_1',
    data: { message: 'hello' },
  })
  /** What was begun is written down as done: a crash from here on has nothing to repeat. */
  const atRest = () =>
    until('all that came is done', () => {
      const lines = readFileSync(inbox, 'utf8').match(/.+\n/g) ?? []
      const done = lines.filter((line) => line.endsWith('"done":true}\n'))
      return lines.length === 2 * done.length
    })
  const worked: string[] = []
  const stop = async (signal: NodeJS.Signals) => {
    receiver.child.kill(signal)
    const ended = await receiver.ended
    worked.push(...[...ended.stdout.matchAll(/^(evt_\w+) /gm)].map(([, id = '']) => id))
    return ended
  }

  it('processes every event once across a crash, repeated deliveries and a new secret', async () => {
    await start({}, '--register')
    const first = await sell()
    await says(receiver, `order.recorded ${first}`)
    const forged = await post(testEvent('evt_forged'), 'not-the-secret-at-all')
    expect([forged.status, await forged.text()]).toEqual([400, 'invalid_signature'])
    await says(receiver, 'webhook.test')
    await atRest()
    await stop('SIGKILL')

    // Events from the time without a receiver are delivered after the next registration.
    const second = await sell()
    await start({}, '--register')
    await says(receiver, `order.recorded ${second}`)

    const arrived = () => freehold.webhooks.deliveries.list({ status: 'succeeded' }).toArray()
    await until('four have arrived', async () => (await arrived()).length === 4)
    const deliveries = await arrived()
    for (const { delivery_id } of deliveries) await freehold.webhooks.deliveries.redeliver(delivery_id)
    for (const { delivery_id, attempts } of deliveries)
      await until('each is sent again', async () => {
        const delivery = await freehold.webhooks.deliveries.get(delivery_id)
        return delivery.attempts.length > attempts.length
      })
    expect((await stop('SIGTERM')).code).toBe(0)

    await start({ WEBHOOK_SECRET: NEW, WEBHOOK_SECRET_PREVIOUS: OLD }, '--register')
    const third = await sell()
    await says(receiver, `order.recorded ${third}`)
    expect((await post(testEvent('evt_late'), OLD)).status).toBe(204)
    await says(receiver, 'evt_late')
    await stop('SIGTERM')
    await freehold.webhooks.end()

    const told = async () => {
      const { events } = await freehold.events.list({ limit: 200, type: ['order.recorded'] })
      return events.filter(({ data }) => 'order' in data && [first, second, third].includes(data.order.public_id))
    }
    // The history shows an event once every older transaction on the database server has ended, those of other tests, too.
    await until('the history has all three', async () => (await told()).length === 3)
    expect(worked).toEqual(expect.arrayContaining((await told()).map(({ id }) => id)))
    expect(new Set(worked).size).toBe(worked.length)
    expect(worked).not.toContain('evt_forged')
  })

  it('finishes interrupted events and ignores an incomplete line', async () => {
    inbox = path.join(newFolder(), 'inbox.jsonl')
    const at = new Date().toISOString()
    const lines = [
      { at, id: 'evt_done', event: testEvent('evt_done') },
      { at, id: 'evt_done', done: true },
      { at, id: 'evt_waiting', event: testEvent('evt_waiting') },
    ].map((line) => JSON.stringify(line))
    writeFileSync(inbox, `${lines.join('\n')}\n{"at":"20`)
    await start({})
    await says(receiver, 'evt_waiting')
    expect((await post(testEvent('evt_done'), OLD)).status).toBe(204)
    expect((await post(testEvent('evt_new'), OLD)).status).toBe(204)
    await says(receiver, 'evt_new')
    const { stdout } = await stop('SIGTERM')
    expect(stdout.match(/^evt_\w+/gm)).toEqual(['evt_waiting', 'evt_new'])
    await start({})
    expect((await stop('SIGTERM')).stdout).not.toContain('evt_')
  })
})

describe('the landing page', () => {
  it('sends visitors through a tracked link and shows statistics to its owner only', async () => {
    const site = await open('referral-landing', { NUMBERS_PASSWORD: 'open sesame' })
    const before = (await freehold.me.clicks()).total_clicks
    const name = await listed('live', 'bakery')
    const { text } = await site.browser().open('/?q=fresh+bread')
    expect(text).toMatch(/href="\/go\/[a-z0-9.-]+"/)

    const [led, again] = await Promise.all([1, 2].map(() => fetch(`${site.url}/go/${name}`, { redirect: 'manual' })))
    const tracked = led?.headers.get('location') ?? ''
    expect(tracked).toMatch(new RegExp(`^${base}/r/\\w+$`))
    expect(again?.headers.get('location')).toBe(tracked)
    const landed = await fetch(tracked, { redirect: 'manual', headers: { 'user-agent': FIREFOX } })
    expect(landed.headers.get('location')).toContain(`/domains/${name}`)
    expect((await freehold.me.clicks()).total_clicks).toBe(before + 1)

    expect((await fetch(`${site.url}/go/nobody-sells-this.com`)).status).toBe(404)
    expect((await fetch(`${site.url}/numbers`)).status).toBe(401)
    const authorization = `Basic ${Buffer.from('me:open sesame').toString('base64')}`
    const numbers = await (await fetch(`${site.url}/numbers`, { headers: { authorization } })).text()
    expect(numbers).toMatch(new RegExp(`<dt>Clicks</dt><dd>${before + 1}</dd>`))
    expect(numbers).toMatch(new RegExp(`${name}</a></td>\\s*<td class="number">1</td>`))
  })
})

describe('the sign-in', () => {
  it('shows the domains of the user, refreshes the token and revokes access', async () => {
    const clientFile = path.join(newFolder(), 'client.json')
    const application = await open('oauth-client', { CLIENT_FILE: clientFile })
    const { user } = service.credentials()
    const browser = application.browser()
    const welcome = await browser.open('/')
    const away = await browser.submit(welcome, {})
    expect(away.left?.origin).toBe(base)

    // At the service: signs in, agrees, and is sent back.
    const back = await openBrowser(overNetwork(base)).decide(`${away.left?.pathname}${away.left?.search}`, user)
    const callback = `${back.left?.pathname}${back.left?.search}`
    const stranger = await application.browser().open(callback)
    expect([stranger.status, stranger.text]).toEqual([
      400,
      expect.stringContaining('No sign-in was started in this browser.'),
    ])
    const home = await browser.open(callback)
    expect([home.path, home.text]).toEqual(['/', expect.stringContaining(`Signed in as ${user.email}.`)])
    expect(home.text).toContain('<td>demo-bakery.com</td>')

    const renewed = await browser.submit(formTo(home, '/refresh'), {})
    expect(renewed.text).toContain('<td>demo-bakery.com</td>')
    const out = await browser.submit(formTo(renewed, '/sign-out'), {})
    expect(out.text).toContain('Sign in with Freehold')
    expect((await browser.open(callback)).status).toBe(400)

    // A user who declines sees why nothing is shown. A response with another state is rejected.
    const refused = await browser.submit(await browser.open('/'), {})
    const denied = await openBrowser(overNetwork(base)).decide(
      `${refused.left?.pathname}${refused.left?.search}`,
      user,
      'deny',
    )
    expect((await browser.open(`${denied.left?.pathname}${denied.left?.search}`)).text).toContain('You declined access')
    await browser.submit(await browser.open('/'), {})
    expect((await browser.open(callback)).text).toContain('does not match your request')

    // A restart uses the same registration.
    const { clientId } = JSON.parse(readFileSync(clientFile, 'utf8')) as { clientId: string }
    application.process.child.kill('SIGTERM')
    expect((await application.process.ended).code).toBe(0)
    const port = new URL(application.url).port
    const restarted = run(script('oauth-client', 'server.js'), { ...settings(), PORT: port, CLIENT_FILE: clientFile })
    await says(restarted, 'open http')
    expect(JSON.parse(readFileSync(clientFile, 'utf8'))).toMatchObject({ clientId })
  })
})

describe('the agent', () => {
  const ask = (...words: string[]) => finish([...script('mcp-agent', 'agent.js'), ...words], settings())

  it('finds domains for a brief and reports its choice', async () => {
    const done = await ask('solar panels')
    expect([done.code, done.stderr]).toEqual([0, ''])
    expect(done.stdout).toMatch(/^tools: search_domain, .*market_listings/m)
    expect(done.stdout).toMatch(/^ {2}solarpanels\.xyz: for sale, \$395\.00$/m)
    expect(done.stdout).toMatch(/^chosen: \S*solar\S*, (for sale|available to register) at \$/m)
    expect(done.stdout).toMatch(/^\.\w+: open to everyone, registered for 1 to 10 years$/m)
    expect((await ask('zzzqqq', '--max-price', '1')).stdout).toContain('no domain for "zzzqqq" within the budget')
  })

  it('uses the base_url of credentials.json without FREEHOLD_BASE_URL', async () => {
    const found = await finish([...script('mcp-agent', 'agent.js'), 'solar panels'], { DATA_DIR: service.dataDir })
    expect([found.code, found.stderr]).toEqual([0, ''])
  })

  it('quotes a domain with a partner key and watches it until it changes', async () => {
    const domain = await listed('sandbox', 'agentpick', 'net')
    const live = { environment: 'live', domain, price_cents: 123_400, currency: 'USD' } as const
    const { listing_id } = await freehold.operator.listings.create(live)
    const label = domain.replace('.net', '')
    const agent = run([...script('mcp-agent', 'agent.js'), label, '--quote', '--watch', '0.1'], settings())
    await says(agent, `watching: ${domain} is for sale at $1,234.00`)
    const quoteId = /^quoted: (quo_\w+), reserved until/m.exec(agent.output.stdout)?.[1] ?? ''
    expect(await freehold.quotes.get(quoteId)).toMatchObject({ domain, status: 'active' })

    await freehold.operator.listings.change(listing_id, { price_cents: 99_900 })
    await says(agent, `watching: ${domain} is for sale at $999.00`)
    agent.child.kill('SIGTERM')
    expect((await agent.ended).code).toBe(0)
  })
})
