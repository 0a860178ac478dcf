// Nameservers and contacts of a domain (RFC 5731), as commands and responses write them.
import { type ElementReader, readElement, readText } from '../xml/read.ts'
import { type Markup, tag, text } from '../xml/write.ts'
import { readAddress, writeAddress } from './parts.ts'
import type { DomainContact, Nameservers } from './types.ts'

export function writeNameservers(nameservers: Nameservers | null): Markup | null {
  if (nameservers === null || nameservers.hosts.length === 0) return null
  const hosts =
    nameservers.kind === 'objects'
      ? nameservers.hosts.map((name) => tag('domain:hostObj', {}, text(name)))
      : nameservers.hosts.map(({ name, addresses }) =>
          tag(
            'domain:hostAttr',
            {},
            tag('domain:hostName', {}, text(name)),
            addresses.map((address) => writeAddress('domain:hostAddr', address)),
          ),
        )
  return tag('domain:ns', {}, hosts)
}

export function readNameservers(reader: ElementReader): Nameservers | null {
  const element = reader.optional('ns')
  if (element === null) return null
  return readElement(element, (inside): Nameservers => {
    const objects = inside.many('hostObj')
    if (objects.length > 0) return { kind: 'objects', hosts: objects.map(readText) }
    const hosts = inside.many('hostAttr').map((host) =>
      readElement(host, (parts) => ({
        name: parts.text('hostName'),
        addresses: parts.many('hostAddr').map(readAddress),
      })),
    )
    return hosts.length > 0 ? { kind: 'attributes', hosts } : inside.refuse('a nameserver is missing')
  })
}

export const writeDomainContacts = (contacts: readonly DomainContact[]): Markup[] =>
  contacts.map(({ type, id }) => tag('domain:contact', { type }, text(id)))

export const readDomainContacts = (reader: ElementReader): DomainContact[] =>
  reader.many('contact').map((element) => ({
    type: element.attributes.get('type') ?? reader.refuse('a contact has no attribute type'),
    id: readText(element),
  }))
