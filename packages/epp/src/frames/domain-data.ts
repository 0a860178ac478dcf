// What responses say about domains (RFC 5731): written and read.
import { DOMAIN } from '../namespaces.ts'
import type { XmlElement } from '../xml/parse.ts'
import { type ElementReader, parseBoolean, readElement, readText } from '../xml/read.ts'
import { type Markup, tag, text, textTag } from '../xml/write.ts'
import { readDomainContacts, readNameservers, writeDomainContacts, writeNameservers } from './domain-parts.ts'
import {
  readAuthCode,
  readChecks,
  readHistory,
  readStatuses,
  toXmlDate,
  writeAuthCode,
  writeChecks,
  writeDate,
  writeHistory,
  writeStatuses,
} from './parts.ts'
import type { DomainInfo, ResponseData, TransferInfo, TransferStatus } from './types.ts'

export const TRANSFER_STATUSES: readonly TransferStatus[] = [
  'pending',
  'clientApproved',
  'clientRejected',
  'clientCancelled',
  'serverApproved',
  'serverCancelled',
]

const wrap = (name: string, ...children: Parameters<typeof tag>[2][]): Markup =>
  tag(`domain:${name}`, { 'xmlns:domain': DOMAIN }, ...children)

const writeInfo = (domain: DomainInfo): Markup =>
  wrap(
    'infData',
    textTag('domain:name', domain.name),
    textTag('domain:roid', domain.roid),
    writeStatuses('domain', domain.statuses),
    textTag('domain:registrant', domain.registrant),
    writeDomainContacts(domain.contacts),
    writeNameservers(domain.nameservers),
    domain.subordinateHosts.map((host) => textTag('domain:host', host)),
    writeHistory('domain', domain),
    writeDate('domain:exDate', domain.expiresAt),
    writeDate('domain:trDate', domain.transferredAt),
    writeAuthCode('domain', domain.authCode),
  )

const readInfo = (reader: ElementReader): DomainInfo => ({
  name: reader.text('name'),
  roid: reader.text('roid'),
  statuses: readStatuses(reader),
  registrant: reader.optionalText('registrant'),
  contacts: readDomainContacts(reader),
  nameservers: readNameservers(reader),
  subordinateHosts: reader.texts('host'),
  ...readHistory(reader),
  expiresAt: reader.optionalDate('exDate'),
  transferredAt: reader.optionalDate('trDate'),
  authCode: readAuthCode(reader),
})

const writeTransfer = (transfer: TransferInfo): Markup =>
  wrap(
    'trnData',
    textTag('domain:name', transfer.name),
    textTag('domain:trStatus', transfer.status),
    textTag('domain:reID', transfer.requestedBy),
    writeDate('domain:reDate', transfer.requestedAt),
    textTag('domain:acID', transfer.actingClient),
    writeDate('domain:acDate', transfer.actedAt),
    writeDate('domain:exDate', transfer.expiresAt),
  )

function readTransfer(reader: ElementReader): TransferInfo {
  const name = reader.text('name')
  const status = reader.text('trStatus')
  return {
    name,
    status: TRANSFER_STATUSES.find((one) => one === status) ?? reader.refuse('the transfer status is not known'),
    requestedBy: reader.text('reID'),
    requestedAt: reader.date('reDate'),
    actingClient: reader.text('acID'),
    actedAt: reader.date('acDate'),
    expiresAt: reader.optionalDate('exDate'),
  }
}

export function writeDomainData(data: ResponseData): Markup | null {
  switch (data.kind) {
    case 'checks':
      return data.object === 'domain' ? wrap('chkData', writeChecks('domain', 'name', data.items)) : null
    case 'domain':
      return writeInfo(data.domain)
    case 'domainCreated':
      return wrap(
        'creData',
        textTag('domain:name', data.name),
        textTag('domain:crDate', toXmlDate(data.createdAt)),
        writeDate('domain:exDate', data.expiresAt),
      )
    case 'domainRenewed':
      return wrap('renData', textTag('domain:name', data.name), writeDate('domain:exDate', data.expiresAt))
    case 'domainTransfer':
      return writeTransfer(data.transfer)
    case 'domainAction':
      return wrap(
        'panData',
        tag('domain:name', { paResult: data.isApproved ? '1' : '0' }, text(data.name)),
        tag('domain:paTRID', {}, textTag('clTRID', data.clientTransaction), textTag('svTRID', data.serverTransaction)),
        textTag('domain:paDate', toXmlDate(data.at)),
      )
    default:
      return null
  }
}

function readAction(reader: ElementReader): ResponseData {
  const name = reader.take('name')
  const transactions = reader.take('paTRID')
  const find = (wanted: string): string | null => {
    const child = transactions.children.find((one) => one.name === wanted)
    return child ? readText(child) : null
  }
  return {
    kind: 'domainAction',
    name: readText(name),
    isApproved: parseBoolean(name.attributes.get('paResult') ?? ''),
    clientTransaction: find('clTRID'),
    serverTransaction: find('svTRID') ?? reader.refuse('<svTRID> is missing'),
    at: reader.date('paDate'),
  }
}

export const readDomainData = (element: XmlElement): ResponseData =>
  readElement(element, (reader): ResponseData => {
    switch (element.name) {
      case 'chkData':
        return readChecks(reader, 'domain', 'name')
      case 'infData':
        return { kind: 'domain', domain: readInfo(reader) }
      case 'creData':
        return {
          kind: 'domainCreated',
          name: reader.text('name'),
          createdAt: reader.date('crDate'),
          expiresAt: reader.optionalDate('exDate'),
        }
      case 'renData':
        return { kind: 'domainRenewed', name: reader.text('name'), expiresAt: reader.optionalDate('exDate') }
      case 'trnData':
        return { kind: 'domainTransfer', transfer: readTransfer(reader) }
      case 'panData':
        return readAction(reader)
      default:
        return reader.refuse('this data is not known')
    }
  })
