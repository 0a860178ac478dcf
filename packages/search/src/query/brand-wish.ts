// Owns wishes for a brand-like name ("short brandable name for fintech") and the theme that remains of the text.
const STRONG =
  /\b(brandable|brand names?|catchy|memorable|made[- ]up|invented|coined|company names?|startup names?|business names?|app names?|product names?|agency names?|studio names?|shop names?|store names?|names? for|name ideas?|one[- ]word|single word|sounding|pronounceable|nome de marca|nombre de marca|nom de marque|markenname)\b/
/** "brand for kids toys", but not "clothing brand". */
const BRAND_FOR =
  /\bbrand (?:for|about|in)\b|\b(?:playful|fun|modern|cool|elegant|premium|friendly|bold|fresh|futuristic|luxurious|techy|calm|calming|strong) (?:[a-z]+ )?brand\b/
const SHORT = /\b(short|shorter|brief|few letters|four letters?|five letters?|[3-8] letters?|one[- ]word|single word)\b/
const FILLER =
  /\b(brandable|brand|brands|branding|catchy|memorable|made[- ]up|invented|coined|company|startup|business|names?|name ideas?|ideas?|short|shorter|cool|unique|creative|nice|good|great|awesome|new|one[- ]word|single word|sounding|pronounceable|domains?|domain name|word|for|of|my|our|an?|the|with|that|sounds?|like|feel|feeling|vibe|style|few|letters?|[3-8])\b/g

export interface BrandWish {
  brandable: boolean
  /** What the brand should be about; the text itself when no brand is wished for. */
  theme: string
  /** Nothing but the wish was said. */
  bare: boolean
}

/** `whole` still has the wishes that were taken out before ("one word"), which tell that a brand is meant. */
export function takeBrandWish(text: string, whole = text): BrandWish {
  const short = SHORT.test(whole) && /\b(names?|brand|domains?)\b/.test(whole)
  if (!short && !STRONG.test(whole) && !BRAND_FOR.test(whole)) return { brandable: false, theme: text, bare: false }
  const theme = text.replace(FILLER, ' ').replace(/\s+/g, ' ').trim()
  return { brandable: true, theme: theme === '' ? text : theme, bare: theme === '' }
}
