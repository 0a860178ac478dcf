// Reads what an RDAP server answered (RFC 9083): whether it is about the name that was asked for, and the record in it.
import { parseDomainName } from '../../kernel/text/domain-name.ts'
import {
  emailAddress,
  eppStatus,
  hostName,
  isRedaction,
  plainText,
  type Registrant,
  type Registrar,
  type Registration,
  unique,
  webAddress,
} from './finding.ts'

type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** Servers write the name in capitals, with a closing dot, or, for IDNs, only in Unicode. */
export function isAbout(record: Json, domain: string): boolean {
  if (record.objectClassName !== undefined && record.objectClassName !== 'domain') return false
  const written = [record.ldhName, record.unicodeName].find((name) => typeof name === 'string' && name !== '')
  const read = parseDomainName(written, { allowTest: false })
  return read.ok && read.name.domain === domain
}

type Card = {
  name: string | null
  organization: string | null
  country: string | null
  url: string | null
  email: unknown
}

/** One property of a jCard (RFC 7095): name, parameters, type, value. */
type Property = [string, Json, unknown, unknown]
const isProperty = (value: unknown): value is Property =>
  Array.isArray(value) && typeof value[0] === 'string' && isObject(value[1])

function readCard(entity: Json): Card {
  const card = Array.isArray(entity.vcardArray) ? entity.vcardArray[1] : undefined
  const properties = Array.isArray(card) ? card.filter(isProperty) : []
  const first = (name: string): Property | undefined => properties.find(([key]) => key.toLowerCase() === name)
  const address = first('adr')
  const organization = first('org')?.[3]
  return {
    name: plainText(first('fn')?.[3]),
    organization: plainText(Array.isArray(organization) ? organization[0] : organization),
    country: readCountry(address),
    url: webAddress(first('url')?.[3]),
    email: first('email')?.[3],
  }
}

/** The code stands in a parameter (RFC 8605), or some put it where the country's name belongs. */
function readCountry(address: Property | undefined): string | null {
  if (!address) return null
  const code = plainText(address[1].cc)
  const named = plainText(Array.isArray(address[3]) ? address[3][6] : null)
  const text = code ?? named
  return text !== null && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null
}

const withRole = (entities: readonly Json[], role: string): Json | undefined =>
  entities.find((entity) => texts(entity.roles).includes(role))

function readRegistrar(entity: Json | undefined, all: readonly Json[]): Registrar {
  if (!entity) return { name: null, ianaId: null, url: null, abuseEmail: null }
  const card = readCard(entity)
  const id = objects(entity.publicIds).find(({ type }) => /iana/i.test(String(type)))?.identifier
  const about = objects(entity.links).find(({ rel }) => rel === 'about')?.href
  const abuse = withRole(objects(entity.entities), 'abuse') ?? withRole(all, 'abuse')
  return {
    name: card.name ?? card.organization,
    ianaId: plainText(typeof id === 'number' ? String(id) : id),
    url: card.url ?? webAddress(about) ?? webAddress(entity.url),
    abuseEmail: emailAddress(abuse ? readCard(abuse).email : null),
  }
}

/** RFC 9537 names each member that was left out; before it, servers said so in a remark. */
function saysRedacted(record: Json, registrant: Json | undefined): boolean {
  const named = objects(record.redacted).some((one) =>
    /registrant/i.test(JSON.stringify([one.name, one.prePath, one.postPath])),
  )
  const remarked = objects(registrant?.remarks).some((remark) =>
    [remark.title, remark.type, ...texts(remark.description)].some((text) => isRedaction(plainText(text))),
  )
  return named || remarked
}

function readRegistrant(record: Json, entity: Json | undefined): Registrant {
  const card = entity ? readCard(entity) : { name: null, organization: null, country: null }
  const hidden = isRedaction(card.name) || isRedaction(card.organization)
  return {
    name: isRedaction(card.name) ? null : card.name,
    organization: isRedaction(card.organization) ? null : card.organization,
    country: card.country,
    redacted: hidden || saysRedacted(record, entity),
  }
}

function readEvent(record: Json, action: string): Date | null {
  const date = objects(record.events).find(({ eventAction }) => eventAction === action)?.eventDate
  if (typeof date !== 'string') return null
  const at = new Date(/(z|[+-]\d\d:?\d\d)$/i.test(date) || !date.includes('T') ? date : `${date}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

export function readRecord(record: Json): Registration {
  const entities = objects(record.entities)
  const signed = isObject(record.secureDNS) ? record.secureDNS.delegationSigned : undefined
  return {
    registrar: readRegistrar(withRole(entities, 'registrar'), entities),
    registrant: readRegistrant(record, withRole(entities, 'registrant')),
    createdAt: readEvent(record, 'registration'),
    updatedAt: readEvent(record, 'last changed'),
    expiresAt: readEvent(record, 'expiration'),
    transferredAt: readEvent(record, 'transfer'),
    nameservers: unique(objects(record.nameservers).map(({ ldhName }) => hostName(ldhName))),
    statuses: unique(texts(record.status).map(eppStatus)),
    dnssecSigned: typeof signed === 'boolean' ? signed : null,
  }
}

/** Where the registrar's own record of the name is: thin registries do not know the holder. */
export function registrarLink(record: Json): string | null {
  const link = objects(record.links).find(
    ({ rel, type }) => rel === 'related' && (type === undefined || /rdap\+json/i.test(String(type))),
  )?.href
  return typeof link === 'string' && link.startsWith('https://') ? link : null
}

/** What the registrar knows better, laid over what the registry said; the registry stays right about everything else. */
export function withRegistrar(registration: Registration, registrars: Registration): Registration {
  const { registrar, registrant } = registration
  return {
    ...registration,
    registrar: {
      ...registrar,
      url: registrar.url ?? registrars.registrar.url,
      abuseEmail: registrar.abuseEmail ?? registrars.registrar.abuseEmail,
    },
    registrant: {
      name: registrant.name ?? registrars.registrant.name,
      organization: registrant.organization ?? registrars.registrant.organization,
      country: registrant.country ?? registrars.registrant.country,
      redacted: registrant.redacted || registrars.registrant.redacted,
    },
  }
}

export const knowsHolder = ({ registrant }: Registration): boolean =>
  registrant.redacted || registrant.name !== null || registrant.organization !== null
