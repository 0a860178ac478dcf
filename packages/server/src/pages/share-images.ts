// `/domains/{domain}/share.png`: draws the image of a domain when it is first asked for, and keeps the last ones.
import { fileURLToPath } from 'node:url'
import { moneyText } from '@freehold/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { matchesEtag } from '../http/delivery.ts'
import { computeEtag } from '../http/static-body.ts'
import { notFound } from '../kernel/errors.ts'
import { lazy } from '../kernel/lazy.ts'
import { SHARE_IMAGES_KEPT, SHARE_IMAGES_WAITING_MAX } from '../kernel/limits.ts'
import { parseDomainName } from '../kernel/text/domain-name.ts'
import { drawShareImage } from './share-image-svg.ts'
import { askApi, orNothing } from './visits.ts'

const FONTS = ['fraunces-latin-600.ttf', 'inter-500.ttf'].map((name) =>
  fileURLToPath(new URL(`../../assets/fonts/${name}`, import.meta.url)),
)

/** A native library, in a thread of the pool. It is large: a service of which nobody shares a link does without it. */
const openRenderer = lazy(async () => (await import('@resvg/resvg-js')).renderAsync)

async function renderPng(svg: string): Promise<Buffer> {
  const render = await openRenderer()
  const font = { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'Inter' }
  return (await render(svg, { font })).asPng()
}

/** One at a time, so that drawing never takes the threads that passwords and compression need. */
export function createShareImages(render: (svg: string) => Promise<Buffer> = renderPng) {
  const kept = new Map<string, Buffer>()
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  function keep(svg: string, png: Buffer): void {
    kept.set(svg, png)
    if (kept.size > SHARE_IMAGES_KEPT) kept.delete(kept.keys().next().value as string)
  }

  /** Null: too many are waiting. */
  return async (svg: string): Promise<Buffer | null> => {
    const known = kept.get(svg)
    if (known) return known
    if (waiting >= SHARE_IMAGES_WAITING_MAX) return null
    waiting++
    const drawn = last.then(async () => kept.get(svg) ?? render(svg))
    last = drawn.catch(() => {})
    try {
      const png = await drawn
      keep(svg, png)
      return png
    } finally {
      waiting--
    }
  }
}

type Listing = { status: string; price_cents: number | null; currency: string }

const NOT_LISTED = 'Check it on Freehold'

function chooseNote(listing: Listing | null): string {
  if (listing === null) return NOT_LISTED
  if (listing.status === 'sold') return 'Sold on Freehold'
  return listing.status === 'listed' && listing.price_cents !== null
    ? `For sale for ${moneyText(listing.price_cents, listing.currency, 'en')}`
    : NOT_LISTED
}

/** The image changes with the price. */
const HOUR_PUBLIC = 'public, max-age=3600'

export function mountShareImages(app: FastifyInstance, scope: FastifyInstance, deps: Deps): void {
  const findImage = createShareImages()
  const sendBrand = (reply: FastifyReply): FastifyReply =>
    reply.removeHeader('etag').header('cache-control', 'no-store').redirect('/social.png', 302)

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const parsed = parseDomainName((request.params as { name: string }).name, { allowTest: false })
    if (!parsed.ok) throw notFound(parsed.message)
    const { domain, unicode } = parsed.name
    const path = `/api/market/listings/${domain}`
    const listing = await orNothing(askApi<Listing>(app, request, { path }))
    const svg = drawShareImage({ domain, unicode, note: chooseNote(listing) })
    const etag = computeEtag(svg)
    reply.header('cache-control', HOUR_PUBLIC).header('etag', etag)
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const png = await findImage(svg).catch((error: unknown) => {
      deps.log.error({ err: error, request_id: request.id }, 'share image failed')
      return null
    })
    return png === null ? sendBrand(reply) : reply.type('image/png').send(png)
  }

  scope.get('/domains/:name/share.png', { config: { routeId: 'pages.share_image' } }, show)
}
