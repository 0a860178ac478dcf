// Every public page in Chromium with an empty cache, on a slow line and a slow processor: bytes, largest contentful paint, layout
// shift. A bare static page is loaded in the same rounds, for the ratio.
// `node bench/pages/run.mjs [--rounds 5] [--only home,market]`
import '../from-source.mjs'
import http from 'node:http'
import { parseArgs } from 'node:util'

const { openCheckout, payCheckout } = await import('../../e2e/pages/activity.ts')
const { openChrome } = await import('../../e2e/pages/browser.ts')
const { namesForSale } = await import('../../e2e/pages/shop.ts')
const { cleanUp, newFolder, startService } = await import('../../e2e/process.ts')
const { figureRow, ratioRow, report } = await import('../result.mjs')
const { build } = await import('../../scripts/build.mjs')

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
})
const rounds = Number(options.rounds)

/** 1.6 Mbit/s down, 0.75 up, 150 ms for each request; the processor a quarter as fast. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const SLOWER = 4
const PHONE = { width: 390, height: 844 }
/** After the last request: late shifts and paints count. */
const QUIET_MS = 1000

const LIMITS = { kilobytes: 150, seconds: 1.2, shift: 0.02 }

const BARE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title></head><body><h1>A bare page</h1><p>${'One paragraph of text. '.repeat(20)}</p></body></html>`

/** What the browser measures itself. It begins before the document does. */
function observe() {
  window.measured = { paint: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.measured.paint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A new context has nothing cached and no open connection. */
async function load(chrome, url) {
  const { page } = await chrome.visit(url, { viewport: PHONE })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(QUIET_MS)
  const { paint, shift } = await page.evaluate(() => window.measured)
  await page.context().close()
  return { kilobytes: bytes / 1000, seconds: paint / 1000, shift }
}

async function startBare() {
  const server = http.createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(BARE),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

const listedName = async (url) => (await (await fetch(`${url}/api/market/listings?limit=1`)).json()).items[0].domain

/** A checkout that is open, and the page of an order. */
async function makePurchase(service) {
  const [open, paid] = await namesForSale(service, 'coffee')
  const { pathname, search } = new URL((await openCheckout(service, open)).checkout_url)
  return { checkout: pathname + search, order: await payCheckout(service, paid) }
}

const listPages = (listed, { checkout, order }) => ({
  home: '/',
  search: '/search?q=coffee',
  market: '/market',
  domain: `/domains/${listed}`,
  'unlisted domain': '/domains/taken-bench-page.com',
  brokerage: '/brokerage',
  sell: '/sell',
  tlds: '/tlds',
  tld: '/tlds/com',
  whois: '/whois',
  'whois record': '/whois?domain=taken-bench-page.com',
  developers: '/developers',
  docs: '/docs',
  reference: '/docs/api/partner/orders',
  guide: '/docs/guides/webhooks',
  settings: '/docs/settings',
  glossary: '/docs/glossary',
  'docs search': '/docs/search?q=refund',
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  checkout,
  order,
  'not found': '/no-such-page',
})

const pick = (results, key) => results.map((one) => one[key])

build()
const service = await startService({ DATA_DIR: newFolder(), RATE_LIMITS: 'off' })
const chrome = await openChrome()
const bare = await startBare()
try {
  const pages = Object.entries(listPages(await listedName(service.url), await makePurchase(service)))
  const wanted = options.only === '' ? pages : pages.filter(([name]) => options.only.split(',').includes(name))
  const rows = []
  for (const [name, path] of wanted) {
    // The server has rendered and compressed it once; the browser's cache is empty every time.
    await load(chrome, service.url + path)
    const [ours, peer] = [[], []]
    for (let round = 0; round < rounds; round++) {
      peer.push(await load(chrome, bare.url))
      ours.push(await load(chrome, service.url + path))
    }
    rows.push(
      figureRow({
        what: `${name}: transferred`,
        unit: 'KB',
        figures: pick(ours, 'kilobytes'),
        limit: { most: LIMITS.kilobytes },
      }),
      figureRow({
        what: `${name}: largest contentful paint`,
        unit: 's',
        figures: pick(ours, 'seconds'),
        limit: { most: LIMITS.seconds },
      }),
      ratioRow({
        what: `${name}: largest contentful paint : of a bare page`,
        unit: 's',
        ours: pick(ours, 'seconds'),
        peer: pick(peer, 'seconds'),
      }),
      figureRow({
        what: `${name}: layout shift`,
        unit: 'CLS',
        figures: pick(ours, 'shift'),
        limit: { most: LIMITS.shift },
      }),
    )
  }
  report({ name: 'pages', database: 'embedded', rows })
} finally {
  bare.close()
  await chrome.close()
  await service.stop()
  await cleanUp()
}
// The browser would keep the process alive.
process.exit()
