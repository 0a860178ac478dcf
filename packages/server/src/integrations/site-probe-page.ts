// Judges what a name shows: somebody's site, a page that offers the name, or nothing in particular. No I/O.

export type PageVerdict = 'live' | 'parked' | 'placeholder'

/** Name servers that serve parked names only. Those that a registrar gives to every customer are not among them. */
const PARKING_SERVERS = [
  'above.com', 'afternic.com', 'bodis.com', 'brainydns.com', 'cashparking.com', 'dan.com', 'domainparkingserver.net',
  'dsredirection.com', 'eftydns.com', 'fabulous.com', 'fastpark.net', 'ibspark.com', 'internettraffic.com', 'namedrive.com',
  'ndsplitter.com', 'parked.com', 'parkingcrew.net', 'parkingpage.namecheap.com', 'parklogic.com', 'rookdns.com',
  'sedoparking.com', 'skenzo.com', 'smartname.com', 'trafficz.com', 'undeveloped.com', 'uniregistrymarket.link',
  'voodoo.com', 'ztomy.com',
]

/** Where names are sold: a redirect to one of them is an offer, not a site. */
const MARKETPLACES = [
  'afternic.com', 'atom.com', 'brandbucket.com', 'brandpa.com', 'buydomains.com', 'dan.com', 'domainmarket.com', 'dynadot.com',
  'efty.com', 'flippa.com', 'hugedomains.com', 'namejet.com', 'parkingcrew.net', 'perfectdomain.com', 'sav.com', 'sedo.com',
  'sedoparking.com', 'snapnames.com', 'spaceship.com', 'squadhelp.com', 'undeveloped.com', 'uniregistry.com',
]

const isBelow = (host: string, names: readonly string[]): boolean => names.some((name) => host === name || host.endsWith(`.${name}`))

export const isParkingServer = (nameserver: string): boolean => isBelow(nameserver.replace(/\.$/, ''), PARKING_SERVERS)
export const isMarketplace = (host: string): boolean => isBelow(host.replace(/\.$/, ''), MARKETPLACES)

/** Marks that only parking programs leave in a page. */
const PARKING_MARKS =
  /data-adblockkey|sedoparking\.com|parkingcrew\.net|parking-lander|window\.location(\.href)?\s*=\s*["']\/lander|cdn\.bodis\.com|parklogic\.com|afternic\.com\/forsale|hugedomains\.com\/domain_profile/i

const SALE_TEXT =
  /\b(domain( name)?|website|[a-z0-9-]+\.[a-z]{2,}) (is|may be|might be) (available )?for sale|\b(buy|purchase|get|own) this domain|\bdomain(s)? for sale|\bmake (an|us an|your) offer|\b(inquire|enquire) about this domain|\bthis (domain|premium domain)( name)? (is|could be) (available|yours)/i

const DEFAULT_TEXT =
  /welcome to nginx|apache2? [a-z0-9 ]*default page|\bit works!|internet information services|test page for the|default (web ?site |web ?server |plesk )?page|coming soon|under (construction|maintenance)|launching soon|future home of|website (is )?(coming|being built)|site (is )?not (yet )?(published|configured|found)|domain (has been|is|was) (recently |successfully )?(registered|parked)|parked (free|domain)|account (has been )?suspended|index of \//i

/** Above either, a page is somebody's text, whatever words stand in it. */
const SHORT_TEXT_LENGTH = 1500
const FEW_LINKS = 20
const EMPTY_TEXT_LENGTH = 25

function plainText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<(script|style|noscript|template)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(nbsp|#160);/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A page that draws itself with script, or is made of pictures or frames, has no text of its own. */
const drawsItself = (html: string): boolean => /<script\b[^>]*\bsrc\s*=|<(img|iframe|frame|video|canvas|svg)\b/i.test(html)

export function judgePage(html: string, contentType: string): PageVerdict {
  if (!/html|xml|^text\/|^$/i.test(contentType)) return html === '' ? 'placeholder' : 'live'
  const text = plainText(html)
  const links = html.match(/<a\b[^>]*\bhref\b/gi)?.length ?? 0
  if (text.length > SHORT_TEXT_LENGTH || links > FEW_LINKS) return 'live'
  if (PARKING_MARKS.test(html) || SALE_TEXT.test(text)) return 'parked'
  if (DEFAULT_TEXT.test(text)) return 'placeholder'
  return text.length < EMPTY_TEXT_LENGTH && !drawsItself(html) ? 'placeholder' : 'live'
}

/** A page may send its visitor on without a redirect. */
export function refreshTarget(html: string): string | null {
  const tag = /<meta\b[^>]*http-equiv\s*=\s*["']?refresh[^>]*>/i.exec(html.slice(0, 16_384))?.[0]
  const target = tag && /content\s*=\s*["']?\s*(\d+)\s*[;,]\s*url\s*=\s*['"]?([^"'>\s]+)/i.exec(tag)
  return target && Number(target[1]) <= 5 ? target[2]! : null
}
