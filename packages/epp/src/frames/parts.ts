// Parts that several objects share: periods, host addresses, statuses, auth codes, availability and history.

import type { XmlElement } from '../xml/parse.ts'
import { type ElementReader, parseInteger, readElement, readText } from '../xml/read.ts'
import { type Markup, tag, text, textTag } from '../xml/write.ts'
import type { Availability, HostAddress, ObjectHistory, Period, ResponseData } from './types.ts'

export const toXmlDate = (at: Date): string => at.toISOString()

export const writePeriod = (prefix: string, period: Period | null): Markup | null =>
  period && textTag(`${prefix}:period`, String(period.value), { unit: period.unit })

export function readPeriod(reader: ElementReader): Period | null {
  const element = reader.optional('period')
  if (element === null) return null
  const unit = element.attributes.get('unit')
  if (unit !== 'y' && unit !== 'm') return reader.refuse('the attribute unit must be y or m')
  return { value: parseInteger(readText(element), 1, 99), unit }
}

export const writeAddress = (name: string, { version, address }: HostAddress): Markup =>
  tag(name, { ip: version }, text(address))

export function readAddress(element: XmlElement): HostAddress {
  const version = (element.attributes.get('ip') ?? 'v4') === 'v6' ? 'v6' : 'v4'
  return { version, address: readText(element) }
}

export const writeStatuses = (prefix: string, statuses: readonly string[]): Markup[] =>
  statuses.map((status) => tag(`${prefix}:status`, { s: status }))

export function readStatuses(reader: ElementReader): string[] {
  return reader.many('status').map((element) => {
    readText(element)
    return element.attributes.get('s') ?? reader.refuse('a status has no attribute s')
  })
}

export const writeAuthCode = (prefix: string, code: string | null): Markup | null =>
  code === null ? null : tag(`${prefix}:authInfo`, {}, tag(`${prefix}:pw`, {}, text(code)))

/** Other kinds of authorization than a password are not known here. */
export function readAuthCode(reader: ElementReader): string | null {
  const element = reader.optional('authInfo')
  return element && readElement(element, (inside) => inside.text('pw'))
}

export const writeChecks = (prefix: string, key: 'name' | 'id', items: readonly Availability[]): Markup[] =>
  items.map(({ name, isAvailable, reason }) =>
    tag(
      `${prefix}:cd`,
      {},
      tag(`${prefix}:${key}`, { avail: isAvailable ? '1' : '0' }, text(name)),
      textTag(`${prefix}:reason`, reason),
    ),
  )

export function readChecks(
  reader: ElementReader,
  object: 'domain' | 'contact' | 'host',
  key: 'name' | 'id',
): ResponseData {
  const items = reader.many('cd').map((element) =>
    readElement(element, (inside): Availability => {
      const name = inside.take(key)
      const available = name.attributes.get('avail') ?? ''
      if (!['0', '1', 'true', 'false'].includes(available)) inside.refuse('the attribute avail must be 0 or 1')
      return {
        name: readText(name),
        isAvailable: available === '1' || available === 'true',
        reason: inside.optionalText('reason'),
      }
    }),
  )
  return { kind: 'checks', object, items }
}

export const writeDate = (name: string, at: Date | null): Markup | null => textTag(name, at && toXmlDate(at))

/** `crID`, `crDate`, `upID`, `upDate`, in the order that the schemas have. */
export const writeHistory = (prefix: string, history: ObjectHistory): (Markup | null)[] => [
  textTag(`${prefix}:clID`, history.sponsor),
  textTag(`${prefix}:crID`, history.creator),
  writeDate(`${prefix}:crDate`, history.createdAt),
  textTag(`${prefix}:upID`, history.updater),
  writeDate(`${prefix}:upDate`, history.updatedAt),
]

export const readHistory = (reader: ElementReader): ObjectHistory => ({
  sponsor: reader.text('clID'),
  creator: reader.optionalText('crID'),
  createdAt: reader.optionalDate('crDate'),
  updater: reader.optionalText('upID'),
  updatedAt: reader.optionalDate('upDate'),
})
