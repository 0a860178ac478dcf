// The documentation page: both areas, and a console whose scripts are the service's own.
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()
const get = (url: string) => service.send({ method: 'GET', url })

describe('/docs', () => {
  it('shows every operation of the document, of both areas, and what is pushed', async () => {
    const { text } = await get('/docs')
    const document = (await get('/openapi.json')).json
    const ids = Object.values({ ...document.paths, ...document.webhooks })
      .flatMap((methods) => Object.values(methods as Record<string, { operationId: string }>))
      .map(({ operationId }) => operationId)
    expect(ids.filter((id) => !text.includes(`<details id="${id}">`))).toEqual([])
    for (const area of ['Partner API', 'Public API', 'Operator API', 'OAuth', 'MCP'])
      expect(text).toContain(`<h2>${area}</h2>`)
  })

  it('runs scripts of its own only, and talks to nobody else', async () => {
    const { text, headers } = await get('/docs')
    const policy = headers['content-security-policy']
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toContain('<script type="module" src="/docs/console.js">')
    expect(scripts.filter((tag) => !/src="\/(docs|assets)\//.test(tag))).toEqual([])
  })

  it('signs in the browser with the very signer of the SDK', async () => {
    const console = await get('/docs/console.js')
    expect(console.headers['content-type']).toContain('text/javascript')
    expect(console.text).toContain("from './signing.js'")
    const { text } = await get('/docs/signing.js')
    const signer = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
    const partner = await service.partner()
    const path = '/api/partner/v1/me'
    const { headers } = await signer.signRequest({ method: 'GET', path, ...partner })
    expect((await service.send({ method: 'GET', url: path, headers })).status).toBe(200)
  })
})
