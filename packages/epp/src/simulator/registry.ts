// The simulated registry: carries out one command of one client at a time, and says what happened.
import type {
  Command,
  ContactCommand,
  DomainCommand,
  HostCommand,
  MessageQueue,
  PollCommand,
  Response,
  ResponseData,
} from '../frames/types.ts'
import { isSuccess, RESULT_TEXTS, type ResultCode } from '../results.ts'
import { type DomainAnswer, runDomainCommand } from './domains.ts'
import { checkName, Refusal } from './rules.ts'
import { createState, memoryStore, type RegistryState, type RegistryStore } from './state.ts'
import { approveDueTransfers } from './transfers.ts'

export type RegistryOptions = {
  now: () => Date
  store?: RegistryStore
  /** After this time the registry approves a pending transfer. 0: immediately. */
  transferSeconds?: number
  nameservers?: 'objects' | 'attributes'
}
export type ObjectCommand = DomainCommand | ContactCommand | HostCommand
export type RegistryAnswer = {
  code: ResultCode
  reason?: string
  data?: ResponseData | null
  queue?: MessageQueue | null
  domain?: DomainAnswer['domain']
}
export type Registry = ReturnType<typeof createRegistry>

/** Five days, as between registrars of generic TLDs. */
const TRANSFER_SECONDS = 5 * 24 * 3600

/** Commands that may change an object, whether or not they are carried out. */
export const isTransform = (command: Command): boolean =>
  ['create', 'delete', 'renew', 'update'].includes(command.action) ||
  (command.action === 'transfer' && command.op !== 'query')

function runContactCommand(state: RegistryState, client: string, command: ContactCommand, now: Date): RegistryAnswer {
  if (command.action === 'check') {
    const items = command.ids.map((id) => {
      const isAvailable = !state.contacts.has(id)
      return { name: id, isAvailable, reason: isAvailable ? null : 'In use' }
    })
    return { code: 1000, data: { kind: 'checks', object: 'contact', items } }
  }
  if (command.action === 'create') {
    const { contact, authCode } = command
    if (state.contacts.has(contact.id)) throw new Refusal(2302, 'The contact exists.')
    state.lastNumber++
    const roid = `C${state.lastNumber}-SIM`
    state.contacts.set(contact.id, { details: contact, roid, sponsor: client, createdAt: now, authCode })
    return { code: 1000, data: { kind: 'contactCreated', id: contact.id, createdAt: now } }
  }
  const found = state.contacts.get(command.id)
  if (!found) throw new Refusal(2303, 'The contact does not exist.')
  if (command.action === 'update') {
    if (found.sponsor !== client) throw new Refusal(2201, 'Another client sponsors the contact.')
    state.contacts.set(command.id, { ...found, details: { ...found.details, disclose: command.disclose } })
    return { code: 1000 }
  }
  if (command.authCode !== null && command.authCode !== found.authCode)
    throw new Refusal(2202, 'The auth code is wrong.')
  if (found.sponsor !== client && command.authCode === null)
    throw new Refusal(2201, 'Another client sponsors the contact.')
  const { details, roid, sponsor, createdAt, authCode } = found
  const contact = {
    contact: details,
    roid,
    statuses: ['ok'],
    sponsor,
    creator: sponsor,
    createdAt,
    updater: null,
    updatedAt: null,
    transferredAt: null,
    authCode,
  }
  return { code: 1000, data: { kind: 'contact', contact } }
}

function runHostCommand(state: RegistryState, client: string, command: HostCommand, now: Date): RegistryAnswer {
  if (command.action === 'check') {
    const items = command.names.map((name) => {
      const isAvailable = !state.hosts.has(name.toLowerCase())
      return { name, isAvailable, reason: isAvailable ? null : 'In use' }
    })
    return { code: 1000, data: { kind: 'checks', object: 'host', items } }
  }
  const name = checkName(command.name)
  if (command.action === 'create') {
    if (state.hosts.has(name)) throw new Refusal(2302, 'The host exists.')
    state.lastNumber++
    const { addresses } = command
    state.hosts.set(name, { name, roid: `H${state.lastNumber}-SIM`, sponsor: client, createdAt: now, addresses })
    return { code: 1000, data: { kind: 'hostCreated', name, createdAt: now } }
  }
  const host = state.hosts.get(name)
  if (!host) throw new Refusal(2303, 'The host does not exist.')
  const history = { creator: host.sponsor, updater: null, updatedAt: null, transferredAt: null }
  return { code: 1000, data: { kind: 'host', host: { ...host, ...history, statuses: ['ok'] } } }
}

function runPoll(state: RegistryState, client: string, command: PollCommand): RegistryAnswer {
  const queue = state.messages.get(client) ?? []
  const [first] = queue
  if (command.op === 'req') {
    if (!first) return { code: 1300 }
    const { id, at, text, data } = first
    return { code: 1301, data, queue: { count: queue.length, id, at, text } }
  }
  if (first?.id !== command.messageId) throw new Refusal(2303, 'This is not the oldest message.')
  queue.shift()
  return { code: 1000, queue: { count: queue.length, id: queue[0]?.id ?? command.messageId, at: null, text: null } }
}

export function createRegistry(options: RegistryOptions) {
  const { now, store = memoryStore(), transferSeconds = TRANSFER_SECONDS, nameservers = 'objects' } = options
  const state = store.load() ?? createState()

  function run(client: string, command: ObjectCommand | PollCommand, at: Date): RegistryAnswer {
    if (command.action === 'poll') return runPoll(state, client, command)
    if (command.object === 'contact') return runContactCommand(state, client, command, at)
    if (command.object === 'host') {
      if (nameservers === 'attributes') throw new Refusal(2307, 'This registry has no host objects.')
      return runHostCommand(state, client, command, at)
    }
    return runDomainCommand({ state, client, now: at, transferSeconds, nameservers }, command)
  }

  return {
    state,
    nameservers,
    nextTransaction(): string {
      state.lastNumber++
      return `SIM-${String(state.lastNumber).padStart(8, '0')}`
    },
    /** Carries out a command. A refused command changes nothing. */
    execute(client: string, command: ObjectCommand | PollCommand): RegistryAnswer {
      const at = now()
      let isChanged = approveDueTransfers(state, at)
      try {
        const answer = run(client, command, at)
        isChanged ||= isTransform(command) || (command.action === 'poll' && command.op === 'ack')
        return answer
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { code: error.code, reason: error.message }
      } finally {
        if (isChanged) store.save(state)
      }
    },
  }
}

export function toResponse(
  answer: RegistryAnswer,
  clientTransaction: string | null,
  serverTransaction: string,
): Response {
  const { code, reason, data = null, queue = null, domain } = answer
  return {
    results: [{ code, message: RESULT_TEXTS[code], reasons: reason === undefined ? [] : [reason] }],
    queue,
    data,
    secDns: isSuccess(code) ? (domain?.secDns ?? null) : null,
    graceStatuses: domain?.graceStatuses ?? [],
    clientTransaction,
    serverTransaction,
  }
}
