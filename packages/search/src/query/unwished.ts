// Owns what a query does not want: "not .com", "coins without crypto", "skiing but not on water".

export interface Unwished {
  tlds: string[]
  words: string[]
  rest: string
}

const TLD =
  /(?:^|[\s,;])(?:not|no|non|without|except|except for|avoid|anything but|other than|kein|keine|sin|pas de|pas|niet)(?: an?)? \.([a-z]{2,12}(?:\.[a-z]{2})?)(?=\s|$|[,;])/
const ALSO = /^(?:, ?| or | and | nor |\/)\.([a-z]{2,12}(?:\.[a-z]{2})?)(?=\s|$|[,;])/
const BUT_NOT =
  /,?\s(?:but|and) (?:not|no|never|without)(?: (?:on|in|for|about|with|the|an?|any|of|to))*\s([a-z]{3,20})\b/
const WITHOUT = /\s(?:without|excluding|except)(?: (?:the|an?|any))*\s([a-z]{3,20})\b/
/** Left of it so few words say what is wanted, and the unwanted word would lead elsewhere. */
const FEW = 2

export function takeUnwished(text: string): Unwished {
  const unwished: Unwished = { tlds: [], words: [], rest: text }
  const tld = TLD.exec(text)
  if (tld !== null) {
    let after = text.slice(tld.index + tld[0].length)
    unwished.tlds.push(tld[1] as string)
    for (let also = ALSO.exec(after); also !== null; also = ALSO.exec(after)) {
      unwished.tlds.push(also[1] as string)
      after = after.slice(also[0].length)
    }
    unwished.rest = trimEnds(`${text.slice(0, tld.index)} ${after}`)
  }
  const butNot = BUT_NOT.exec(unwished.rest)
  if (butNot !== null) {
    unwished.words.push(butNot[1] as string)
    unwished.rest = cut(unwished.rest, butNot)
    return unwished
  }
  const without = WITHOUT.exec(unwished.rest)
  if (without === null) return unwished
  unwished.words.push(without[1] as string)
  const rest = cut(unwished.rest, without)
  // "buildings without steps" is about steps, too; "coins without crypto" is not about crypto.
  if (rest.split(' ').length <= FEW) unwished.rest = rest
  return unwished
}

const cut = (text: string, found: RegExpExecArray): string =>
  trimEnds(`${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`)

const isEdge = (letter: string | undefined): boolean => letter === ' ' || letter === ',' || letter === ';'

function trimEnds(text: string): string {
  const plain = text.replace(/\s+/g, ' ')
  let [from, to] = [0, plain.length]
  while (from < to && isEdge(plain[from])) from++
  while (to > from && isEdge(plain[to - 1])) to--
  return plain.slice(from, to)
}
