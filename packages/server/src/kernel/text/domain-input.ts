// Reads a domain from what people paste into a page: a URL, a hostname, or a domain with dots and spaces around it. The API is stricter.
import { type DomainNameOptions, type DomainNameResult, parseDomainName } from './domain-name.ts'

const INPUT_LENGTH_MAX = 2000
const SCHEME = /^[a-z][a-z0-9+.-]{0,30}:\/\//i
const PORT = /:\d{0,5}$/
const DOT = /[.\u3002\uff0e\uff61]/u

/** `www.example.com` of `https://www.example.com:8080/path?query`. A text without a dot stays as it is. */
export function trimToHost(text: string): string {
  if (text.length > INPUT_LENGTH_MAX) return text
  const bare = text.trim()
  const isUrl = SCHEME.test(bare)
  const [place = ''] = bare.replace(SCHEME, '').split(/[/?#\\]/u, 1)
  const host = (isUrl ? place.slice(place.lastIndexOf('@') + 1) : place).replace(PORT, '')
  if (!DOT.test(host)) return bare
  let end = host.length
  while (end > 0 && DOT.test(host[end - 1]!)) end--
  return host.slice(0, end)
}

/** As `parseDomainName`, but a URL and a name with a subdomain are read as the registrable domain in them. */
export function readDomainInput(text: string, options: DomainNameOptions): DomainNameResult {
  const parsed = parseDomainName(trimToHost(text), options)
  return !parsed.ok && parsed.registrable !== undefined ? parseDomainName(parsed.registrable, options) : parsed
}
