// One look at one page: public addresses only, no redirect followed, an end in time and in size, packed or not.
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { AddressRefused, type Dial, guardedConnector, NameUnknown, type Resolve } from '../outbound/connect.ts'

export type Page = { status: number; contentType: string; location: string | null; body: string }
/** `refused`: it leads to an address that is not public. */
export type PageFailure = 'refused' | 'unknown_name' | 'failed'
export type PageClient = { get(url: string, signal: AbortSignal): Promise<Page | PageFailure>; close(): Promise<void> }

const BODY_BYTES_MAX = 256 * 1024
const PAGE_TIMEOUT_MS = 4000
const CONNECT_TIMEOUT_MS = 3000
const HEADER_BYTES_MAX = 32 * 1024

/** Certificates are not judged: this is a look at a public page, and nothing secret goes out with it. */
export const probeDial = (): Dial =>
  buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false, rejectUnauthorized: false })

/** What fits is read; the rest is left where it is. */
async function readSome(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= BODY_BYTES_MAX) break
  }
  return Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX)
}

/** A part of a packed page unpacks to a part of the page. One that unpacks to too much is cut off by the unpacker. */
function unpack(bytes: Buffer, encoding: string): Buffer {
  const options = { maxOutputLength: BODY_BYTES_MAX * 4, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, options)
    if (encoding === 'deflate') return inflateSync(bytes, options)
    if (encoding === 'br')
      return brotliDecompressSync(bytes, {
        maxOutputLength: options.maxOutputLength,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      })
  } catch (error) {
    // Too much to be a placeholder: whatever it says, it is long.
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return Buffer.alloc(BODY_BYTES_MAX, 'x')
    return Buffer.alloc(0)
  }
  return bytes
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))

export function createPageClient({ resolve, dial = probeDial() }: { resolve: Resolve; dial?: Dial }): PageClient {
  const agent = new Agent({
    connect: guardedConnector({ allowLoopback: false, resolve, dial }),
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: 1,
    pipelining: 1,
  })
  return {
    async get(url, signal) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(PAGE_TIMEOUT_MS)])
      try {
        const { origin, pathname, search } = new URL(url)
        const response = await agent.request({
          origin,
          path: pathname + search,
          method: 'GET',
          signal: deadline,
          headers: {
            'user-agent': 'FreeholdSiteCheck/1.0',
            accept: 'text/html,*/*;q=0.5',
            'accept-encoding': 'identity',
          },
        })
        const { statusCode: status, headers } = response
        // A body that is not read to its end is an error to the stream, and to nobody else.
        response.body.on('error', () => {})
        const redirect = status >= 300 && status < 400
        const bytes = redirect ? Buffer.alloc(0) : await readSome(response.body)
        if (redirect) response.body.destroy()
        const body = unpack(bytes, one(headers['content-encoding']).trim().toLowerCase()).toString('latin1')
        return { status, contentType: one(headers['content-type']), location: one(headers.location) || null, body }
      } catch (error) {
        if (error instanceof AddressRefused) return 'refused'
        return error instanceof NameUnknown ? 'unknown_name' : 'failed'
      }
    },
    close: () => agent.destroy(),
  }
}
