// Brotli and gzip: which of them a client accepts, and how a body is compressed, whole or as a stream.
import { pipeline, type Readable, type Transform } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { findWeight, parseAccepted } from './accepted.ts'

/** The preferred one first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** For bodies that are compressed while a client waits. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

/** RFC 9110 §12.5.3. Null: send the body as it is. */
export function chooseEncoding(header: string | undefined): Encoding | null {
  const accepted = parseAccepted(header)
  const wildcard = findWeight(accepted, '*') ?? 0
  // Old clients call gzip x-gzip.
  const weigh = (encoding: Encoding) =>
    findWeight(accepted, encoding) ?? findWeight(accepted, `x-${encoding}`) ?? wildcard
  const best = ENCODINGS.reduce((first, next) => (weigh(next) > weigh(first) ? next : first))
  return weigh(best) > 0 && weigh(best) >= (findWeight(accepted, 'identity') ?? 0) ? best : null
}

const brotliOptions = (quality: number, size = 0) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
})

/** In a thread of the pool. `best` takes a hundred times longer, for bodies that are kept. */
export function compressBody(
  body: string | Uint8Array,
  { encoding, best = false }: { encoding: Encoding; best?: boolean },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, packed: Buffer) => (error ? reject(error) : resolve(packed))
    if (encoding === 'gzip') gzip(body, { level: best ? constants.Z_BEST_COMPRESSION : GZIP_LEVEL }, done)
    else brotliCompress(body, brotliOptions(best ? constants.BROTLI_MAX_QUALITY : BROTLI_QUALITY, body.length), done)
  })
}

/** Every chunk is flushed, so the client can read it before the next one exists. */
function createCompressor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH })
  return createBrotliCompress({ ...brotliOptions(BROTLI_QUALITY), flush: constants.BROTLI_OPERATION_FLUSH })
}

/** An end or error of one stream ends the other: a client that disconnects still stops the work behind its response. */
export function compressStream(source: Readable, encoding: Encoding): Readable {
  const compressor = createCompressor(encoding)
  pipeline(source, compressor, () => {})
  return compressor
}
