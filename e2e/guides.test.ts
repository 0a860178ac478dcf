// What the guides say is true: blocks marked to run are run as pasted, against one service; snippets sign like the service.
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryPairs } from '../packages/server/src/http/query.ts'
import { canonicalQuery, canonicalString } from '../packages/server/src/http/signature.ts'
import { sign } from '../packages/server/test/signer.ts'
import { cleanUp, finish, freePort, newFolder, project, type Service, startService, usedFolder } from './process.ts'
import { isInstalled, RUNTIMES, snippetFile } from './snippet-runtimes.ts'

const GUIDES = path.join(project, 'docs/guides')
const readGuide = (name: string) => readFileSync(path.join(GUIDES, name), 'utf8')
const blocksOf = (name: string) =>
  [...readGuide(name).matchAll(/^```sh run\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)

let service: Service
beforeAll(async () => {
  // Pages of several guides in a row are more than an address may ask for in a minute.
  service = await startService({ DATA_DIR: await usedFolder(), RATE_LIMITS: 'off' })
})
afterAll(cleanUp)

/** One shell for a whole guide, as a reader would have it. Only the addresses are ours. */
async function paste(name: string, env: Record<string, string> = {}) {
  const receiver = String(await freePort())
  const script = blocksOf(name).join('\n').replaceAll('http://localhost:8080', service.url).replaceAll('4100', receiver)
  const done = await finish(['bash', '--norc', '-euo', 'pipefail', '-c', script], {
    DATA_DIR: service.dataDir,
    BASE: service.url,
    ...env,
  })
  expect([name, done.code, done.stderr]).toEqual([name, 0, ''])
  return done.stdout
}

describe('the guides', () => {
  it('that have something to run are these', () => {
    const running = readdirSync(GUIDES).filter((name) => blocksOf(name).length > 0)
    expect(running).toEqual(['five-minute-start.md', 'mcp.md', 'operating.md', 'signing.md'])
  })

  it('lead from a signed request to an order, a webhook and a statement', async () => {
    const output = await paste('five-minute-start.md')
    for (const event of ['order.recorded', 'order.transfer_completed', 'order.settled'])
      expect(output).toMatch(new RegExp(`^${event} ord_`, 'm'))
    expect(output.match(/^\d{3} .*$/gm)?.filter((line) => !/^20[01] /.test(line))).toEqual([])
    expect(output).toContain('"order_public_id": "ord_')
    expect(output).toMatch(/"missing": \[\n\s+"cart-2"/)
  })

  it('sign by hand', async () => {
    expect(await paste('signing.md')).toContain('quo_')
  })

  it('call a tool as an agent would', async () => {
    expect(await paste('mcp.md')).toContain('quickwheels.com')
  })

  it('link to what is there, and every guide is in their list', () => {
    for (const name of readdirSync(GUIDES))
      for (const [, target = ''] of readGuide(name).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g))
        expect(() => readFileSync(path.join(GUIDES, target)), `${name} → ${target}`).not.toThrow()
    const index = readGuide('README.md')
    const guides = readdirSync(GUIDES).filter((name) => name !== 'README.md')
    expect(guides.filter((name) => !index.includes(`](${name})`))).toEqual([])
  })
})

describe('the signing snippets', () => {
  const known = JSON.parse(readFileSync(path.join(project, 'docs/vectors/signing.json'), 'utf8')) as {
    secret: string
    timestamp: string
    nonce: string
    vectors: { method: string; path: string; query: string; body: string; canonical_query: string; signature: string }[]
  }
  /** Beyond the known answers: broken escapes, and an order in which UTF-16 differs from UTF-8. */
  const further = ['b=%zz&a=%&c=%4', '%EE%80%80=1&%F0%9F%9A%80=2', '&&a=1&&=2&=&', 'a=%2B+b'].map((query) => {
    const pairs = queryPairs(query)
    const asked = { method: 'GET', path: '/api/partner/v1/orders', timestamp: known.timestamp, nonce: known.nonce }
    const text = canonicalString({ ...asked, pairs, body: undefined })
    const signature = `v1=${createHmac('sha256', known.secret).update(text).digest('hex')}`
    return { ...asked, query, body: '', canonical_query: canonicalQuery(pairs), signature }
  })
  const all = [...known.vectors, ...further]
  const lines = (canonical: boolean) =>
    all
      .map(({ method, path: at, query, canonical_query, body }) =>
        [method, at, canonical ? canonical_query : query, known.timestamp, known.nonce, body]
          .map((field) => Buffer.from(field).toString('base64'))
          .join(','),
      )
      .join('\n')

  const installed = RUNTIMES.filter(isInstalled)
  const missing = RUNTIMES.filter((runtime) => !installed.includes(runtime)).map(({ language }) => language)

  it(`are run where there is a runtime (not run here: ${missing.join(', ') || 'none'})`, () => {
    expect(installed.map(({ language }) => language)).toEqual(expect.arrayContaining(['bash', 'JavaScript']))
  })

  it.each(installed.map((runtime) => [runtime.language, runtime] as const))(
    '%s signs the known answers, and a request that the service takes',
    async (_, runtime) => {
      const prepared = runtime.prepare(snippetFile(runtime))
      const input = `${lines(runtime.takesCanonicalQuery ?? false)}\n`
      const signed = await finish(prepared.vectors, { FREEHOLD_SECRET: known.secret }, { input })
      expect([signed.stderr, signed.stdout.trim().split('\n')]).toEqual(['', all.map(({ signature }) => signature)])
      const { key_id, secret } = service.credentials().partner
      const settings = { FREEHOLD_BASE_URL: service.url, FREEHOLD_KEY_ID: key_id, FREEHOLD_SECRET: secret }
      const asked = '/api/partner/v1/domains/search?max_price=500000&q=solar%20panels'
      const read = await finish([...prepared.request, 'GET', asked], settings)
      expect([read.stderr, read.code, JSON.parse(read.stdout).query]).toEqual(['', 0, 'solar panels'])
      const url = '/api/partner/v1/quotes?x=1'
      const write = await finish([...prepared.request, 'POST', url, '{"domain":"held.test"}'], settings)
      expect([write.stderr, write.code, JSON.parse(write.stdout).domain]).toEqual(['', 0, 'held.test'])
    },
  )
})

describe('the guide of operating', () => {
  it('backs up a stopped embedded database, and what is restored serves', async () => {
    const { partner } = service.credentials()
    await service.stop()
    const folder = newFolder()
    const script = `cd ${folder}\n${blocksOf('operating.md').join('\n')}`
    const done = await finish(['bash', '--norc', '-euo', 'pipefail', '-c', script], { DATA_DIR: service.dataDir })
    expect([done.code, done.stderr]).toEqual([0, ''])
    const restored = await startService({ DATA_DIR: path.join(folder, 'restored') })
    expect(restored.credentials().partner).toEqual(partner)
    const request = sign({ keyId: partner.key_id, secret: partner.secret }, 'GET', '/api/partner/v1/settlements')
    const answer = await fetch(restored.url + request.url, { headers: request.headers })
    expect(await answer.json()).toMatchObject({ settlements: [{ status: 'closed' }] })
    await restored.stop()
  })
})
