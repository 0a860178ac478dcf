// The scripts, styles, fonts and icons of the pages, from memory. The names of built files change with their content.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { CLIENT_FOLDER } from '@freehold/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../kernel/errors.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

type Encoding = 'br' | 'gzip'
type Asset = { type: string; plain: Buffer; packed: Map<Encoding, Buffer> }

const PACK: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
}

/** The brand's icons and social image; `npm run brand` renders them. */
const BRAND_FOLDER = new URL('../../assets/brand/', import.meta.url)
const BRAND_FILES = {
  'favicon.svg': 'image/svg+xml',
  'favicon.ico': 'image/x-icon',
  'apple-touch-icon.png': 'image/png',
  'social.png': 'image/png',
}

function readAssets(): Map<string, Asset> {
  const names = existsSync(CLIENT_FOLDER) ? readdirSync(CLIENT_FOLDER) : []
  return new Map(
    names.flatMap((name): [string, Asset][] => {
      const type = TYPES[path.extname(name)]
      return type ? [[name, { type, plain: readFileSync(CLIENT_FOLDER + name), packed: new Map() }]] : []
    }),
  )
}

function chooseEncoding(request: FastifyRequest, { type }: Asset): Encoding | null {
  if (type.startsWith('font/')) return null
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/** Packed once, when it is first asked for. */
function packed(asset: Asset, encoding: Encoding): Buffer {
  const bytes = asset.packed.get(encoding) ?? PACK[encoding](asset.plain)
  asset.packed.set(encoding, bytes)
  return bytes
}

export function mountAssets(app: FastifyInstance): void {
  const assets = readAssets()
  app.get('/assets/:file', { config: { routeId: 'system.assets' } }, (request, reply): FastifyReply => {
    const asset = assets.get((request.params as { file: string }).file)
    if (!asset) throw new ApiError('not_found', { message: 'File not found.' })
    const encoding = chooseEncoding(request, asset)
    reply
      .type(asset.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(encoding ? packed(asset, encoding) : asset.plain)
  })
  for (const [name, type] of Object.entries(BRAND_FILES)) {
    const bytes = readFileSync(new URL(name, BRAND_FOLDER))
    app.get(`/${name}`, { config: { routeId: 'system.assets' } }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes),
    )
  }
}
