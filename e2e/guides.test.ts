// The guides: links, and the signing snippets in seven languages.
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryPairs } from '../packages/server/src/http/query.ts'
import { canonicalQuery, canonicalString } from '../packages/server/src/http/signature.ts'
import { cleanUp, finish, project, type Service } from './process.ts'
import { isInstalled, RUNTIMES, snippetFile } from './snippet-runtimes.ts'
import { startUsed } from './used-service.ts'

const GUIDES = path.join(project, 'docs/guides')
const readGuide = (name: string) => readFileSync(path.join(GUIDES, name), 'utf8')

let service: Service
beforeAll(async () => {
  service = await startUsed({ RATE_LIMITS: 'off' })
})
afterAll(cleanUp)

describe('the guides', () => {
  it('link to files that exist, and are all listed in the index', () => {
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
  /** Beyond the test vectors: invalid escapes, and an order in which UTF-16 differs from UTF-8. */
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

  it(`run where their runtime is installed (not run here: ${missing.join(', ') || 'none'})`, () => {
    expect(installed.map(({ language }) => language)).toEqual(expect.arrayContaining(['bash', 'JavaScript']))
  })

  it.each(installed.map((runtime) => [runtime.language, runtime] as const))(
    '%s matches the signing vectors, reads, and records an order',
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
      const url = '/api/partner/v1/quotes'
      const write = await finish([...prepared.request, 'POST', url, '{"domain":"held.test"}'], settings)
      expect([write.stderr, write.code, JSON.parse(write.stdout).domain]).toEqual(['', 0, 'held.test'])
      const order = { quote_id: JSON.parse(write.stdout).quote_id, external_payment_ref: `snippet-${runtime.language}` }
      const recording = ['POST', '/api/partner/v1/orders', JSON.stringify(order), `key-${runtime.language}`]
      const recorded = await finish([...prepared.request, ...recording], settings)
      expect([recorded.stderr, recorded.code, JSON.parse(recorded.stdout)]).toEqual([
        '',
        0,
        expect.objectContaining(order),
      ])
    },
  )
})
