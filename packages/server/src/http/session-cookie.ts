// The browser's session cookie, and the check that a request with it comes from our own pages.
import { ApiError } from '../kernel/errors.ts'

/** The prefix binds the cookie to this host over https; plain http, in development, cannot carry it. */
export const sessionCookieName = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Host-freehold_session' : 'freehold_session'

const COOKIE = /(?:^|; *)(?:__Host-)?freehold_session=([\w-]{20,200})(?=;|$)/

export const readSessionCookie = (header: string | undefined): string | undefined => COOKIE.exec(header ?? '')?.[1]

/**
 * A browser says where a request comes from. A write that does not say so, or says elsewhere, is not from one of our pages;
 * of a read it is enough that it is not from another site, since another site could not see the answer.
 */
export function isSameOrigin(
  method: string,
  headers: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  if (origin !== undefined) return origin === baseUrl || (URL.canParse(origin) && new URL(origin).host === host)
  return site === 'same-origin' || method === 'GET' || method === 'HEAD'
}

/** For forms: whoever is not on our page gets a clear refusal. */
export function assertSameOrigin(
  method: string,
  headers: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): void {
  if (!isSameOrigin(method, headers, baseUrl))
    throw new ApiError('forbidden', { message: 'This request must come from a page of this service.' })
}
