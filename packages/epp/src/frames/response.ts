// The response element of RFC 5730: results, the message queue, data about objects, and transaction identifiers.
import { CONTACT, DOMAIN, HOST, RGP, SEC_DNS } from '../namespaces.ts'
import type { XmlElement } from '../xml/parse.ts'
import { parseInteger, readElement, readText, toToken } from '../xml/read.ts'
import { type Markup, tag, text, textTag } from '../xml/write.ts'
import { readContactData, writeContactData } from './contact.ts'
import { readDomainData, writeDomainData } from './domain-data.ts'
import { readGraceStatuses, writeGraceStatuses } from './grace-period.ts'
import { readHostData, writeHostData } from './host.ts'
import { writeDate } from './parts.ts'
import { readSecDns, writeSecDns } from './sec-dns.ts'
import type { MessageQueue, Response, ResponseData, Result } from './types.ts'

const writeResult = ({ code, message, reasons }: Result): Markup =>
  tag(
    'result',
    { code: String(code) },
    tag('msg', {}, text(message)),
    reasons.map((reason) => tag('extValue', {}, tag('value', {}, tag('undef', {})), textTag('reason', reason))),
  )

/** Text of an element and of everything in it: messages may be marked up. */
const collectText = (element: XmlElement): string =>
  toToken([element.text, ...element.children.map(collectText)].join(' '))

const readResult = (element: XmlElement): Result =>
  readElement(element, (reader) => {
    const code = parseInteger(reader.attribute('code'), 1000, 2599)
    const message = collectText(reader.take('msg'))
    const reasons: string[] = []
    for (let child = reader.peek(); child !== null; child = reader.peek()) {
      reader.takeAny()
      const reason = child.children.find(({ name }) => name === 'reason')
      // A value repeats the part of the command that was refused; it may be an auth code, so it is not kept.
      if (child.name === 'extValue' && reason) reasons.push(collectText(reason))
      else if (child.name !== 'value') reader.refuse(`<${child.name}> is not expected here`)
    }
    return { code, message, reasons }
  })

const writeQueue = ({ count, id, at, text: message }: MessageQueue): Markup =>
  tag('msgQ', { count: String(count), id }, writeDate('qDate', at), textTag('msg', message))

const readQueue = (element: XmlElement): MessageQueue =>
  readElement(element, (reader) => {
    const count = parseInteger(reader.attribute('count'), 0, 4_294_967_295)
    const id = reader.attribute('id')
    const at = reader.optionalDate('qDate')
    const message = reader.optional('msg')
    return { count, id, at, text: message && collectText(message) }
  })

const writeData = (data: ResponseData): Markup | null =>
  writeDomainData(data) ?? writeContactData(data) ?? writeHostData(data)

function readData(element: XmlElement): ResponseData {
  if (element.namespace === DOMAIN) return readDomainData(element)
  if (element.namespace === CONTACT) return readContactData(element)
  if (element.namespace === HOST) return readHostData(element)
  return { kind: 'other', namespace: element.namespace, name: element.name }
}

function writeExtensions({ secDns, graceStatuses, data }: Response): Markup | null {
  if (secDns === null && graceStatuses.length === 0) return null
  return tag(
    'extension',
    {},
    secDns && writeSecDns('infData', secDns),
    graceStatuses.length > 0 ? writeGraceStatuses(data?.kind === 'domain' ? 'infData' : 'upData', graceStatuses) : null,
  )
}

export const writeResponse = (response: Response): Markup =>
  tag(
    'response',
    {},
    response.results.map(writeResult),
    response.queue && writeQueue(response.queue),
    response.data && tag('resData', {}, writeData(response.data)),
    writeExtensions(response),
    tag('trID', {}, textTag('clTRID', response.clientTransaction), textTag('svTRID', response.serverTransaction)),
  )

/** Data and extensions that are not known are left out: a registry may say more than was asked for. */
function readExtensions(element: XmlElement | null): Pick<Response, 'secDns' | 'graceStatuses'> {
  const find = (namespace: string, ...names: string[]): XmlElement | undefined =>
    element?.children.find((child) => child.namespace === namespace && names.includes(child.name))
  const [secDns, grace] = [find(SEC_DNS, 'infData'), find(RGP, 'infData', 'upData')]
  return { secDns: secDns ? readSecDns(secDns) : null, graceStatuses: grace ? readGraceStatuses(grace) : [] }
}

export const readResponse = (element: XmlElement): Response =>
  readElement(element, (reader) => {
    const results = reader.many('result').map(readResult)
    if (results.length === 0) reader.refuse('<result> is missing')
    const queue = reader.optional('msgQ')
    const [data] = reader.optional('resData')?.children ?? []
    const extensions = readExtensions(reader.optional('extension'))
    return {
      results,
      queue: queue && readQueue(queue),
      data: data ? readData(data) : null,
      ...extensions,
      ...readElement(reader.take('trID'), (transactions) => ({
        clientTransaction: transactions.optionalText('clTRID'),
        serverTransaction: readText(transactions.take('svTRID')),
      })),
    }
  })
