// Pages with plain forms: a scope that reads URL-encoded bodies and responds to errors with a page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError, invalidField } from '../kernel/errors.ts'
import { limitVisits } from './admission/rate-limit.ts'
import { isPlainUtf8 } from './body.ts'
import { noteFailure } from './error-handler.ts'
import { sendErrorPage } from './failures.ts'
import { queryPairs } from './query.ts'
import { assertOwnForm } from './session-cookie.ts'
import { assertStorable } from './validate.ts'

const FORM_BYTES_MAX = 32 * 1024

export { textFor } from './failures.ts'

/** The text of a field; empty when it was not sent. */
export type Form = (name: string) => string

/** `counted: false` for pages that do not read the database for anonymous visitors. */
export function mountForms(
  app: FastifyInstance,
  deps: Deps,
  mount: (scope: FastifyInstance) => void,
  { counted = true } = {},
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    )
    // Every such page reads the session from the database. Submitted forms have their own limits.
    const limit = limitVisits(deps)
    scope.addHook('onRequest', async (request, reply) => {
      if (counted && (request.method === 'GET' || request.method === 'HEAD')) await limit(request, reply)
    })
    scope.setErrorHandler((error, request, reply) => sendErrorPage(request, reply, noteFailure(deps, request, error)))
    mount(scope)
  })
}

/** Where a form leads; nothing of it is cached. */
export const sendTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(path, 303)

/** A form that one of our own pages sent, each field once. */
export function receiveForm({ config }: Pick<Deps, 'config'>, request: FastifyRequest): Form {
  const headers = request.headers as Record<string, string | undefined>
  assertOwnForm(headers, config.baseUrl)
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const [type] = (headers['content-type'] ?? '').toLowerCase().split(';', 1)
  if (text !== '' && (type?.trim() !== 'application/x-www-form-urlencoded' || !isPlainUtf8(headers)))
    throw new ApiError('unsupported_media_type', {
      message: 'Unsupported content type. Send the form as application/x-www-form-urlencoded.',
    })
  const fields = new Map<string, string>()
  for (const [name, value] of queryPairs(text)) {
    if (fields.has(name)) throw invalidField(name.slice(0, 40), 'must be sent only once')
    assertStorable(value, name.slice(0, 40))
    fields.set(name, value)
  }
  return (name) => fields.get(name) ?? ''
}
