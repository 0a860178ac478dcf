// URLs that others send: read by the URL parser only when their host is short enough to be one.

/** Longer than a request line of ours, and than any URL that browsers and servers agree on. */
const URL_LENGTH_MAX = 16_384
/** A user name, a host name of 253 characters in any spelling, and a port. */
const AUTHORITY_LENGTH_MAX = 512

/** What stands before the first slash, question mark or hash after the scheme. The parser reads a backslash as a slash. */
const AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i

/**
 * The URL, or null when the text is not one. The parser takes quadratic time on a long international host (normalization,
 * Punycode), so lengths are checked first. It drops tabs and line ends; a text that needs that is not a URL here.
 */
export function parseUrl(text: string, base?: string): URL | null {
  if (text.length > URL_LENGTH_MAX || /[\t\n\r]/.test(text)) return null
  const [, authority = ''] = AUTHORITY.exec(text.trimStart()) ?? []
  if (authority.length > AUTHORITY_LENGTH_MAX) return null
  return URL.canParse(text, base) ? new URL(text, base) : null
}
