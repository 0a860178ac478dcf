// The HTML part of a message for the frame on the console's page. It has inline styles, which no page of ours may have, so it is a
// document of its own in which nothing runs and nothing is loaded.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../kernel/errors.ts'
import { readForOperator } from '../modules/mail/index.ts'
import { signedInAt } from './visits.ts'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export function mountMailPreview(scope: FastifyInstance, deps: Deps): void {
  const config = { routeId: 'pages.console.mail_preview' }
  scope.get<{ Params: { item: string } }>('/console/mail/:item/preview', { config }, async (request, reply) => {
    const session = await signedInAt(deps, request)
    if (!session || session.operatorRole === null) throw notFound('Page not found.')
    const { rendered } = await readForOperator(deps, deps.db, request.params.item)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .send(rendered.html)
  })
}
