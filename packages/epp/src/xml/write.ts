// Writes XML: every text is escaped, and characters that XML does not allow are refused.
import { EppProtocolError } from '../errors.ts'

/** Text that is already XML. Only `tag` and `text` make it. */
export type Markup = string & { readonly kind: 'markup' }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
const NOT_ALLOWED = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

function escapeText(value: string): string {
  if (NOT_ALLOWED.test(value)) throw new EppProtocolError('A value contains a character that XML does not allow.')
  return value.replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character)
}

export const text = (value: string): Markup => escapeText(value) as Markup

type Child = Markup | null | readonly Child[]

const join = (children: readonly Child[]): string =>
  children.map((child) => (typeof child === 'string' ? child : child === null ? '' : join(child))).join('')

export function tag(name: string, attributes: Record<string, string | null>, ...children: Child[]): Markup {
  let head = name
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== null)
      head += ` ${attribute}="${escapeText(value).replace(/[\t\n]/g, (space) => `&#${space.charCodeAt(0)};`)}"`
  const inside = join(children)
  return (inside === '' ? `<${head}/>` : `<${head}>${inside}</${name}>`) as Markup
}

/** An element with a text; null for a value that is missing. */
export const textTag = (name: string, value: string | null, attributes: Record<string, string | null> = {}) =>
  value === null ? null : tag(name, attributes, text(value))
