// The scripts, styles and fonts of the pages, from memory. Their names change with their content, so browsers keep them.
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

/** The boundary stone of the brand, for the browser's tab. */
const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#0b5d43"/><g fill="none" stroke="#fff" stroke-linecap="round"><path d="M5 19h14" stroke-width="1.8"/><path d="M8 18.5V10a4 4 0 0 1 8 0v8.5" stroke-width="1.8"/><path d="M10.8 12h2.4M10.8 15h2.4" stroke-width="1.5"/></g></svg>'

function readAssets(): Map<string, Asset> {
  const names = existsSync(CLIENT_FOLDER) ? readdirSync(CLIENT_FOLDER) : []
  return new Map(
    names.flatMap((name): [string, Asset][] => {
      const type = TYPES[path.extname(name)]
      return type ? [[name, { type, plain: readFileSync(CLIENT_FOLDER + name), packed: new Map() }]] : []
    }),
  )
}

function encodingOf(request: FastifyRequest, { type }: Asset): Encoding | null {
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
    const encoding = encodingOf(request, asset)
    reply
      .type(asset.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(encoding ? packed(asset, encoding) : asset.plain)
  })
  app.get('/favicon.svg', { config: { routeId: 'system.assets' } }, (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(FAVICON),
  )
  app.get('/favicon.ico', { config: { routeId: 'system.assets' } }, (_request, reply) =>
    reply.redirect('/favicon.svg', 301),
  )
}
