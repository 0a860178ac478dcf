// Commands about domains (RFC 5731): written and read.
import { DOMAIN } from '../namespaces.ts'
import type { XmlElement } from '../xml/parse.ts'
import { type ElementReader, readElement } from '../xml/read.ts'
import { type Markup, tag, text, textTag } from '../xml/write.ts'
import { readDomainContacts, readNameservers, writeDomainContacts, writeNameservers } from './domain-parts.ts'
import { readAuthCode, readPeriod, readStatuses, writeAuthCode, writePeriod, writeStatuses } from './parts.ts'
import type { DomainChange, DomainCommand, TransferOperation } from './types.ts'

const name = (value: string, attributes: Record<string, string | null> = {}): Markup =>
  tag('domain:name', attributes, text(value))

const isEmpty = ({ nameservers, contacts, statuses }: DomainChange): boolean =>
  (nameservers === null || nameservers.hosts.length === 0) && contacts.length + statuses.length === 0

const writeChange = (tagName: 'domain:add' | 'domain:rem', change: DomainChange | null): Markup | null =>
  change === null || isEmpty(change)
    ? null
    : tag(
        tagName,
        {},
        writeNameservers(change.nameservers),
        writeDomainContacts(change.contacts),
        writeStatuses('domain', change.statuses),
      )

const readChange = (element: XmlElement | null): DomainChange | null =>
  element &&
  readElement(element, (reader) => ({
    nameservers: readNameservers(reader),
    contacts: readDomainContacts(reader),
    statuses: readStatuses(reader),
  }))

function writeParts(command: DomainCommand): (Markup | null | Markup[])[] {
  switch (command.action) {
    case 'check':
      return command.names.map((one) => name(one))
    case 'info':
      return [name(command.name, { hosts: command.hosts }), writeAuthCode('domain', command.authCode)]
    case 'delete':
      return [name(command.name)]
    case 'renew':
      return [
        name(command.name),
        textTag('domain:curExpDate', command.currentExpiry),
        writePeriod('domain', command.period),
      ]
    case 'transfer':
      return [name(command.name), writePeriod('domain', command.period), writeAuthCode('domain', command.authCode)]
    case 'create':
      return [
        name(command.name),
        writePeriod('domain', command.period),
        writeNameservers(command.nameservers),
        textTag('domain:registrant', command.registrant),
        writeDomainContacts(command.contacts),
        writeAuthCode('domain', command.authCode),
      ]
    case 'update':
      return [
        name(command.name),
        writeChange('domain:add', command.add),
        writeChange('domain:rem', command.remove),
        command.change &&
          tag(
            'domain:chg',
            {},
            textTag('domain:registrant', command.change.registrant),
            writeAuthCode('domain', command.change.authCode),
          ),
      ]
  }
}

export const writeDomainCommand = (command: DomainCommand): Markup =>
  tag(`domain:${command.action}`, { 'xmlns:domain': DOMAIN }, ...writeParts(command))

const CALENDAR_DATE = /^\d{4}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/

function readExpiry(reader: ElementReader): string {
  const value = reader.text('curExpDate')
  return CALENDAR_DATE.test(value) ? value.slice(0, 'YYYY-MM-DD'.length) : reader.refuse('a date is not valid')
}

function readDomainName(reader: ElementReader): string {
  const value = reader.text('name')
  return value === '' || value.length > 255 ? reader.refuse('a domain name has 1 to 255 characters') : value
}

const readChg = (element: XmlElement | null) =>
  element &&
  readElement(element, (reader) => ({ registrant: reader.optionalText('registrant'), authCode: readAuthCode(reader) }))

/** `op` is the attribute of the EPP element around a transfer. */
export function readDomainCommand(element: XmlElement, action: string, op: TransferOperation | null): DomainCommand {
  return readElement(element, (reader): DomainCommand => {
    switch (action) {
      case 'check': {
        const names = reader.texts('name')
        return names.length > 0 ? { action, object: 'domain', names } : reader.refuse('<name> is missing')
      }
      case 'info': {
        const hosts = readHostsAttribute(reader)
        return { action, object: 'domain', name: readDomainName(reader), hosts, authCode: readAuthCode(reader) }
      }
      case 'delete':
        return { action, object: 'domain', name: readDomainName(reader) }
      case 'renew':
        return {
          action,
          object: 'domain',
          name: readDomainName(reader),
          currentExpiry: readExpiry(reader),
          period: readPeriod(reader),
        }
      case 'transfer':
        return {
          action,
          object: 'domain',
          op: op ?? reader.refuse('the attribute op is missing'),
          name: readDomainName(reader),
          period: readPeriod(reader),
          authCode: readAuthCode(reader),
        }
      case 'create':
        return {
          action,
          object: 'domain',
          name: readDomainName(reader),
          period: readPeriod(reader),
          nameservers: readNameservers(reader),
          registrant: reader.optionalText('registrant'),
          contacts: readDomainContacts(reader),
          authCode: readAuthCode(reader) ?? reader.refuse('<authInfo> is missing'),
          secDns: null,
        }
      case 'update':
        return {
          action,
          object: 'domain',
          name: readDomainName(reader),
          add: readChange(reader.optional('add')),
          remove: readChange(reader.optional('rem')),
          change: readChg(reader.optional('chg')),
          secDns: null,
          restore: null,
        }
      default:
        return reader.refuse(`the command ${action} is not known for domains`, 2101)
    }
  })
}

function readHostsAttribute(reader: ElementReader): 'all' | 'del' | 'sub' | 'none' {
  const value = reader.peek()?.attributes.get('hosts') ?? 'all'
  const allowed = ['all', 'del', 'sub', 'none'] as const
  return allowed.find((one) => one === value) ?? reader.refuse('the attribute hosts must be all, del, sub or none')
}
