// The look from outside, against nameservers and sites on this machine that misbehave in every way. Nothing can leave it:
// names are resolved by the double, and every public address leads to the double or nowhere.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDnsDouble, type Zone } from '../../../test/dns-double.ts'
import { type Dial, systemDial } from '../outbound/connect.ts'
import { createDns, resolveWith } from './dns.ts'
import { createPageClient, type PageClient } from './http.ts'
import { judgePage, refreshTarget } from './page.ts'
import { createSimulatedSites, createSites, lookAtSite, type SiteState } from './site-probe.ts'

const PUBLIC = '93.184.216.34'
const REFUSING = '93.184.216.35'
const article = `<html><body><article>${'<p>We sell bicycles and repair them, too. This domain is for sale, said nobody. </p>'.repeat(60)}</article></body></html>`

type Respond = (request: IncomingMessage, response: ServerResponse) => void
const html =
  (body: string, status = 200): Respond =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(body)
const redirect =
  (to: string, status = 302): Respond =>
  (_, response) =>
    response.writeHead(status, { location: to }).end()

/** Packed beforehand: a busy machine takes long, and whoever looks has a time limit. */
const BOMB = gzipSync(Buffer.alloc(40_000_000))

/** What each host shows; a host that is not here has a site. */
const HOSTS: Record<string, Respond> = {
  'for-sale.com': html('<h1>for-sale.com is for sale</h1><p>Buy this domain.</p><a href="/offer">Make an offer</a>'),
  'article.com': html(article),
  'many-links.com': html(`<p>Domains for sale</p>${'<a href="/x">x</a>'.repeat(60)}`),
  'nginx.com': html('<h1>Welcome to nginx!</h1><p>If you see this page, the server is installed.</p>'),
  'soon.com': html('<h1>Coming soon</h1>'),
  'empty.com': html(''),
  'blank.com': html('<html><head><title></title></head><body>&nbsp;</body></html>'),
  'app.com': html('<div id="root"></div><script type="module" src="/assets/app.js"></script>'),
  'lander.com': html('<script>window.onload=function(){window.location.href="/lander"}</script>'),
  'to-market.com': redirect('https://www.afternic.com/forsale/to-market.com'),
  'meta-market.com': html('<meta http-equiv="refresh" content="0; url=https://dan.com/buy-domain/meta-market.com">'),
  'locked.com': html('', 401),
  'forbidden.com': html('<h1>Access denied</h1>', 403),
  'busy.com': html('', 429),
  'broken.com': html('<h1>Internal error</h1>', 500),
  'gone.com': html('<h1>Not found</h1>', 404),
  'loop.com': redirect('https://loop.com/'),
  'ping.com': (request, response) => redirect(request.url === '/a' ? '/b' : '/a')(request, response),
  'five.com': (request, response) => {
    const hop = Number(request.url!.slice(1) || 0)
    return hop < 5 ? redirect(`/${hop + 1}`)(request, response) : html(article)(request, response)
  },
  'six.com': (request, response) => {
    const hop = Number(request.url!.slice(1) || 0)
    return hop < 6 ? redirect(`/${hop + 1}`)(request, response) : html(article)(request, response)
  },
  'to-private.com': redirect('http://10.0.0.7/admin'),
  'to-metadata.com': redirect('http://169.254.169.254/latest/meta-data/'),
  'to-loopback.com': redirect('http://127.0.0.1:22/'),
  'to-mapped.com': redirect('http://[::ffff:127.0.0.1]/'),
  'to-decimal.com': redirect('http://2130706433/'),
  'to-hidden.com': redirect('http://private.com/'),
  'to-file.com': redirect('file:///etc/passwd'),
  'to-nowhere.com': (_, response) => response.writeHead(301).end(),
  'to-nonsense.com': redirect('http://%%%'),
  'bomb.com': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(BOMB),
  'packed.com': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      .end(gzipSync('<p>This domain is for sale.</p>')),
  'endless.com': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const more = () => response.destroyed || response.write('<p>words and words</p>'.repeat(3000), more)
    more()
  },
  'dripping.com': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('x'), 200)
    response.on('close', () => clearInterval(timer))
  },
  'mute.com': () => {},
  'picture.com': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('PNG'),
}

const ZONES: Record<string, Zone> = {
  ...Object.fromEntries(Object.keys(HOSTS).map((host) => [host, { A: [PUBLIC], NS: ['ns1.host.example'] }])),
  'www-only.com': { NS: ['ns1.host.example'] },
  'www.www-only.com': { A: [PUBLIC] },
  'no-address.com': { NS: ['ns1.host.example'] },
  'parked-ns.com': { A: [PUBLIC], NS: ['ns1.sedoparking.com'] },
  'v6.com': { AAAA: ['2606:2800:220:1::5'], NS: ['ns1.host.example'] },
  'private.com': { A: ['10.1.2.3'], NS: ['ns1.host.example'] },
  'loopback.com': { A: ['127.0.0.1'], NS: ['ns1.host.example'] },
  'mixed.com': { A: [PUBLIC, '192.168.0.1'], NS: ['ns1.host.example'] },
  'mapped.com': { AAAA: ['::ffff:7f00:1'], NS: ['ns1.host.example'] },
  'refusing.com': { A: [REFUSING], NS: ['ns1.host.example'] },
  'servfail.com': { fault: 'servfail' },
  'dns-refused.com': { fault: 'refused' },
  'silent.com': { fault: 'silent' },
  'nonsense.com': { fault: 'nonsense' },
}

let port: number
let dnsDouble: Awaited<ReturnType<typeof startDnsDouble>>
let client: PageClient
const dialled: string[] = []
const seen: string[] = []
const server = createServer((request, response) => {
  const host = request.headers.host!
  seen.push(`${host}${request.url}`)
  ;(HOSTS[host] ?? html(article))(request, response)
})

/** Only the double is ever reached, and the socket claims to have reached what was dialled. */
const dial: Dial = (options, callback) => {
  dialled.push(options.hostname)
  const reachable = options.hostname === PUBLIC || options.hostname === '2606:2800:220:1::5'
  const target = { ...options, hostname: '127.0.0.1', port: reachable ? String(port) : '1', protocol: 'http:' }
  return systemDial(2000)(target, (...[error, socket]) => {
    if (!socket) return callback(error ?? new Error('no connection'), null)
    Object.defineProperty(socket, 'remoteAddress', { value: options.hostname })
    return callback(null, socket)
  })
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  dnsDouble = await startDnsDouble(ZONES)
  client = createPageClient({ resolve: resolveWith(createDns([dnsDouble.server])), dial })
})
afterAll(async () => {
  await client.close()
  dnsDouble.close()
  server.closeAllConnections()
  server.close()
})

const look = (domain: string) => lookAtSite(createDns([dnsDouble.server]), client, domain)

describe('a site', () => {
  it.each<[string, SiteState]>([
    ['never-registered.com', 'none'],
    ['no-address.com', 'none'],
    ['private.com', 'none'],
    ['loopback.com', 'none'],
    ['mixed.com', 'none'],
    ['mapped.com', 'none'],
    ['parked-ns.com', 'parked'],
    ['for-sale.com', 'parked'],
    ['lander.com', 'parked'],
    ['to-market.com', 'parked'],
    ['meta-market.com', 'parked'],
    ['packed.com', 'parked'],
    ['nginx.com', 'placeholder'],
    ['soon.com', 'placeholder'],
    ['empty.com', 'placeholder'],
    ['blank.com', 'placeholder'],
    ['gone.com', 'placeholder'],
    ['article.com', 'live'],
    ['many-links.com', 'live'],
    ['app.com', 'live'],
    ['picture.com', 'live'],
    ['www-only.com', 'live'],
    ['v6.com', 'live'],
    ['locked.com', 'live'],
    ['forbidden.com', 'live'],
    ['busy.com', 'live'],
    ['five.com', 'live'],
    ['endless.com', 'live'],
    ['bomb.com', 'live'],
    ['six.com', 'unknown'],
    ['loop.com', 'unknown'],
    ['ping.com', 'unknown'],
    ['broken.com', 'unknown'],
    ['refusing.com', 'unknown'],
    ['to-file.com', 'unknown'],
    ['to-nowhere.com', 'unknown'],
    ['to-nonsense.com', 'unknown'],
    ['servfail.com', 'unknown'],
    ['dns-refused.com', 'unknown'],
    ['to-private.com', 'none'],
    ['to-metadata.com', 'none'],
    ['to-loopback.com', 'none'],
    ['to-mapped.com', 'none'],
    ['to-decimal.com', 'none'],
    ['to-hidden.com', 'none'],
  ])('%s is %s', async (domain, state) => {
    expect(await look(domain)).toBe(state)
  })

  // At once: each takes its whole time.
  it.concurrent.each(['silent.com', 'nonsense.com', 'dripping.com', 'mute.com'])(
    '%s ends in time, unknown',
    async (domain) => {
      const before = performance.now()
      expect(await look(domain)).toBe('unknown')
      expect(performance.now() - before).toBeLessThan(25_000)
    },
  )

  it('was looked for at public addresses only', () => {
    expect(new Set(dialled)).toEqual(new Set([PUBLIC, REFUSING, '2606:2800:220:1::5']))
    expect(seen.some((what) => /10\.0\.0\.7|169\.254|127\.0\.0\.1/.test(what))).toBe(false)
  })
})

describe('the look of the service', () => {
  it('is shared by those who ask at once and remembered for a while; what could not be told is asked again', async () => {
    const sites = createSites({ dns: createDns([dnsDouble.server]), dial })
    const count = () => seen.filter((what) => what === 'article.com/').length
    const before = count()
    expect(await Promise.all(Array.from({ length: 20 }, () => sites.hasActiveSite('article.com')))).toEqual(
      Array.from({ length: 20 }, () => true),
    )
    expect(await sites.hasActiveSite('article.com')).toBe(true)
    // One look for all 21. On a busy machine a look may try its request a second time.
    expect(count() - before).toBeLessThanOrEqual(2)
    expect([await sites.hasActiveSite('for-sale.com'), await sites.hasActiveSite('broken.com')]).toEqual([false, null])
    const again = seen.filter((what) => what === 'broken.com/').length
    await sites.hasActiveSite('broken.com')
    expect(seen.filter((what) => what === 'broken.com/').length).toBeGreaterThan(again)
    await sites.close()
  })

  it('can be simulated without a network', async () => {
    const sites = createSimulatedSites()
    expect(await sites.hasActiveSite('a.com')).toBe(false)
    await sites.close()
  })
})

describe('a page', () => {
  it.each([
    ['<p>The domain example.com may be for sale. Click here to inquire about this domain.</p>', 'parked'],
    ['<h1>Acme</h1><p>We build things. Call us on 555-1234 or visit our shop in the old town.</p>', 'live'],
    ['<!-- Buy this domain --><h1>Acme</h1><p>We build things for everybody.</p>', 'live'],
    ['<script>"This domain is for sale"</script><h1>Acme</h1><p>We build things.</p>', 'live'],
    ['<title>Index of /</title><h1>Index of /</h1>', 'placeholder'],
    ['<p>Account suspended</p>', 'placeholder'],
    ['<img src="/one.jpg">', 'live'],
    ['<p>Not here: <a href="/x">a < b</a></p>', 'placeholder'],
  ])('%s is %s', (body, verdict) => {
    expect(judgePage(body, 'text/html')).toBe(verdict)
  })

  it('is judged in time, however it is made', () => {
    for (const piece of [
      '<',
      '<a ',
      '<a href',
      '<script>',
      '<script src=',
      '<!--',
      '<meta http-equiv=refresh content=0;url=',
      '<meta http-equiv = ',
      '</',
      '& nbsp;',
      ' ',
      'a-',
      'domain ',
      '\n',
      '<svg ',
    ])
      for (const end of ['', '>', '-->']) {
        const body = piece.repeat(260_000 / piece.length) + end
        // Processor time: a busy machine makes everything take longer.
        const before = process.cpuUsage()
        judgePage(body, 'text/html')
        refreshTarget(body)
        const { user, system } = process.cpuUsage(before)
        expect([piece, end, user + system < 2_000_000]).toEqual([piece, end, true])
      }
  })
})
