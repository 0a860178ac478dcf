// Judges what a name shows: somebody's site, a page that offers the name, or nothing in particular. No I/O.

export type PageVerdict = 'live' | 'parked' | 'placeholder'

/** Nameservers that serve parked names only. Those that a registrar gives to every customer are not among them. */
const PARKING_SERVERS = [
  'above.com',
  'afternic.com',
  'bodis.com',
  'brainydns.com',
  'cashparking.com',
  'dan.com',
  'domainparkingserver.net',
  'dsredirection.com',
  'eftydns.com',
  'fabulous.com',
  'fastpark.net',
  'ibspark.com',
  'internettraffic.com',
  'namedrive.com',
  'ndsplitter.com',
  'parked.com',
  'parkingcrew.net',
  'parkingpage.namecheap.com',
  'parklogic.com',
  'rookdns.com',
  'sedoparking.com',
  'skenzo.com',
  'smartname.com',
  'trafficz.com',
  'undeveloped.com',
  'uniregistrymarket.link',
  'voodoo.com',
  'ztomy.com',
]

/** Where names are sold: a redirect to one of them is an offer, not a site. */
const MARKETPLACES = [
  'afternic.com',
  'atom.com',
  'brandbucket.com',
  'brandpa.com',
  'buydomains.com',
  'dan.com',
  'domainmarket.com',
  'dynadot.com',
  'efty.com',
  'flippa.com',
  'hugedomains.com',
  'namejet.com',
  'parkingcrew.net',
  'perfectdomain.com',
  'sav.com',
  'sedo.com',
  'sedoparking.com',
  'snapnames.com',
  'spaceship.com',
  'squadhelp.com',
  'undeveloped.com',
  'uniregistry.com',
]

const isBelow = (host: string, names: readonly string[]): boolean =>
  names.some((name) => host === name || host.endsWith(`.${name}`))

export const isParkingServer = (nameserver: string): boolean => isBelow(nameserver.replace(/\.$/, ''), PARKING_SERVERS)
export const isMarketplace = (host: string): boolean => isBelow(host.replace(/\.$/, ''), MARKETPLACES)

/** Marks that only parking programs leave in a page. */
const PARKING_MARKS =
  /data-adblockkey|sedoparking\.com|parkingcrew\.net|parking-lander|window\.location(\.href)?\s{0,9}=\s{0,9}["']\/lander|cdn\.bodis\.com|parklogic\.com|afternic\.com\/forsale|hugedomains\.com\/domain_profile/i

const SALE_TEXT =
  /\b(domain( name)?|website|[a-z0-9-]+\.[a-z]{2,}) (is|may be|might be) (available )?for sale|\b(buy|purchase|get|own) this domain|\bdomain(s)? for sale|\bmake (an|us an|your) offer|\b(inquire|enquire) about this domain|\bthis (domain|premium domain)( name)? (is|could be) (available|yours)/i

const DEFAULT_TEXT =
  /welcome to nginx|apache2? [a-z0-9 ]*default page|\bit works!|internet information services|test page for the|default (web ?site |web ?server |plesk )?page|coming soon|under (construction|maintenance)|launching soon|future home of|website (is )?(coming|being built)|site (is )?not (yet )?(published|configured|found)|domain (has been|is|was) (recently |successfully )?(registered|parked)|parked (free|domain)|account (has been )?suspended|index of \//i

/** Above either, a page is somebody's text, whatever words stand in it. */
const SHORT_TEXT_LENGTH = 1500
const FEW_LINKS = 20
const EMPTY_TEXT_LENGTH = 16

/** What stands inside these is not shown as text. */
const UNSHOWN = new Set(['script', 'style', 'noscript', 'template'])
/** A page of pictures or frames has no text of its own. */
const DRAWN = new Set(['img', 'iframe', 'frame', 'video', 'canvas', 'svg'])
const TAG_NAME = /^[a-z][a-z0-9]*/i
const TAG_LENGTH_MAX = 2000
const REFRESH_SECONDS_MAX = 5

type Scan = { text: string; links: number; draws: boolean; refresh: string | null }

function parseRefresh(tag: string): string | null {
  if (!/http-equiv\s{0,9}=\s{0,9}["']?refresh/i.test(tag)) return null
  const target =
    /content\s{0,9}=\s{0,9}["']?\s{0,9}(\d{1,4})\s{0,9}[;,]\s{0,9}url\s{0,9}=\s{0,9}['"]?([^"'>\s]+)/i.exec(tag)
  return target && Number(target[1]) <= REFRESH_SECONDS_MAX ? target[2]! : null
}

/** One walk from front to end: what strangers wrote must not make this slow. */
function scan(html: string): Scan {
  const found: Scan = { text: '', links: 0, draws: false, refresh: null }
  const lower = html.toLowerCase()
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    parts.push(html.slice(at, open < 0 ? undefined : open))
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const close = html.indexOf('>', open)
    if (close < 0) break
    at = close + 1
    const tag = html.slice(open + 1, Math.min(close, open + TAG_LENGTH_MAX))
    const name = TAG_NAME.exec(tag)?.[0].toLowerCase()
    if (name === undefined) continue
    if (name === 'a' && /\bhref\b/i.test(tag)) found.links += 1
    // A script from a file draws the page; one in the page may do anything, and is judged by its marks alone.
    if (DRAWN.has(name) || (name === 'script' && /\bsrc\b/i.test(tag))) found.draws = true
    if (name === 'meta') found.refresh ??= parseRefresh(tag)
    if (!UNSHOWN.has(name)) continue
    const end = lower.indexOf(`</${name}`, at)
    if (end < 0) break
    at = end
  }
  found.text = parts
    .join(' ')
    .replace(/&(nbsp|#160);/gi, ' ')
    .split(/\s/)
    .filter(Boolean)
    .join(' ')
  return found
}

export function judgePage(html: string, contentType: string): PageVerdict {
  if (!/html|xml|^text\/|^$/i.test(contentType)) return html === '' ? 'placeholder' : 'live'
  const { text, links, draws } = scan(html)
  if (text.length > SHORT_TEXT_LENGTH || links > FEW_LINKS) return 'live'
  if (PARKING_MARKS.test(html) || SALE_TEXT.test(text)) return 'parked'
  if (DEFAULT_TEXT.test(text)) return 'placeholder'
  return text.length < EMPTY_TEXT_LENGTH && !draws ? 'placeholder' : 'live'
}

/** A page may send its visitor on without a redirect. */
export const refreshTarget = (html: string): string | null => scan(html).refresh
