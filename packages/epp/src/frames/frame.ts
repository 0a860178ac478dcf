// A whole frame: hello, greeting, command or response inside <epp>.
import { EppProtocolError } from '../errors.ts'
import { EPP } from '../namespaces.ts'
import { parseXml, type XmlElement } from '../xml/parse.ts'
import { readElement } from '../xml/read.ts'
import { type Markup, tag, textTag } from '../xml/write.ts'
import { readCommand, writeCommand } from './command.ts'
import { toXmlDate } from './parts.ts'
import { readResponse, writeResponse } from './response.ts'
import type { Frame, Greeting } from './types.ts'

const wrap = (inside: Markup): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="no"?>${tag('epp', { xmlns: EPP }, inside)}`

/** RFC 5730 §2.4: the data collection policy is required. Ours says: access to all, for provisioning, to ourselves. */
const POLICY = tag(
  'dcp',
  {},
  tag('access', {}, tag('all', {})),
  tag(
    'statement',
    {},
    tag('purpose', {}, tag('prov', {})),
    tag('recipient', {}, tag('ours', {})),
    tag('retention', {}, tag('stated', {})),
  ),
)

const writeGreeting = (greeting: Greeting): Markup =>
  tag(
    'greeting',
    {},
    textTag('svID', greeting.serverName),
    textTag('svDate', toXmlDate(greeting.serverDate)),
    tag(
      'svcMenu',
      {},
      greeting.versions.map((version) => textTag('version', version)),
      greeting.languages.map((language) => textTag('lang', language)),
      greeting.objects.map((uri) => textTag('objURI', uri)),
      greeting.extensions.length === 0
        ? null
        : tag(
            'svcExtension',
            {},
            greeting.extensions.map((uri) => textTag('extURI', uri)),
          ),
    ),
    POLICY,
  )

const readGreeting = (element: XmlElement): Greeting =>
  readElement(element, (reader) => {
    const serverName = reader.text('svID')
    const serverDate = reader.date('svDate')
    const menu = readElement(reader.take('svcMenu'), (services) => {
      const versions = services.texts('version')
      const languages = services.texts('lang')
      const objects = services.texts('objURI')
      const extension = services.optional('svcExtension')
      const extensions = extension ? readElement(extension, (inside) => inside.texts('extURI')) : []
      return { versions, languages, objects, extensions }
    })
    reader.take('dcp')
    return { serverName, serverDate, ...menu }
  })

export function writeFrame(frame: Frame): string {
  switch (frame.kind) {
    case 'hello':
      return wrap(tag('hello', {}))
    case 'greeting':
      return wrap(writeGreeting(frame.greeting))
    case 'command':
      return wrap(writeCommand(frame.command, frame.clientTransaction))
    case 'response':
      return wrap(writeResponse(frame.response))
  }
}

/** Throws `EppProtocolError` for everything that is not a frame of EPP. */
export function readFrame(bytes: Uint8Array | string): Frame {
  const root = parseXml(bytes)
  if (root.namespace !== EPP || root.name !== 'epp') throw new EppProtocolError('The root element must be <epp>.')
  return readElement(root, (reader): Frame => {
    const inside = reader.takeAny()
    if (inside.namespace !== EPP) return reader.refuse(`<${inside.name}> is not expected here`)
    switch (inside.name) {
      case 'hello':
        return readElement(inside, () => ({ kind: 'hello' }))
      case 'greeting':
        return { kind: 'greeting', greeting: readGreeting(inside) }
      case 'command':
        return { kind: 'command', ...readCommand(inside) }
      case 'response':
        return { kind: 'response', response: readResponse(inside) }
      default:
        return reader.refuse(`<${inside.name}> is not expected here`)
    }
  })
}
