// What the registry simulator knows, and where it is kept: in memory, or in a JSON file that survives a restart.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type {
  ContactDetails,
  DomainContact,
  HostAddress,
  Nameservers,
  ResponseData,
  SecDns,
  TransferStatus,
} from '../frames/types.ts'

export type SimulatedTransfer = {
  status: TransferStatus
  requestedBy: string
  requestedAt: Date
  actingClient: string
  /** Until when the sponsor may act; then when somebody did. */
  actedAt: Date
  years: number
}
export type SimulatedDomain = {
  name: string
  roid: string
  sponsor: string
  creator: string
  createdAt: Date
  updater: string | null
  updatedAt: Date | null
  expiresAt: Date
  transferredAt: Date | null
  /** Without `ok`, `inactive` and `pendingTransfer`, which follow from the rest. */
  statuses: string[]
  registrant: string | null
  contacts: DomainContact[]
  nameservers: Nameservers | null
  authCode: string
  secDns: SecDns | null
  graceStatuses: string[]
  transfer: SimulatedTransfer | null
}
export type SimulatedContact = {
  details: ContactDetails
  roid: string
  sponsor: string
  createdAt: Date
  authCode: string
}
export type SimulatedHost = { name: string; roid: string; sponsor: string; createdAt: Date; addresses: HostAddress[] }
export type QueuedMessage = { id: string; at: Date; text: string; data: ResponseData | null }

export type RegistryState = {
  /** The last number given to a transaction, an object or a message. */
  lastNumber: number
  domains: Map<string, SimulatedDomain>
  /** Names of domains with a pending transfer. */
  pending: Set<string>
  contacts: Map<string, SimulatedContact>
  hosts: Map<string, SimulatedHost>
  /** By client, the oldest first. */
  messages: Map<string, QueuedMessage[]>
}

export type RegistryStore = { load(): RegistryState | null; save(state: RegistryState): void }

export const createState = (): RegistryState => ({
  lastNumber: 0,
  domains: new Map(),
  pending: new Set(),
  contacts: new Map(),
  hosts: new Map(),
  messages: new Map(),
})

export const memoryStore = (): RegistryStore => ({ load: () => null, save: () => undefined })

const isDate = (key: string, value: unknown): value is string => key.endsWith('At') && typeof value === 'string'

/** Written aside and renamed, so that no one reads half a file. It holds auth codes, so only its owner may read it. */
export function fileStore(file: string): RegistryStore {
  return {
    load() {
      if (!existsSync(file)) return null
      const saved = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
        isDate(key, value) ? new Date(value) : value,
      )
      const toMap = <Value>(entries: unknown): Map<string, Value> => new Map(entries as [string, Value][])
      const domains = toMap<SimulatedDomain>(saved.domains)
      const isPending = ([, { transfer }]: [string, SimulatedDomain]): boolean => transfer?.status === 'pending'
      return {
        lastNumber: saved.lastNumber,
        domains,
        pending: new Set([...domains].filter(isPending).map(([name]) => name)),
        contacts: toMap(saved.contacts),
        hosts: toMap(saved.hosts),
        messages: toMap(saved.messages),
      }
    },
    save({ lastNumber, domains, contacts, hosts, messages }) {
      const aside = `${file}.${process.pid}`
      const text = JSON.stringify({
        lastNumber,
        domains: [...domains],
        contacts: [...contacts],
        hosts: [...hosts],
        messages: [...messages],
      })
      writeFileSync(aside, text, { mode: 0o600 })
      renameSync(aside, file)
    },
  }
}
