// Host objects (RFC 5732), as far as nameservers of domains need them.
import { HOST } from '../namespaces.ts'
import type { XmlElement } from '../xml/parse.ts'
import { readElement } from '../xml/read.ts'
import { type Markup, tag, textTag } from '../xml/write.ts'
import {
  readAddress,
  readChecks,
  readHistory,
  readStatuses,
  toXmlDate,
  writeAddress,
  writeChecks,
  writeDate,
  writeHistory,
  writeStatuses,
} from './parts.ts'
import type { HostCommand, HostInfo, ResponseData } from './types.ts'

const wrap = (name: string, ...children: Parameters<typeof tag>[2][]): Markup =>
  tag(`host:${name}`, { 'xmlns:host': HOST }, ...children)

export function writeHostCommand(command: HostCommand): Markup {
  if (command.action === 'check')
    return wrap(
      'check',
      command.names.map((name) => textTag('host:name', name)),
    )
  if (command.action === 'info') return wrap('info', textTag('host:name', command.name))
  return wrap(
    'create',
    textTag('host:name', command.name),
    command.addresses.map((address) => writeAddress('host:addr', address)),
  )
}

export const readHostCommand = (element: XmlElement, action: string): HostCommand =>
  readElement(element, (reader): HostCommand => {
    switch (action) {
      case 'check': {
        const names = reader.texts('name')
        return names.length > 0 ? { action, object: 'host', names } : reader.refuse('<name> is missing')
      }
      case 'info':
        return { action, object: 'host', name: reader.text('name') }
      case 'create':
        return { action, object: 'host', name: reader.text('name'), addresses: reader.many('addr').map(readAddress) }
      default:
        return reader.refuse(`the command ${action} is not known for hosts`, 2101)
    }
  })

const writeInfo = (host: HostInfo): Markup =>
  wrap(
    'infData',
    textTag('host:name', host.name),
    textTag('host:roid', host.roid),
    writeStatuses('host', host.statuses),
    host.addresses.map((address) => writeAddress('host:addr', address)),
    writeHistory('host', host),
    writeDate('host:trDate', host.transferredAt),
  )

export function writeHostData(data: ResponseData): Markup | null {
  if (data.kind === 'checks' && data.object === 'host') return wrap('chkData', writeChecks('host', 'name', data.items))
  if (data.kind === 'host') return writeInfo(data.host)
  if (data.kind !== 'hostCreated') return null
  return wrap('creData', textTag('host:name', data.name), textTag('host:crDate', toXmlDate(data.createdAt)))
}

export const readHostData = (element: XmlElement): ResponseData =>
  readElement(element, (reader): ResponseData => {
    switch (element.name) {
      case 'chkData':
        return readChecks(reader, 'host', 'name')
      case 'creData':
        return { kind: 'hostCreated', name: reader.text('name'), createdAt: reader.date('crDate') }
      case 'infData': {
        const host: HostInfo = {
          name: reader.text('name'),
          roid: reader.text('roid'),
          statuses: readStatuses(reader),
          addresses: reader.many('addr').map(readAddress),
          ...readHistory(reader),
          transferredAt: reader.optionalDate('trDate'),
        }
        return { kind: 'host', host }
      }
      default:
        return reader.refuse('this data is not known')
    }
  })
