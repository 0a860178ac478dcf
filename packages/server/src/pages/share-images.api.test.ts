// The image of a domain: drawn, kept, validated, and bounded.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { SHARE_IMAGES_WAITING_MAX } from '../kernel/limits.ts'
import { createShareImages } from './share-images.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ method: 'GET', url, headers })
const readSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('/domains/{domain}/share.png', () => {
  it('is a PNG of 1200 by 630 pixels that the page of the domain names', async () => {
    const { domain } = await service.list('live', `shared-${process.pid}.com`)
    const image = await get(`/domains/${domain}/share.png`)
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
    expect(image.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect(readSize(image.rawPayload)).toEqual([1200, 630])
    expect(image.rawPayload.length).toBeLessThan(100_000)
    expect(image.headers['cache-control']).toBe('public, max-age=3600')
    const { baseUrl } = service.deps.config
    expect((await get(`/domains/${domain}`)).body).toContain(
      `<meta property="og:image" content="${baseUrl}/domains/${domain}/share.png">`,
    )
  })

  it('has another ETag when the price changes, and 304 for the same one', async () => {
    const { domain, listing_id } = await service.list('live', `priced-${process.pid}.com`)
    const url = `/domains/${domain}/share.png`
    const etag = String((await get(url)).headers.etag)
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
    await service.operator('PATCH', `/listings/${listing_id}`, { price_cents: 777_700 })
    const changed = await get(url, { 'if-none-match': etag })
    expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false])
  })

  it('draws every kind of domain', async () => {
    const names = ['a.co', `${'w'.repeat(63)}.international`, 'xn--mnchen-3ya.de', 'xn--fiqs8s.com', 'xn--e1afmkfd.com']
    for (const name of names) {
      const { statusCode, rawPayload } = await get(`/domains/${name}/share.png`)
      expect([name, statusCode]).toEqual([name, 200])
      expect(readSize(rawPayload)).toEqual([1200, 630])
    }
  })

  it.each(['not%20a%20name', 'no-tld', '..', '%00.com'])('does not exist for %s', async (name) => {
    expect((await get(`/domains/${name}/share.png`)).statusCode).toBe(404)
  })
})

describe('drawing', () => {
  it('draws one image at a time, each once, and refuses when too many wait', async () => {
    let [atOnce, most, drawn] = [0, 0, 0]
    const find = createShareImages(async (svg) => {
      atOnce++
      most = Math.max(most, atOnce)
      drawn++
      await new Promise((resolve) => setTimeout(resolve, 2))
      atOnce--
      return Buffer.from(svg)
    })
    const asked = Array.from({ length: SHARE_IMAGES_WAITING_MAX + 5 }, (_, n) => find(`image ${n}`))
    const found = await Promise.all(asked)
    expect(found.filter((image) => image === null)).toHaveLength(5)
    expect([most, drawn]).toEqual([1, SHARE_IMAGES_WAITING_MAX])
    expect((await find('image 0'))?.toString()).toBe('image 0')
    expect(drawn).toBe(SHARE_IMAGES_WAITING_MAX)
  })

  it('goes on after a failure', async () => {
    let fails = true
    const find = createShareImages(async (svg) => {
      if (fails) throw new Error('broken')
      return Buffer.from(svg)
    })
    await expect(find('one')).rejects.toThrow('broken')
    fails = false
    expect((await find('one'))?.toString()).toBe('one')
  })
})
