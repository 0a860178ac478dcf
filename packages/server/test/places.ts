// The places that the OpenAPI document does not describe, as the router has them: pages, forms, files, and the portal's second doors.
import Fastify, { type FastifyInstance } from 'fastify'
import { AREAS } from '../src/areas/areas.ts'
import { mountPortal, PORTAL_PREFIX } from '../src/areas/portal.ts'
import type { Deps } from '../src/deps.ts'
import { openApiDocument } from '../src/document.ts'
import { mountSystem } from '../src/http/server.ts'
import { mountPages } from '../src/pages/pages.ts'

export type Place = { method: string; url: string }

/** Registering a route asks nothing of a database: the settings are enough, and nothing is served. */
const UNUSED = { config: { baseUrl: 'http://localhost', production: false } } as unknown as Deps

async function listPlaces(mount: (app: FastifyInstance) => void): Promise<Place[]> {
  const app = Fastify({ exposeHeadRoutes: false })
  const places: Place[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) places.push({ method: one, url: url.replace(/:(\w+)/g, '{$1}') })
  })
  mount(app)
  await app.ready()
  return places
}

export const pagePlaces = (): Promise<Place[]> =>
  listPlaces((app) => {
    mountSystem(app, UNUSED, { isPublic: true })
    mountPages(app, UNUSED, () => openApiDocument('0'))
  })

/** The partner's routes in the portal, once for each environment. */
export async function mirrorPlaces(): Promise<Place[]> {
  const [partner] = AREAS
  const places = await listPlaces((app) => mountPortal(app, UNUSED, { own: [], partner: partner.routes }))
  return places.filter(({ url }) => /^\/(sandbox|live)\//.test(url.slice(PORTAL_PREFIX.length)))
}
