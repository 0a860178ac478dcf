// The browser's session cookie, and the check that a request with it comes from our own pages.

import { ApiError } from '../kernel/errors.ts'
import { hostCookie, hostCookieName, readCookies } from '../kernel/text/cookies.ts'
import { parseUrl } from '../kernel/text/url.ts'

const NAME = 'freehold_session'
const TOKEN = /^[\w-]+$/
const TOKEN_LENGTH = { least: 20, most: 200 }

const isToken = (value: string): boolean =>
  value.length >= TOKEN_LENGTH.least && value.length <= TOKEN_LENGTH.most && TOKEN.test(value)

export const sessionCookieName = (baseUrl: string): string => hostCookieName(baseUrl, NAME)

/** Only under the name that we gave it: without the prefix, a neighbour under the same domain could have set it. */
export const readSessionCookie = (header: string | undefined, baseUrl: string): string | undefined =>
  readCookies(header, sessionCookieName(baseUrl)).find(isToken)

/** For the answer that begins a session (`seconds` its whole life) or ends it (no value, no seconds). */
export const sessionCookie = (baseUrl: string, value: string, seconds: number): string =>
  hostCookie(baseUrl, NAME, value, seconds)

type Headers = Readonly<Record<string, string | undefined>>

/** In development the service answers to more names than its own, `127.0.0.1` among them; over https to the one. */
function isOurs(address: string, host: string | undefined, baseUrl: string): boolean {
  const url = parseUrl(address)
  if (url === null) return false
  return url.origin === baseUrl || (baseUrl.startsWith('http:') && url.host === host)
}

/**
 * A browser says where a request comes from. A write that does not say so, or says elsewhere, is not from one of our pages;
 * of a read it is enough that it is not from another site, since another site could not see the answer.
 */
export function isSameOrigin(method: string, headers: Headers, baseUrl: string): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  if (origin !== undefined) return isOurs(origin, host, baseUrl)
  return site === 'same-origin' || method === 'GET' || method === 'HEAD'
}

/**
 * For forms. Every browser says where a form comes from: by Sec-Fetch-Site, Origin or Referer. One that says elsewhere is
 * refused; a request that says nothing at all is no browser's, and carries no cookie that its sender does not know.
 */
export function assertOwnForm(headers: Headers, baseUrl: string): void {
  const { origin, host, referer } = headers
  const site = headers['sec-fetch-site']
  const from = origin ?? referer
  if ((site === undefined || site === 'same-origin') && (from === undefined || isOurs(from, host, baseUrl))) return
  throw new ApiError('forbidden', {
    message: 'The form was not sent from a page of this service. Reload the page and try again.',
  })
}
