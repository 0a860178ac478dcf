// Reads XML strictly into a small tree. Refuses document types, processing instructions, other encodings and deep nesting.
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { EppProtocolError } from '../errors.ts'

export type XmlElement = {
  namespace: string
  name: string
  /** Attributes without a namespace. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** The text directly inside, without the text of children. */
  text: string
}

/** The deepest frame of the RFCs has nine levels. */
const DEPTH_MAX = 24

const decoder = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new EppProtocolError('The frame is not valid UTF-8.')
  }
}

const refuse = (message: string): never => {
  throw new EppProtocolError(message)
}

/** Most elements have none, and then share this one. */
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

function readAttributes({ attributes }: SaxesTagNS): ReadonlyMap<string, string> {
  let found: Map<string, string> | null = null
  for (const name in attributes) {
    const { prefix, local, value } = attributes[name] as SaxesAttributeNS
    if (prefix !== '' || local === 'xmlns') continue
    found ??= new Map()
    found.set(local, value)
  }
  return found ?? NO_ATTRIBUTES
}

/** Collects elements. With a seventh handler V8 turns the parser into a slow object, and parsing takes four times as long. */
function listen(parser: SaxesParser<{ xmlns: true; position: false }>, roots: XmlElement[]): void {
  const open: XmlElement[] = []
  parser.on('doctype', () => refuse('A document type is not allowed.'))
  parser.on('processinginstruction', () => refuse('A processing instruction is not allowed.'))
  parser.on('opentag', (tag) => {
    if (open.length >= DEPTH_MAX) refuse(`Elements are nested more than ${DEPTH_MAX} levels deep.`)
    const attributes = readAttributes(tag)
    const element: XmlElement = { namespace: tag.uri, name: tag.local, attributes, children: [], text: '' }
    const siblings = open.at(-1)?.children ?? roots
    siblings.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const addText = (part: string): void => {
    const inside = open.at(-1)
    if (inside) inside.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
}

export function parseXml(bytes: Uint8Array | string): XmlElement {
  const text = typeof bytes === 'string' ? bytes : decode(bytes)
  const parser = new SaxesParser({ xmlns: true, position: false })
  const roots: XmlElement[] = []
  listen(parser, roots)
  try {
    parser.write(text)
    const { encoding = 'UTF-8' } = parser.xmlDecl
    if (encoding.toUpperCase() !== 'UTF-8') refuse(`The encoding ${encoding} is not supported. Use UTF-8.`)
    parser.close()
  } catch (error) {
    if (error instanceof EppProtocolError) throw error
    // Without a handler for errors, the parser throws the first one.
    return refuse(`The frame is not well-formed XML: ${(error as Error).message}.`)
  }
  return roots[0] ?? refuse('The frame has no element.')
}
