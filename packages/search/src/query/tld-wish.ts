// Owns names and TLDs in a query's text: "quickwheels.com", "ai startup .io", "dot org".
import { toAsciiDomain } from '../names/fold.ts'

/** TLDs read as such even when the inventory has none of them. */
const COMMON_TLDS = new Set(
  'com net org io co ai app dev shop store xyz online club fm tv me us uk co.uk de es fr it nl eu be at ch pt pl se no dk fi ie ca com.au au nz in jp cn br mx ru info biz tech life email homes academy clinic blog fans farm crypto gg so site pro cloud website space live world today agency studio design digital media news group team global health care fit fitness travel games art photography finance money bank loans law legal house land estate properties realty restaurant cafe bar pizza wine beer coffee food kitchen fashion jewelry shoes clothing baby kids toys pet dog auto car bike school education university training jobs careers work company business inc ltd llc ventures capital fund network systems software solutions services support help center zone city place guide review reviews deals sale discount gift gifts party events wedding love dating chat social link click wtf lol cool ninja guru expert bet casino poker golf football tennis ski surf'.split(
    ' ',
  ),
)

export interface DomainWish {
  /** The full name asked for, A-labels. */
  domain?: string
  /** TLDs asked for beside other words. */
  tlds?: string[]
  /** What remains to be searched for; the label when a full name was asked for. */
  rest: string
}

const DOMAIN =
  /(?:^|\s)(?:[a-z]+:\/\/)?(?:www\.)?([\p{L}\p{N}][\p{L}\p{N}-]*)\.((?:xn--)?[\p{L}][\p{L}\p{N}-]+(?:\.[\p{L}]{2,})?)(?:[/?#]\S*)?(?=\s|$|[,;!?])/u
const DOTTED =
  /(?:^|\s)(?:\*|in|on|with|under|as|an?|using)? ?\.((?:xn--)?[\p{L}][\p{L}\p{N}]+(?:\.[\p{L}]{2,})?)(?=\s|$|[,;!?.])/u
/** ".fr or .nl", after the first. */
const ALSO =
  /^ ?(?:, ?|or |and |\/ ?|oder |ou |of |o )?\.((?:xn--)?[\p{L}][\p{L}\p{N}]{1,20}(?:\.[\p{L}]{2,6})?)(?=\s|$|[,;!?])/u
const BEFORE = new Set(['ending', 'ends', 'end', 'in', 'on', 'with', 'only', 'under'])
const ANY = /(?:^|\s)(?:(?:with|in|on|under) )?any (?:extension|tld|ending|domain ending)(?=\s|$|[,;])/
const SPOKEN = /(?:^|\s)dot (com|net|org|io|ai|co|app|dev|shop|store|xyz|tech|me|info)(?=\s|$)/
const NAMED = /(?:^|\s)(com|net|org|io|ai|app|dev|xyz) (?:domains?|tld|extension|ending)(?=\s|$)/
/** Words around a full name that add nothing ("is quickwheels.com still available"). */
const ABOUT_DOMAIN =
  /^(?:(?:is|are|buy|get|want|need|find|search|show|me|for|the|a|i|to|domain|domains|name|website|site|available|still|free|sale|or|similar|like|please|names)\b\s*)*$/

export function takeDomainWish(text: string, hasTld: (tld: string) => boolean): DomainWish {
  const isTld = (tld: string): boolean => COMMON_TLDS.has(tld) || hasTld(toAsciiDomain(tld))
  const named = DOMAIN.exec(text)
  if (named !== null && isTld(named[2] as string)) {
    const rest = `${text.slice(0, named.index)} ${text.slice(named.index + named[0].length)}`.trim()
    const domain = toAsciiDomain(`${named[1]}.${named[2]}`)
    if (domain !== '' && ABOUT_DOMAIN.test(rest.replace(/[,;!?.]/g, ''))) return { domain, rest: named[1] as string }
  }
  // "learnza.con": one dotted word that ends in no TLD is a slip in one.
  const slip = /^(?:www\.)?([\p{L}\p{N}-]{4,})\.[a-z]{1,4}$/u.exec(text)
  if (slip !== null) return { rest: slip[1] as string }
  for (const pattern of [DOTTED, SPOKEN, NAMED]) {
    const wish = pattern.exec(text)
    const tld = wish?.[1]
    if (wish === null || tld === undefined) continue
    let after = text.slice(wish.index + wish[0].length)
    const tlds = [toAsciiDomain(tld)]
    for (let also = ALSO.exec(after); also !== null; also = ALSO.exec(after)) {
      tlds.push(toAsciiDomain(also[1] as string))
      after = after.slice(also[0].length)
    }
    const rest = `${withoutBefore(text.slice(0, wish.index))} ${after}`.replace(/\s+/g, ' ').trim()
    const known = tlds.filter((one) => one !== '')
    if (known.length > 0) return { tlds: known, rest }
  }
  return { rest: text.replace(ANY, ' ').replace(/\s+/g, ' ').trim() }
}

/** "flowers ending" in "flowers ending .nl". */
function withoutBefore(text: string): string {
  const words = text.split(' ')
  while (BEFORE.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}
