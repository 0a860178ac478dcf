// The scripts, styles, fonts and icons of the pages, from memory. The names of built files change with their content.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CLIENT_FOLDER } from '@freehold/web'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { toStaticBody } from '../http/static-body.ts'
import { ApiError } from '../kernel/errors.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

type Asset = { type: string; body: Buffer }

/** The brand's icons and social image; `npm run brand` renders them. */
const BRAND_FOLDER = new URL('../../assets/brand/', import.meta.url)
const BRAND_FILES = {
  'favicon.svg': 'image/svg+xml',
  'favicon.ico': 'image/x-icon',
  'apple-touch-icon.png': 'image/png',
  'social.png': 'image/png',
}

/** For a marketplace that someone adds to the home screen of a phone. */
const MANIFEST = {
  name: 'Freehold',
  short_name: 'Freehold',
  description: 'The open domain marketplace',
  start_url: '/',
  display: 'browser',
  background_color: '#fbfaf7',
  theme_color: '#0b5d43',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
  ],
}

function readAssets(): Map<string, Asset> {
  const names = existsSync(CLIENT_FOLDER) ? readdirSync(CLIENT_FOLDER) : []
  return new Map(
    names.flatMap((name): [string, Asset][] => {
      const type = TYPES[path.extname(name)]
      return type ? [[name, { type, body: toStaticBody(readFileSync(CLIENT_FOLDER + name)) }]] : []
    }),
  )
}

export function mountAssets(app: FastifyInstance): void {
  const assets = readAssets()
  const config = { routeId: 'system.assets' }
  app.get('/assets/:file', { config }, (request, reply): FastifyReply => {
    const asset = assets.get((request.params as { file: string }).file)
    if (!asset) throw new ApiError('not_found', { message: 'File not found.' })
    return reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable').send(asset.body)
  })
  const files = Object.entries(BRAND_FILES).map(([name, type]): [string, Asset] => [
    name,
    { type, body: readFileSync(new URL(name, BRAND_FOLDER)) },
  ])
  const manifest = { type: 'application/manifest+json; charset=utf-8', body: Buffer.from(JSON.stringify(MANIFEST)) }
  for (const [name, { type, body }] of [...files, ['site.webmanifest', manifest] as const]) {
    const kept = toStaticBody(body)
    app.get(`/${name}`, { config }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(kept),
    )
  }
}
