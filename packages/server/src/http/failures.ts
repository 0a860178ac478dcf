// How a request fails: a person who opened a URL gets a page, a program gets JSON.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type ApiError, ERRORS, type ErrorCode } from '../kernel/errors.ts'
import { DATABASE_UNAVAILABLE, noteFailure, sendError } from './error-handler.ts'
import { type PropsOf, sendMessage } from './page.ts'
import { extractPath } from './wire.ts'

/** A browser that opened a URL, not a program that called one. */
export const wantsPage = ({ method, headers, raw }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '').includes('text/html') &&
  !/^\/(api|mcp|\.well-known)(\/|$)/.test(extractPath(raw.url))

const OUR_FAULT = 'The service is temporarily unavailable. Try again in a moment.'
/** Instead of texts that tell a program how to retry. */
const PERSON_TEXTS: ReadonlyMap<string, string> = new Map([
  [ERRORS.internal_error.text, 'An unexpected error occurred on our side. Try again in a moment.'],
  [ERRORS.upstream_unavailable.text, OUR_FAULT],
  [DATABASE_UNAVAILABLE, OUR_FAULT],
])

const TITLES: Partial<Record<ErrorCode, string>> = {
  not_found: 'Page not found',
  rate_limited: 'Too many requests',
  upstream_unavailable: 'Temporarily unavailable',
  internal_error: 'Something went wrong on our side',
}

/** An error message for a person, who does not see headers. */
export function textFor({ code, message, headers, reason }: ApiError): string {
  const seconds = headers['retry-after']
  // A limit with its own reason has its own message.
  if (code !== 'rate_limited' || seconds === undefined || reason !== null) return PERSON_TEXTS.get(message) ?? message
  const minutes = Math.ceil(Number(seconds) / 60)
  const wait = minutes > 1 ? `${minutes} minutes` : `${seconds} ${seconds === '1' ? 'second' : 'seconds'}`
  return `Too many attempts. Try again in ${wait}.`
}

/** Refused by the hundred when there is least time: rendered once. */
const BUSY: PropsOf<'message'> = {
  title: 'The service is busy',
  text: 'More people are using the service than it can handle right now. Wait a few seconds, then reload the page.',
}
const TOO_MANY: PropsOf<'message'> = {
  title: 'Too many requests',
  text: 'Your network sends too many requests at the same time. Wait a few seconds, then reload the page.',
}

export function sendErrorPage(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const title = TITLES[error.code] ?? 'Something went wrong'
  const props = { title, text: textFor(error), requestId: request.id }
  return sendMessage(reply.headers(error.headers), error.status, props)
}

/** `expected`: no line in the log, for what is refused by the hundred when there is least time to write it. */
export function sendFailure(
  deps: Pick<Deps, 'log' | 'metrics'>,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  { expected = false }: { expected?: boolean } = {},
): FastifyReply {
  if (!wantsPage(request)) return sendError(deps, request, reply, thrown, { expected })
  const error = noteFailure(deps, request, thrown, { expected })
  if (!expected) return sendErrorPage(request, reply, error)
  return sendMessage(reply.headers(error.headers), error.status, error.code === 'rate_limited' ? TOO_MANY : BUSY, {
    isConstant: true,
  })
}
