// Cookies: the one reader of the request header, and how we name and set our own.

/** What the browser sent under this name, in its order. A name can come twice: a neighbor under the same domain can set one. */
export function readCookies(header: string | undefined, name: string): string[] {
  const values: string[] = []
  for (const pair of (header ?? '').split(';')) {
    const text = pair.trimStart()
    if (text.startsWith(`${name}=`)) values.push(text.slice(name.length + 1))
  }
  return values
}

/** The prefix binds the cookie to this host over https; plain http, in development, cannot carry it. */
export const hostCookieName = (baseUrl: string, name: string): string =>
  baseUrl.startsWith('https:') ? `__Host-${name}` : name

/** The value of `Set-Cookie`: first-party and out of reach of scripts. No seconds ends the cookie. */
export function hostCookie(baseUrl: string, name: string, value: string, seconds: number): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${hostCookieName(baseUrl, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
