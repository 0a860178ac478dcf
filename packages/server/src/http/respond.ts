// How a value becomes a response, and the check of responses outside production.
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Route } from './define-route.ts'
import { mismatch } from './validate.ts'

/** Outside production an answer that its own schema does not describe is a bug that must not stay hidden. */
export function serialise(deps: Deps, route: Route, value: unknown): string {
  const text = JSON.stringify(value)
  assertMatches(deps, route, text)
  return text
}

export function assertMatches(deps: Deps, route: Route, text: string): void {
  if (deps.config.production) return
  const wrong = mismatch(route.response, JSON.parse(text))
  if (wrong) throw new Error(`the response of ${route.id} does not match its schema: ${wrong}`)
}

/** `no-cache` may be stored, and is revalidated before each use. */
export type CachePolicy = 'no-store' | 'no-cache'

export const sendJson = (
  reply: FastifyReply,
  status: number,
  body: string,
  cachePolicy: CachePolicy = 'no-store',
): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', cachePolicy)
    .send(body)
