// Negotiation of Accept-Encoding, and streams that are flushed with every chunk.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, compressBody, compressStream } from './content-encoding.ts'
import { matchesEtag } from './delivery.ts'

describe('chooseEncoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;Q=1.0, BR;Q=0.2', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=0.3, identity;q=0.8', null],
    ['gzip;q=0.8, identity;q=0.3', 'gzip'],
    ['gzip;q=nonsense', null],
    ['gzip;q=7', null],
    ['deflate, zstd', null],
    [';;;,,,;q=', null],
  ])('%j chooses %j', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding))
})

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }

describe.each(['br', 'gzip'] as const)('%s', (encoding) => {
  it.each([false, true])('packs a body that unpacks to the same bytes (best: %s)', async (best) => {
    const body = 'Freehold sells domains. '.repeat(500)
    const packed = await compressBody(body, { encoding, best })
    expect(packed.length).toBeLessThan(body.length / 10)
    expect(UNPACK[encoding](packed).toString()).toBe(body)
  })

  it('delivers each chunk of a stream before the next one exists', async () => {
    let next: (line: string | null) => void = () => {}
    const source = new Readable({ read() {} })
    next = (line) => void source.push(line)
    const client = encoding === 'br' ? createBrotliDecompress() : createGunzip()
    compressStream(source, encoding).pipe(client)
    for (const line of ['{"n":1}\n', '{"n":2}\n']) {
      next(line)
      const [chunk] = (await once(client, 'data')) as [Buffer]
      expect(chunk.toString()).toBe(line)
    }
    next(null)
    await once(client, 'end')
  })

  it('ends the source when the reader goes away', async () => {
    const source = new Readable({ read() {} })
    const closed = new Promise((resolve) => source.once('close', resolve))
    compressStream(source, encoding).destroy()
    await closed
    expect(source.destroyed).toBe(true)
  })
})

describe('matchesEtag', () => {
  it.each([
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
  ])('%j: %s', (header, matches) => expect(matchesEtag(header, 'W/"a"')).toBe(matches))
})
