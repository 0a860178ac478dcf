// Commands about domains in the simulated registry, transfers aside.
import type { DomainChange, DomainCommand, Nameservers, ResponseData } from '../frames/types.ts'
import type { ResultCode } from '../results.ts'
import {
  addYears,
  CLIENT_STATUSES,
  checkAuthCode,
  checkExpiry,
  checkName,
  isDomainName,
  listStatuses,
  Refusal,
  readYears,
  requireAllowed,
  requireSponsor,
  toCalendarDate,
} from './rules.ts'
import { changeSecDns } from './sec-dns.ts'
import type { RegistryState, SimulatedDomain } from './state.ts'
import { type TransferContext, transferDomain } from './transfers.ts'

export type DomainContext = TransferContext & { nameservers: Nameservers['kind'] }
export type DomainAnswer = { code: ResultCode; data: ResponseData | null; domain?: SimulatedDomain }
type Named<Action extends DomainCommand['action']> = Extract<DomainCommand, { action: Action }>

function findDomain(state: RegistryState, name: string): SimulatedDomain {
  const domain = state.domains.get(name.toLowerCase())
  if (!domain) throw new Refusal(2303, 'The domain does not exist.')
  return domain
}

function requireReferences(
  { state, nameservers: kind }: DomainContext,
  nameservers: Nameservers | null,
  contacts: readonly string[],
): void {
  if (nameservers && nameservers.kind !== kind)
    throw new Refusal(2306, `This registry keeps nameservers as ${kind === 'objects' ? 'host objects' : 'attributes'}.`)
  const hosts = nameservers?.kind === 'objects' ? nameservers.hosts : []
  const missing = [
    ...hosts.filter((host) => !state.hosts.has(host.toLowerCase())),
    ...contacts.filter((id) => !state.contacts.has(id)),
  ]
  if (missing.length > 0) throw new Refusal(2303, `These objects do not exist: ${missing.join(', ')}.`)
}

function check({ state }: DomainContext, { names }: Named<'check'>): DomainAnswer {
  const items = names.map((name) => {
    const reason = !isDomainName(name) ? 'Not a valid name' : state.domains.has(name.toLowerCase()) ? 'In use' : null
    return { name, isAvailable: reason === null, reason }
  })
  return { code: 1000, data: { kind: 'checks', object: 'domain', items } }
}

function info({ state, client }: DomainContext, command: Named<'info'>): DomainAnswer {
  const domain = findDomain(state, command.name)
  if (command.authCode !== null && command.authCode !== domain.authCode)
    throw new Refusal(2202, 'The auth code is wrong.')
  const mayReadCode = domain.sponsor === client || command.authCode !== null
  const showsDelegation = command.hosts === 'all' || command.hosts === 'del'
  const showsSubordinates = command.hosts === 'all' || command.hosts === 'sub'
  const subordinateHosts = [...state.hosts.keys()].filter((host) => host.endsWith(`.${domain.name}`))
  return {
    code: 1000,
    domain,
    data: {
      kind: 'domain',
      domain: {
        name: domain.name,
        roid: domain.roid,
        statuses: listStatuses(domain),
        registrant: domain.registrant,
        contacts: domain.contacts,
        nameservers: showsDelegation ? domain.nameservers : null,
        subordinateHosts: showsSubordinates ? subordinateHosts : [],
        sponsor: domain.sponsor,
        creator: domain.creator,
        createdAt: domain.createdAt,
        updater: domain.updater,
        updatedAt: domain.updatedAt,
        expiresAt: domain.expiresAt,
        transferredAt: domain.transferredAt,
        authCode: mayReadCode ? domain.authCode : null,
      },
    },
  }
}

function create(context: DomainContext, command: Named<'create'>): DomainAnswer {
  const { state, client, now } = context
  const name = checkName(command.name)
  if (state.domains.has(name)) throw new Refusal(2302, 'The domain is registered.')
  const contacts = [
    ...(command.registrant === null ? [] : [command.registrant]),
    ...command.contacts.map(({ id }) => id),
  ]
  requireReferences(context, command.nameservers, contacts)
  const expiresAt = addYears(now, readYears(command.period))
  state.lastNumber++
  state.domains.set(name, {
    name,
    roid: `D${state.lastNumber}-SIM`,
    sponsor: client,
    creator: client,
    createdAt: now,
    updater: null,
    updatedAt: null,
    expiresAt,
    transferredAt: null,
    statuses: [],
    registrant: command.registrant,
    contacts: command.contacts,
    nameservers: command.nameservers,
    authCode: checkAuthCode(command.authCode),
    secDns: command.secDns,
    graceStatuses: [],
    transfer: null,
  })
  return { code: 1000, data: { kind: 'domainCreated', name, createdAt: now, expiresAt } }
}

/** The current expiry date makes a second renewal by mistake impossible (RFC 5731 §3.2.3). */
function renew({ state, client, now }: DomainContext, command: Named<'renew'>): DomainAnswer {
  const domain = findDomain(state, command.name)
  requireSponsor(domain, client)
  requireAllowed(domain, 'Renew')
  if (command.currentExpiry !== toCalendarDate(domain.expiresAt))
    throw new Refusal(2004, 'This is not the current expiry date.')
  domain.expiresAt = checkExpiry(addYears(domain.expiresAt, readYears(command.period)), now)
  return { code: 1000, data: { kind: 'domainRenewed', name: domain.name, expiresAt: domain.expiresAt } }
}

const listHostKeys = (nameservers: Nameservers | null): string[] =>
  nameservers === null
    ? []
    : nameservers.hosts.map((host) => (typeof host === 'string' ? host : host.name).toLowerCase())

function changeNameservers(current: Nameservers | null, add: Nameservers | null, remove: Nameservers | null) {
  const removed = new Set(listHostKeys(remove))
  const kept = new Map<string, string | { name: string; addresses: [] }>()
  for (const source of [current, add])
    for (const host of source?.hosts ?? []) {
      const key = (typeof host === 'string' ? host : host.name).toLowerCase()
      if (!(source === current && removed.has(key))) kept.set(key, host as string)
    }
  const kind = add?.kind ?? current?.kind ?? 'objects'
  return kept.size === 0 ? null : ({ kind, hosts: [...kept.values()] } as Nameservers)
}

function requireClientStatuses(change: DomainChange | null): void {
  const foreign = (change?.statuses ?? []).filter((status) => !CLIENT_STATUSES.includes(status))
  if (foreign.length > 0) throw new Refusal(2306, `A client may not set ${foreign.join(', ')}.`)
}

function restore(domain: SimulatedDomain, { op }: { op: 'request' | 'report' }): DomainAnswer {
  const wanted = op === 'request' ? 'redemptionPeriod' : 'pendingRestore'
  if (!domain.graceStatuses.includes(wanted)) throw new Refusal(2304, `The domain is not in ${wanted}.`)
  domain.graceStatuses = op === 'request' ? ['pendingRestore'] : []
  if (op === 'report') domain.statuses = domain.statuses.filter((status) => status !== 'pendingDelete')
  return { code: 1000, data: null, domain }
}

function update(context: DomainContext, command: Named<'update'>): DomainAnswer {
  const { state, client, now } = context
  const domain = findDomain(state, command.name)
  requireSponsor(domain, client)
  if (command.restore) return restore(domain, command.restore)
  const { add, remove, change } = command
  // Removing the status that forbids updates is the one update that it allows.
  if (!remove?.statuses.includes('clientUpdateProhibited')) requireAllowed(domain, 'Update')
  else if (domain.statuses.includes('serverUpdateProhibited'))
    throw new Refusal(2304, 'The domain has the status serverUpdateProhibited.')
  requireClientStatuses(add)
  requireClientStatuses(remove)
  const contacts = [...(add?.contacts ?? []).map(({ id }) => id), ...(change?.registrant ? [change.registrant] : [])]
  requireReferences(context, add?.nameservers ?? null, contacts)
  if (change?.authCode) domain.authCode = checkAuthCode(change.authCode)
  if (change?.registrant) domain.registrant = change.registrant
  const removed = new Set((remove?.contacts ?? []).map(({ type, id }) => `${type} ${id}`))
  domain.contacts = [
    ...domain.contacts.filter(({ type, id }) => !removed.has(`${type} ${id}`)),
    ...(add?.contacts ?? []),
  ]
  domain.nameservers = changeNameservers(domain.nameservers, add?.nameservers ?? null, remove?.nameservers ?? null)
  const kept = domain.statuses.filter((status) => !remove?.statuses.includes(status))
  domain.statuses = [...new Set([...kept, ...(add?.statuses ?? [])])]
  if (command.secDns) domain.secDns = changeSecDns(domain.secDns, command.secDns)
  domain.updater = client
  domain.updatedAt = now
  return { code: 1000, data: null }
}

/** The domain goes into the redemption period (RFC 3915) and stays there: the simulator never purges it. */
function remove({ state, client }: DomainContext, { name }: Named<'delete'>): DomainAnswer {
  const domain = findDomain(state, name)
  requireSponsor(domain, client)
  requireAllowed(domain, 'Delete')
  domain.statuses = [...domain.statuses, 'pendingDelete']
  domain.graceStatuses = ['redemptionPeriod']
  return { code: 1001, data: null }
}

export function runDomainCommand(context: DomainContext, command: DomainCommand): DomainAnswer {
  switch (command.action) {
    case 'check':
      return check(context, command)
    case 'info':
      return info(context, command)
    case 'create':
      return create(context, command)
    case 'renew':
      return renew(context, command)
    case 'update':
      return update(context, command)
    case 'delete':
      return remove(context, command)
    case 'transfer':
      return transferDomain(context, findDomain(context.state, command.name), command)
  }
}
