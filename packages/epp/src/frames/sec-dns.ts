// DNSSEC data of domains (RFC 5910): delegation signers, keys, and changes of them.
import { SEC_DNS } from '../namespaces.ts'
import type { XmlElement } from '../xml/parse.ts'
import { type ElementReader, parseBoolean, parseInteger, readElement } from '../xml/read.ts'
import { type Markup, tag, textTag } from '../xml/write.ts'
import type { DelegationSigner, DnsKey, SecDns, SecDnsUpdate } from './types.ts'

const BYTE = 255
const SHORT = 65_535
const INT = 2_147_483_647

const number = (name: string, value: number | null): Markup | null =>
  textTag(name, value === null ? null : String(value))

const writeKey = (key: DnsKey): Markup =>
  tag(
    'secDNS:keyData',
    {},
    number('secDNS:flags', key.flags),
    number('secDNS:protocol', key.protocol),
    number('secDNS:alg', key.algorithm),
    textTag('secDNS:pubKey', key.publicKey),
  )

const readKey = (element: XmlElement): DnsKey =>
  readElement(element, (reader) => ({
    flags: parseInteger(reader.text('flags'), 0, SHORT),
    protocol: parseInteger(reader.text('protocol'), 0, BYTE),
    algorithm: parseInteger(reader.text('alg'), 0, BYTE),
    publicKey: reader.text('pubKey').replaceAll(' ', ''),
  }))

const writeSigner = (signer: DelegationSigner): Markup =>
  tag(
    'secDNS:dsData',
    {},
    number('secDNS:keyTag', signer.keyTag),
    number('secDNS:alg', signer.algorithm),
    number('secDNS:digestType', signer.digestType),
    textTag('secDNS:digest', signer.digest),
    signer.key && writeKey(signer.key),
  )

const readSigner = (element: XmlElement): DelegationSigner =>
  readElement(element, (reader) => ({
    keyTag: parseInteger(reader.text('keyTag'), 0, SHORT),
    algorithm: parseInteger(reader.text('alg'), 0, BYTE),
    digestType: parseInteger(reader.text('digestType'), 0, BYTE),
    digest: reader.text('digest').replaceAll(' ', '').toUpperCase(),
    key: readOptional(reader, 'keyData', readKey),
  }))

function readOptional<Value>(reader: ElementReader, name: string, read: (element: XmlElement) => Value): Value | null {
  const element = reader.optional(name)
  return element && read(element)
}

type Entries = { signers: DelegationSigner[]; keys: DnsKey[] }

const writeEntries = ({ signers, keys }: Entries): Markup[] => [...signers.map(writeSigner), ...keys.map(writeKey)]

const readEntries = (reader: ElementReader): Entries => ({
  signers: reader.many('dsData').map(readSigner),
  keys: reader.many('keyData').map(readKey),
})

const readLife = (reader: ElementReader): number | null => {
  const life = reader.optionalText('maxSigLife')
  return life === null ? null : parseInteger(life, 1, INT)
}

export const writeSecDns = (name: 'create' | 'infData', data: SecDns): Markup =>
  tag(
    `secDNS:${name}`,
    { 'xmlns:secDNS': SEC_DNS },
    number('secDNS:maxSigLife', data.maxSignatureLife),
    writeEntries(data),
  )

export const readSecDns = (element: XmlElement): SecDns =>
  readElement(element, (reader) => ({ maxSignatureLife: readLife(reader), ...readEntries(reader) }))

export const writeSecDnsUpdate = ({ isUrgent, remove, add, maxSignatureLife }: SecDnsUpdate): Markup =>
  tag(
    'secDNS:update',
    { 'xmlns:secDNS': SEC_DNS, urgent: isUrgent ? 'true' : null },
    remove && tag('secDNS:rem', {}, remove === 'all' ? textTag('secDNS:all', 'true') : writeEntries(remove)),
    add && tag('secDNS:add', {}, writeEntries(add)),
    maxSignatureLife === null ? null : tag('secDNS:chg', {}, number('secDNS:maxSigLife', maxSignatureLife)),
  )

const readRemoved = (element: XmlElement): SecDnsUpdate['remove'] =>
  readElement(element, (reader) => {
    const all = reader.optionalText('all')
    return all !== null && parseBoolean(all) ? ('all' as const) : readEntries(reader)
  })

export const readSecDnsUpdate = (element: XmlElement): SecDnsUpdate =>
  readElement(element, (reader) => ({
    isUrgent: parseBoolean(reader.optionalAttribute('urgent') ?? 'false'),
    remove: readOptional(reader, 'rem', readRemoved),
    add: readOptional(reader, 'add', (inside) => readElement(inside, readEntries)),
    maxSignatureLife: readOptional(reader, 'chg', (inside) => readElement(inside, readLife)),
  }))
