// The part of the style sheet that a document needs for its first paint. It travels in the document: on a slow line, a separate
// file would cost a round trip more, and a slow processor matches five times as many rules.

type Rule = { selectors: { text: string; classes: string[] }[]; body: string }
/** A media query and what is like it. */
type Group = { condition: string; rules: Sheet }
type Kept = { text: string }
export type Sheet = readonly (Rule | Group | Kept)[]

type Block = { head: string; body: string }

/** Of a minified sheet. A quoted text may contain braces. */
function splitBlocks(css: string): Block[] {
  const blocks: Block[] = []
  let depth = 0
  let start = 0
  let open = 0
  for (let at = 0; at < css.length; at++) {
    const character = css[at]
    if (character === '"' || character === "'") at = css.indexOf(character, at + 1)
    else if (character === '{' && depth++ === 0) open = at
    else if (character === '}' && --depth === 0) {
      blocks.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) })
      start = at + 1
    } else if (character === ';' && depth === 0) start = at + 1
  }
  return blocks
}

/** At commas outside of parentheses. */
function splitSelectors(head: string): string[] {
  let depth = 0
  const parts = ['']
  for (const character of head) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

const CONDITION = /:[\w-]+\([^()]*\)/

/** The classes without which it matches nothing. `:not(.open)` needs none, and of `:is(.a, .b)` either is enough. */
function listClasses(selector: string): string[] {
  let rest = selector
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

/** Rules whose classes do not occur in the HTML are left out; the order stays. */
export function pickCriticalCss(sheet: Sheet, html: string): string {
  const classes = new Set<string>()
  for (const [, names] of html.matchAll(/ class="([^"]*)"/g)) for (const name of names!.split(' ')) classes.add(name)
  return pick(sheet, classes)
}
