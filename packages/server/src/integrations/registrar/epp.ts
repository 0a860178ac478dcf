// The registrar connector for EPP: turns the commands of deliveries into frames, and responses into outcomes.
import { randomUUID } from 'node:crypto'
import {
  CONTACT,
  type Command as EppCommand,
  EppPool,
  type Greeting,
  isPending,
  isSuccess,
  isTemporary,
  type Nameservers,
  openSession,
  type PoolOptions,
  type Response,
  type Sent,
  toNotice,
} from '@freehold/epp'
import type { Clock } from '../../kernel/clock.ts'
import { isOwnContact } from '../../kernel/contracts/registry-contacts.ts'
import { DELIVERY_COMMAND_SECONDS, DELIVERY_SESSION_WAIT_SECONDS } from '../../kernel/limits.ts'
import type { EppSettings } from '../../kernel/settings/epp.ts'
import {
  readMessageDomain,
  toContactDetails,
  toDisclose,
  toDomainAtRegistry,
  toNameservers,
  toTransfer,
} from './epp-records.ts'
import type { Outcome, Registrar, TransferState } from './registrar.ts'

type Command = Parameters<Registrar['readDomain']>[1]
type Read<Value> = (response: Response) => Value | undefined

/** Registries limit how many names one check has. */
const NAMES_PER_CHECK = 10
const TRANSACTION_LENGTH_MAX = 64
const NOT_FOUND = 2303
const NEVER_TRANSFERRED = 2301
/** Registries show a transfer to its two sides only. */
const NOT_INVOLVED = 2201

/** The name of a helping command: the name of the attempt with an ending. */
const extendTransaction = ({ transaction }: Command, ending: string): string =>
  `${transaction.slice(0, TRANSACTION_LENGTH_MAX - ending.length - 1)}-${ending}`

/** `read` returns undefined when the response lacks what the command is about. */
function toOutcome<Value>(sent: Sent, read: Read<Value>): Outcome<Value> {
  if (sent.kind === 'unknown') return sent
  if (sent.kind === 'unsent')
    return { kind: 'refused', code: 'unsent', message: sent.message, isTemporary: sent.isTemporary }
  const { results, serverTransaction } = sent.response
  const refusal = results.find(({ code }) => !isSuccess(code))
  if (refusal) {
    const message = [refusal.message, ...refusal.reasons].join('. ')
    return { kind: 'refused', code: refusal.code, message, isTemporary: isTemporary(refusal.code) }
  }
  const value = read(sent.response)
  if (value === undefined) return { kind: 'unknown', message: 'The response of the registry has no data.' }
  const kind = results.some(({ code }) => isPending(code)) ? 'pending' : 'done'
  return { kind, value, serverTransaction }
}

/** Some refusals say that there is nothing, which is a fact and no failure. */
const acceptAbsence = <Value>(outcome: Outcome<Value>, ...codes: number[]): Outcome<Value | null> =>
  outcome.kind === 'refused' && codes.some((code) => code === outcome.code)
    ? { kind: 'done', value: null, serverTransaction: null }
    : outcome

const readNothing: Read<null> = () => null
const readTransferState: Read<TransferState> = ({ data }) =>
  data?.kind === 'domainTransfer' ? data.transfer.status : undefined
const readExpiry: Read<{ expiresAt: Date }> = ({ data }) => {
  const expiresAt = data?.kind === 'domainCreated' || data?.kind === 'domainRenewed' ? data.expiresAt : null
  return expiresAt ? { expiresAt } : undefined
}

export function createEppRegistrar(
  { host, port, user, password, certificate, ca, sessions }: EppSettings,
  { clock, pool: poolOptions }: { clock: Clock; pool?: Partial<PoolOptions> },
): Registrar {
  const nextTransaction = (): string => `FH-${randomUUID()}`
  const login = { host, port, user, password, ...certificate, ...(ca === null ? {} : { ca }), nextTransaction }
  // The time of a command begins with its session. Before, it waits for the commands of others.
  const [responseMs, waitMs] = [DELIVERY_COMMAND_SECONDS * 1000, DELIVERY_SESSION_WAIT_SECONDS * 1000]
  const pool = new EppPool({ open: () => openSession({ ...login, responseMs }), sessions, waitMs, ...poolOptions })

  async function send<Value>(
    command: EppCommand,
    { transaction, signal }: Command,
    read: Read<Value>,
  ): Promise<Outcome<Value>> {
    return toOutcome(await pool.run(command, transaction, signal), read)
  }

  async function readOffer({ signal }: Command): Promise<Outcome<Greeting>> {
    const greeting = await pool.readGreeting(signal)
    return 'kind' in greeting
      ? toOutcome<Greeting>(greeting, () => undefined)
      : { kind: 'done', value: greeting, serverTransaction: null }
  }

  /** Creates the host objects that nameservers need. A host that exists is as good. */
  async function ensureHosts(nameservers: Nameservers | null, command: Command): Promise<Outcome<null>> {
    const done: Outcome<null> = { kind: 'done', value: null, serverTransaction: null }
    if (nameservers?.kind !== 'objects') return done
    const asked = { ...command, transaction: extendTransaction(command, 'hosts') }
    const checked = await send({ action: 'check', object: 'host', names: nameservers.hosts }, asked, ({ data }) =>
      data?.kind === 'checks' ? data.items.filter(({ isAvailable }) => isAvailable).map(({ name }) => name) : undefined,
    )
    if (checked.kind !== 'done') return checked.kind === 'pending' ? done : checked
    for (const [index, name] of checked.value.entries()) {
      const attempt = { ...command, transaction: extendTransaction(command, `host${index + 1}`) }
      const made = await send({ action: 'create', object: 'host', name, addresses: [] }, attempt, readNothing)
      const exists = made.kind === 'refused' && made.code === 2302
      if (made.kind === 'unknown' || (made.kind === 'refused' && !exists)) return made
    }
    return done
  }

  return {
    kind: 'epp',

    async checkDomains(names, command) {
      const found: { name: string; isAvailable: boolean; reason: string | null }[] = []
      for (let at = 0; at < names.length; at += NAMES_PER_CHECK) {
        const part = {
          ...command,
          transaction: at === 0 ? command.transaction : extendTransaction(command, `part${at}`),
        }
        const checked = await send(
          { action: 'check', object: 'domain', names: names.slice(at, at + NAMES_PER_CHECK) },
          part,
          ({ data }) => (data?.kind === 'checks' ? data.items : undefined),
        )
        if (checked.kind !== 'done') return checked
        found.push(...checked.value)
      }
      return { kind: 'done', value: found, serverTransaction: null }
    },

    async readDomain(name, command) {
      const asked: EppCommand = { action: 'info', object: 'domain', name, hosts: 'all', authCode: null }
      const outcome = await send(asked, command, ({ data }) =>
        data?.kind === 'domain' ? toDomainAtRegistry(data.domain, user) : undefined,
      )
      return acceptAbsence(outcome, NOT_FOUND)
    },

    async registerDomain({ name, years, nameservers: names, contact, authCode }, command) {
      const offer = await readOffer(command)
      if (offer.kind === 'refused' || offer.kind === 'unknown') return offer
      const nameservers = toNameservers(names, offer.value)
      const hosts = await ensureHosts(nameservers, command)
      if (hosts.kind === 'refused' || hosts.kind === 'unknown') return hosts
      const hasContact = contact !== '' && offer.value.objects.includes(CONTACT)
      return send(
        {
          action: 'create',
          object: 'domain',
          name,
          period: { value: years, unit: 'y' },
          nameservers,
          registrant: hasContact ? contact : null,
          contacts: hasContact ? ['admin', 'tech'].map((type) => ({ type, id: contact })) : [],
          authCode,
          secDns: null,
        },
        command,
        readExpiry,
      )
    },

    renewDomain: ({ name, years, expiresAt }, command) =>
      send(
        {
          action: 'renew',
          object: 'domain',
          name,
          currentExpiry: expiresAt.toISOString().slice(0, 'YYYY-MM-DD'.length),
          period: { value: years, unit: 'y' },
        },
        command,
        readExpiry,
      ),

    async updateDomain(input, command) {
      const { name, addStatuses = [], removeStatuses = [], authCode } = input
      const offer = await readOffer(command)
      if (offer.kind === 'refused' || offer.kind === 'unknown') return offer
      const added = toNameservers(input.addNameservers, offer.value)
      const removed = toNameservers(input.removeNameservers, offer.value)
      const hosts = await ensureHosts(added, command)
      if (hosts.kind === 'refused' || hosts.kind === 'unknown') return hosts
      const update: EppCommand = {
        action: 'update',
        object: 'domain',
        name,
        add: { nameservers: added, contacts: [], statuses: addStatuses },
        remove: { nameservers: removed, contacts: [], statuses: removeStatuses },
        change: authCode === undefined ? null : { registrant: null, authCode },
        secDns: null,
        restore: null,
      }
      return send(update, command, readNothing)
    },

    async createContact(contact, command) {
      const offer = await readOffer(command)
      if (offer.kind === 'refused' || offer.kind === 'unknown') return offer
      const nothing: Outcome<null> = { kind: 'done', value: null, serverTransaction: null }
      if (!offer.value.objects.includes(CONTACT)) return nothing
      const asked = { ...command, transaction: extendTransaction(command, 'check') }
      const checked = await send({ action: 'check', object: 'contact', ids: [contact.id] }, asked, ({ data }) =>
        data?.kind === 'checks' ? data.items[0]?.isAvailable : undefined,
      )
      if (checked.kind === 'refused' || checked.kind === 'unknown') return checked
      if (!checked.value) return nothing
      const details = toContactDetails(contact)
      return send(
        { action: 'create', object: 'contact', contact: details, authCode: randomUUID() },
        command,
        readNothing,
      )
    },

    async setPrivacy({ name, isPrivate }, command) {
      const asked = { ...command, transaction: extendTransaction(command, 'read') }
      const registrant = await send(
        { action: 'info', object: 'domain', name, hosts: 'none', authCode: null },
        asked,
        ({ data }) => (data?.kind === 'domain' ? data.domain.registrant : undefined),
      )
      if (registrant.kind === 'refused' || registrant.kind === 'unknown') return registrant
      if (registrant.value === null || !isOwnContact(registrant.value))
        return {
          kind: 'refused',
          code: 'unsupported',
          message: 'The registrant of this domain cannot be changed here. Contact the marketplace.',
          isTemporary: false,
        }
      return send(
        { action: 'update', object: 'contact', id: registrant.value, disclose: toDisclose(!isPrivate) },
        command,
        readNothing,
      )
    },

    pushDomain: async () => ({
      kind: 'refused',
      code: 'unsupported',
      message: 'EPP has no command that pushes a domain to an account. Use a transfer with an auth code.',
      isTemporary: false,
    }),

    requestTransfer: ({ name, authCode }, command) =>
      send(
        { action: 'transfer', object: 'domain', op: 'request', name, period: null, authCode },
        command,
        readTransferState,
      ),

    async readTransfer(name, command) {
      const query: EppCommand = {
        action: 'transfer',
        object: 'domain',
        op: 'query',
        name,
        period: null,
        authCode: null,
      }
      const outcome = await send(query, command, ({ data }) =>
        data?.kind === 'domainTransfer' ? toTransfer(data.transfer) : undefined,
      )
      return acceptAbsence(outcome, NOT_FOUND, NEVER_TRANSFERRED, NOT_INVOLVED)
    },

    decideTransfer: (name, op, command) =>
      send(
        { action: 'transfer', object: 'domain', op, name, period: null, authCode: null },
        command,
        readTransferState,
      ),

    readMessage: (command) =>
      send({ action: 'poll', op: 'req' }, command, (response) => {
        const notice = toNotice(response)
        if (notice === null) return null
        const { id, at, text, data } = notice
        const transfer = data?.kind === 'domainTransfer' ? data.transfer.status : null
        return { id, at: at ?? clock.now(), text, domain: readMessageDomain(data), transfer }
      }),

    /** A message that is gone was acknowledged by an earlier attempt. */
    acknowledgeMessage: async (id, command) =>
      acceptAbsence(await send({ action: 'poll', op: 'ack', messageId: id }, command, readNothing), NOT_FOUND),

    close: () => pool.close(),
  }
}
