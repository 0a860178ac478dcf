// Contacts (RFC 5733): check, info, create, and the update of what is shown to the public.
import { CONTACT } from '../namespaces.ts'
import type { XmlElement } from '../xml/parse.ts'
import { type ElementReader, parseBoolean, readElement, readText } from '../xml/read.ts'
import { type Markup, tag, text, textTag } from '../xml/write.ts'
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
import type { ContactCommand, ContactDetails, ContactInfo, Disclose, Phone, PostalInfo, ResponseData } from './types.ts'

const wrap = (name: string, ...children: Parameters<typeof tag>[2][]): Markup =>
  tag(`contact:${name}`, { 'xmlns:contact': CONTACT }, ...children)

const writePostal = (postal: PostalInfo): Markup =>
  tag(
    'contact:postalInfo',
    { type: postal.type },
    textTag('contact:name', postal.name),
    textTag('contact:org', postal.organization),
    tag(
      'contact:addr',
      {},
      postal.street.map((line) => textTag('contact:street', line)),
      textTag('contact:city', postal.city),
      textTag('contact:sp', postal.state),
      textTag('contact:pc', postal.postalCode),
      textTag('contact:cc', postal.country),
    ),
  )

const readPostal = (element: XmlElement): PostalInfo =>
  readElement(element, (reader) => ({
    type: reader.choice('type', ['int', 'loc']),
    name: reader.text('name'),
    organization: reader.optionalText('org'),
    ...readElement(reader.take('addr'), (address) => ({
      street: address.texts('street'),
      city: address.text('city'),
      state: address.optionalText('sp'),
      postalCode: address.optionalText('pc'),
      country: address.text('cc'),
    })),
  }))

const writePhone = (name: string, phone: Phone | null): Markup | null =>
  phone && tag(name, { x: phone.extension }, text(phone.number))

const readPhone = (element: XmlElement | null): Phone | null =>
  element && { number: readText(element), extension: element.attributes.get('x') ?? null }

const writeDisclose = (disclose: Disclose | null): Markup | null =>
  disclose &&
  tag(
    'contact:disclose',
    { flag: disclose.flag ? '1' : '0' },
    disclose.fields.map(({ name, type }) => tag(`contact:${name}`, { type })),
  )

/** The fields that a client may ask to show or hide. */
export const DISCLOSED_FIELDS: readonly string[] = ['name', 'org', 'addr', 'voice', 'fax', 'email']

const readDisclose = (element: XmlElement | null): Disclose | null =>
  element &&
  readElement(element, (reader) => {
    const fields: Disclose['fields'] = []
    while (reader.peek() !== null) {
      const { name, attributes } = reader.takeAny()
      if (!DISCLOSED_FIELDS.includes(name)) reader.refuse(`<${name}> is not expected here`)
      fields.push({ name, type: attributes.get('type') ?? null })
    }
    return { flag: parseBoolean(reader.attribute('flag')), fields }
  })

const writeReach = ({ postal, voice, fax, email }: ContactDetails): (Markup | null | Markup[])[] => [
  postal.map(writePostal),
  writePhone('contact:voice', voice),
  writePhone('contact:fax', fax),
  textTag('contact:email', email),
]

const readReach = (reader: ElementReader): Omit<ContactDetails, 'id' | 'disclose'> => ({
  postal: reader.many('postalInfo').map(readPostal),
  voice: readPhone(reader.optional('voice')),
  fax: readPhone(reader.optional('fax')),
  email: reader.text('email'),
})

export function writeContactCommand(command: ContactCommand): Markup {
  if (command.action === 'check')
    return wrap(
      'check',
      command.ids.map((id) => textTag('contact:id', id)),
    )
  if (command.action === 'info')
    return wrap('info', textTag('contact:id', command.id), writeAuthCode('contact', command.authCode))
  if (command.action === 'update')
    return wrap('update', textTag('contact:id', command.id), tag('contact:chg', {}, writeDisclose(command.disclose)))
  const { contact, authCode } = command
  return wrap(
    'create',
    textTag('contact:id', contact.id),
    ...writeReach(contact),
    writeAuthCode('contact', authCode),
    writeDisclose(contact.disclose),
  )
}

export const readContactCommand = (element: XmlElement, action: string): ContactCommand =>
  readElement(element, (reader): ContactCommand => {
    switch (action) {
      case 'check': {
        const ids = reader.texts('id')
        return ids.length > 0 ? { action, object: 'contact', ids } : reader.refuse('<id> is missing')
      }
      case 'info':
        return { action, object: 'contact', id: reader.text('id'), authCode: readAuthCode(reader) }
      case 'create': {
        const [id, reach] = [reader.text('id'), readReach(reader)]
        const authCode = readAuthCode(reader) ?? reader.refuse('<authInfo> is missing')
        const disclose = readDisclose(reader.optional('disclose'))
        return { action, object: 'contact', contact: { id, ...reach, disclose }, authCode }
      }
      case 'update': {
        const id = reader.text('id')
        const disclose = readElement(reader.take('chg'), (change) => readDisclose(change.take('disclose')))
        return { action, object: 'contact', id, disclose: disclose ?? reader.refuse('<disclose> is missing') }
      }
      default:
        return reader.refuse(`the command ${action} is not known for contacts`, 2101)
    }
  })

const writeInfo = (info: ContactInfo): Markup =>
  wrap(
    'infData',
    textTag('contact:id', info.contact.id),
    textTag('contact:roid', info.roid),
    writeStatuses('contact', info.statuses),
    ...writeReach(info.contact),
    writeHistory('contact', info),
    writeDate('contact:trDate', info.transferredAt),
    writeAuthCode('contact', info.authCode),
    writeDisclose(info.contact.disclose),
  )

function readInfo(reader: ElementReader): ContactInfo {
  const [id, roid, statuses, reach] = [reader.text('id'), reader.text('roid'), readStatuses(reader), readReach(reader)]
  const history = readHistory(reader)
  const transferredAt = reader.optionalDate('trDate')
  const authCode = readAuthCode(reader)
  const disclose = readDisclose(reader.optional('disclose'))
  return { contact: { id, ...reach, disclose }, roid, statuses, ...history, transferredAt, authCode }
}

export function writeContactData(data: ResponseData): Markup | null {
  if (data.kind === 'checks' && data.object === 'contact')
    return wrap('chkData', writeChecks('contact', 'id', data.items))
  if (data.kind === 'contact') return writeInfo(data.contact)
  if (data.kind !== 'contactCreated') return null
  return wrap('creData', textTag('contact:id', data.id), textTag('contact:crDate', toXmlDate(data.createdAt)))
}

export const readContactData = (element: XmlElement): ResponseData =>
  readElement(element, (reader): ResponseData => {
    switch (element.name) {
      case 'chkData':
        return readChecks(reader, 'contact', 'id')
      case 'creData':
        return { kind: 'contactCreated', id: reader.text('id'), createdAt: reader.date('crDate') }
      case 'infData':
        return { kind: 'contact', contact: readInfo(reader) }
      default:
        return reader.refuse('this data is not known')
    }
  })
