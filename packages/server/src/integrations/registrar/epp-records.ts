// Turns what EPP responses say about domains, transfers and messages into the records of registrar connectors.
import {
  type ContactDetails,
  type Disclose,
  type DomainInfo,
  type Greeting,
  HOST,
  type Nameservers,
  type ResponseData,
  type TransferInfo,
} from '@freehold/epp'
import type { DomainAtRegistry, NewContact, TransferState } from './registrar.ts'

/** Statuses without `ok`, which says that there is none. */
export function toDomainAtRegistry(domain: DomainInfo, user: string): DomainAtRegistry {
  const { name, statuses, nameservers, expiresAt, createdAt, updatedAt, transferredAt, sponsor, authCode } = domain
  const hosts = nameservers?.hosts ?? []
  return {
    name: name.toLowerCase(),
    isOurs: sponsor === user,
    statuses: statuses.filter((status) => status !== 'ok'),
    nameservers: hosts.map((host) => (typeof host === 'string' ? host : host.name).toLowerCase()),
    expiresAt,
    createdAt,
    updatedAt,
    transferredAt,
    sponsor,
    authCode,
  }
}

const POSTAL_FIELDS = ['name', 'org', 'addr']
const OTHER_FIELDS = ['voice', 'email']

/** All that is known of a contact, shown to the public or not. */
export const toDisclose = (isShown: boolean): Disclose => ({
  flag: isShown,
  fields: [
    ...POSTAL_FIELDS.map((name) => ({ name, type: 'int' })),
    ...OTHER_FIELDS.map((name) => ({ name, type: null })),
  ],
})

export const toContactDetails = ({ id, phone, email, street, ...postal }: NewContact): ContactDetails => ({
  id,
  postal: [{ type: 'int', ...postal, street: [street] }],
  voice: { number: phone, extension: null },
  fax: null,
  email,
  disclose: toDisclose(false),
})

/** While a transfer is pending, the date of a response is a limit, and nobody has acted. */
export const toTransfer = ({
  status,
  requestedBy,
  actedAt,
}: TransferInfo): { state: TransferState; requestedBy: string; actedAt: Date | null } => ({
  state: status,
  requestedBy,
  actedAt: status === 'pending' ? null : actedAt,
})

export function readMessageDomain(data: ResponseData | null): string | null {
  if (data?.kind === 'domainTransfer') return data.transfer.name.toLowerCase()
  if (data?.kind === 'domain') return data.domain.name.toLowerCase()
  return data?.kind === 'domainAction' || data?.kind === 'domainCreated' || data?.kind === 'domainRenewed'
    ? data.name.toLowerCase()
    : null
}

/** As the registry keeps them: as objects, or with the domain. */
export function toNameservers(names: readonly string[] | undefined, { objects }: Greeting): Nameservers | null {
  if (!names || names.length === 0) return null
  return objects.includes(HOST)
    ? { kind: 'objects', hosts: [...names] }
    : { kind: 'attributes', hosts: names.map((name) => ({ name, addresses: [] })) }
}
