// Where an application may be answered: which redirect URIs can be registered, and which one a request may name.
import { REDIRECT_URI_LENGTH_MAX } from '../../../kernel/limits.ts'
import { parseUrl } from '../../../kernel/text/url.ts'
import { isPlainHost } from '../../../kernel/text/web-host.ts'

/** What a URI is made of (RFC 3986): no blank, no control character, no backslash, nothing beyond ASCII. */
const URI = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?].*)?)$/
/** A private-use scheme as an app on a device registers it (RFC 8252 §7.1). One letter would be a drive of Windows. */
const PRIVATE_USE = /^([a-z][a-z0-9+.-]{1,62}):(.*)$/

/** Schemes that a browser handles itself or hands to a general program: none of them belongs to one app. */
const SHARED_SCHEMES = new Set(
  (
    'http https javascript data file blob about ftp ftps sftp ws wss vbscript livescript mocha jscript view-source filesystem ' +
    'jar res mk mhtml resource feed pcast chrome edge brave opera vivaldi devtools webpack intent android-app content cid mid urn ' +
    'mailto tel sms smsto mms geo im irc ircs magnet matrix news nntp openpgp4fpr sip sips ssh telnet gopher webcal wtai xmpp ' +
    'bitcoin ldap ldaps git svn smb nfs afp vnc rdp isolated-app fido ipfs ipns dweb gemini applewebdata search search-ms shell ' +
    'local wyciwyg x-jsd'
  ).split(' '),
)
/** Extensions and inner pages of browsers, schemes of web pages (`web+`), and settings and help of Windows. */
const SHARED_STARTS = /^(?:web\+|ext\+|moz-|chrome-|safari-|ms-|microsoft-|view-source|about)/

/** Names an app on the device. A scheme without a dot must go on with a slash, so that `urn:`-like names are not taken for one. */
function isPrivateUse(uri: string): boolean {
  const [, scheme = '', rest = ''] = PRIVATE_USE.exec(uri) ?? []
  if (scheme === '' || SHARED_SCHEMES.has(scheme) || SHARED_STARTS.test(scheme)) return false
  return /\.[a-z0-9]/.test(scheme) || rest.startsWith('/')
}

/**
 * The scheme, two slashes and the authority must stand there as a browser would write them. `https:host` is an address to a URL
 * parser and a path of this service to a browser that is sent there.
 */
const hasPlainOrigin = (uri: string, origin: string): boolean =>
  uri.startsWith(origin) && /^(?:[/?]|$)/.test(uri.slice(origin.length))

/** Why a redirect URI cannot be registered; null when it can. */
export function redirectUriProblem(uri: unknown): string | null {
  if (typeof uri !== 'string') return 'every redirect URI must be a string'
  if (uri.length > REDIRECT_URI_LENGTH_MAX)
    return `a redirect URI must have at most ${REDIRECT_URI_LENGTH_MAX} characters`
  const url = URI.test(uri) ? parseUrl(uri) : null
  if (url === null) return 'a redirect URI must be an absolute URI'
  if (uri.includes('#')) return 'a redirect URI must not have a fragment'
  const { protocol, username, password, hostname, origin } = url
  if (username !== '' || password !== '') return 'a redirect URI must not have a user name or password'
  if (protocol === 'https:') {
    if (!isPlainHost(hostname)) return 'a redirect URI must have a host'
    return hasPlainOrigin(uri, origin) ? null : `a redirect URI must be in normalized form: ${origin}/…`
  }
  if (protocol === 'http:' && LOOPBACK.test(uri)) return null
  if (isPrivateUse(uri)) return null
  return (
    'a redirect URI must use https, http on a loopback IP address, or the private-use scheme of an app, such as ' +
    'com.example.app:/ or cursor://'
  )
}

/** A loopback address without its port: an application there takes whichever port is free (RFC 8252 §7.3). */
const withoutPort = (uri: string): string | null => {
  const [, host, rest] = LOOPBACK.exec(uri) ?? []
  return host === undefined ? null : `${host}${rest}`
}

/** Character by character, but for the port of a loopback address. What could not be registered today matches nothing. */
export function redirectMatches(registered: string, given: string): boolean {
  if (redirectUriProblem(given) !== null) return false
  if (registered === given) return true
  const portless = withoutPort(registered)
  return portless !== null && portless === withoutPort(given)
}

/** The redirect URI of a request: named by it, or the only one that was registered. */
export function chooseRedirect(registered: readonly string[], given: string | undefined): string | null {
  if (given === undefined)
    return registered.length === 1 && redirectUriProblem(registered[0]) === null ? registered[0]! : null
  return registered.some((uri) => redirectMatches(uri, given)) ? given : null
}

/** The answer to an application, as parameters of its redirect URI, which keeps the query that it may have. */
export function redirectWith(uri: string, fields: Record<string, string | undefined>): string {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`
}

/** What a page's policy must let forms lead to; it has no words for an IPv6 address, nor for a path in a scheme of one's own. */
export function formTarget(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri)
  const isNamed = (protocol === 'https:' || protocol === 'http:') && !hostname.startsWith('[')
  return isNamed ? origin : protocol
}
