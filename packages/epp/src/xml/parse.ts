// Reads XML strictly into a small tree. Refuses document types, processing instructions, other encodings and deep nesting.
import { SaxesParser } from 'saxes'
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

export function parseXml(bytes: Uint8Array | string): XmlElement {
  const text = typeof bytes === 'string' ? bytes : decode(bytes)
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  const refuse = (message: string): never => {
    throw new EppProtocolError(message)
  }
  parser.on('error', (error) => refuse(`The frame is not well-formed XML: ${error.message}.`))
  parser.on('doctype', () => refuse('A document type is not allowed.'))
  parser.on('processinginstruction', () => refuse('A processing instruction is not allowed.'))
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (encoding.toUpperCase() !== 'UTF-8') refuse(`The encoding ${encoding} is not supported. Use UTF-8.`)
  })
  parser.on('opentag', (tag) => {
    if (open.length >= DEPTH_MAX) refuse(`Elements are nested more than ${DEPTH_MAX} levels deep.`)
    const attributes = new Map<string, string>()
    for (const { prefix, local, value } of Object.values(tag.attributes))
      if (prefix === '' && local !== 'xmlns') attributes.set(local, value)
    const element: XmlElement = { namespace: tag.uri, name: tag.local, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
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
  parser.write(text).close()
  return root ?? refuse('The frame has no element.')
}
