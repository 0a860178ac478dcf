// The part of the style sheet that a document needs for its first paint. It travels in the document: on a slow line, a separate
// file would cost a round trip more, and a slow processor matches five times as many rules.
import { createHash } from 'node:crypto'

type Rule = { selectors: { text: string; classes: string[] }[]; body: string }
/** A media query and what is like it. */
type Group = { condition: string; rules: Sheet }
type Kept = { text: string }
export type Sheet = readonly (Rule | Group | Kept)[]

type Block = { head: string; body: string }

/** Where the quoted text that begins at `start` ends. */
function findQuoteEnd(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === css[start]) return at
  }
  throw new Error(`The style sheet has a quoted text without an end: ${css.slice(start, start + 40)}`)
}

const isQuote = (character: string | undefined): boolean => character === '"' || character === "'"

/** Of a minified sheet. A quoted text may contain braces. */
function splitBlocks(css: string): Block[] {
  const blocks: Block[] = []
  let depth = 0
  let start = 0
  let open = 0
  for (let at = 0; at < css.length; at++) {
    const character = css[at]
    if (character === '\\') at++
    else if (isQuote(character)) at = findQuoteEnd(css, at)
    else if (character === '{' && depth++ === 0) open = at
    else if (character === '}' && --depth === 0) {
      blocks.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) })
      start = at + 1
    } else if (character === ';' && depth === 0) start = at + 1
  }
  if (depth !== 0) throw new Error(`The style sheet has braces without a partner: ${css.slice(start, start + 40)}`)
  return blocks
}

/** At commas outside of parentheses, brackets and quoted texts. */
function splitSelectors(head: string): string[] {
  let depth = 0
  let start = 0
  const parts: string[] = []
  for (let at = 0; at < head.length; at++) {
    const character = head[at]
    if (character === '\\') at++
    else if (isQuote(character)) at = findQuoteEnd(head, at)
    else if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === ',' && depth === 0) {
      parts.push(head.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, head.slice(start)]
}

/** Without `[href$=".pdf"]` and the like, whose values may look like anything. */
function dropAttributes(selector: string): string {
  let rest = ''
  let depth = 0
  for (let at = 0; at < selector.length; at++) {
    const character = selector[at]!
    if (depth > 0 && isQuote(character)) at = findQuoteEnd(selector, at)
    else if (character === '[') depth++
    else if (character === ']') depth--
    else if (depth === 0) rest += character
  }
  return rest
}

const CONDITION = /:[\w-]+\([^()]*\)/

/** The classes without which it matches nothing. `:not(.open)` needs none, and of `:is(.a, .b)` either is enough. */
function listClasses(selector: string): string[] {
  // An escaped name is not compared with those of the document: its rules are always there.
  if (selector.includes('\\')) return []
  let rest = dropAttributes(selector)
  while (CONDITION.test(rest)) rest = rest.replace(CONDITION, '')
  return [...rest.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!)
}

/** What is only printed can wait. */
export function parseSheet(css: string): Sheet {
  return splitBlocks(css).flatMap(({ head, body }): Sheet => {
    if (/^@(?:page|media print)\b/.test(head)) return []
    if (/^@(?:media|supports|container|layer)\b/.test(head)) return [{ condition: head, rules: parseSheet(body) }]
    if (head.startsWith('@')) return [{ text: `${head}{${body}}` }]
    return [{ selectors: splitSelectors(head).map((text) => ({ text, classes: listClasses(text) })), body }]
  })
}

function pick(sheet: Sheet, classes: ReadonlySet<string>): string {
  let css = ''
  for (const part of sheet) {
    if ('text' in part) css += part.text
    else if ('condition' in part) {
      const inner = pick(part.rules, classes)
      if (inner !== '') css += `${part.condition}{${inner}}`
    } else {
      const met = part.selectors.filter((one) => one.classes.every((name) => classes.has(name)))
      if (met.length > 0) css += `${met.map(({ text }) => text).join()}{${part.body}}`
    }
  }
  return css
}

const listUsed = (html: string): Set<string> =>
  new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')))

/** Rules whose classes do not occur in the HTML are left out; the order stays. */
export const pickCriticalCss = (sheet: Sheet, html: string): string => pick(sheet, listUsed(html))

/** `source` is what a content security policy calls it. */
export type CriticalCss = { css: string; source: string }

/** Pages of one kind use the same classes. More sets than these come from texts that a page has only sometimes. */
export const KEPT_MAX = 200

/** Picks once for each set of classes, and keeps the result with its hash. `before` comes first in each. */
export function createPicker(before: string, sheet: Sheet): (html: string) => CriticalCss {
  const kept = new Map<string, CriticalCss>()
  return (html) => {
    const classes = listUsed(html)
    const key = [...classes].sort().join(' ')
    const known = kept.get(key)
    if (known) return known
    const found = withSource(before + pick(sheet, classes))
    // The oldest goes.
    if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value!)
    kept.set(key, found)
    return found
  }
}

export const withSource = (css: string): CriticalCss => ({
  css,
  source: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
})
