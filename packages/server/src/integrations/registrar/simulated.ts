// The simulated registrar: deterministic, its books in the database, so that it survives crashes of the service and remembers
// every command. Some accounts and domains make a failure happen.
import { addSeconds, type Clock } from '../../kernel/clock.ts'
import type { DomainAtRegistry, Outcome, Registrar, TransferState } from './registrar.ts'

export type SimulatedDomain = {
  name: string
  /** Null: in the marketplace's own account. */
  account: string | null
  registrarIanaId: number | null
  statuses: string[]
  nameservers: string[]
  expiresAt: Date
  isPrivate: boolean
  createdAt: Date
  updatedAt: Date
  transferredAt: Date | null
  pendingUntil: Date | null
}

/** Fields that are left out stay as they are. */
export type SimulatedChange = {
  place?: { registrarIanaId: number | null; account: string | null }
  pending?: { registrarIanaId: number | null; account: string | null; until: Date } | null
  statuses?: string[]
  nameservers?: string[]
  expiresAt?: Date
  isPrivate?: boolean
}

export type ReceivedCommand = { name: string; command: string; transaction: string }

/** Each method is one statement: a change and its line in the log are kept together or not at all. */
export type SimulatedBooks = {
  /** Puts the domain there when it is not, and completes a transfer whose time has come. */
  read(scope: string, name: string, initial: SimulatedChange, now: Date): Promise<SimulatedDomain>
  find(scope: string, name: string, now: Date): Promise<SimulatedDomain | undefined>
  countCommands(scope: string, name: string, command: string): Promise<number>
  apply(scope: string, command: ReceivedCommand, change: SimulatedChange, outcome: string, now: Date): Promise<void>
}

/** Accounts that make a failure happen. They are documented in the guide to deliveries. */
export const FAULTY_ACCOUNTS = {
  refused: 'sim-refused',
  slow: 'sim-slow',
  lostAnswer: 'sim-lost-answer',
  lostRequest: 'sim-lost-request',
  busy: 'sim-busy',
} as const
const REFUSED_DOMAIN = 'transfer-fails.test'
/** Domains that are at another registrar first. */
const ELSEWHERE = 'elsewhere-'
const WRONG_CODE = 'wrong'

/** What the name of a person's domain makes happen: `sim-busy-shop.com`. */
const readFault = (name: string): string | null =>
  Object.values(FAULTY_ACCOUNTS).find((fault) => name.startsWith(`${fault}-`)) ?? null

const HOUR = 3600
const DAY = 24 * HOUR
const OTHER_REGISTRAR = { registrarIanaId: 9995, account: 'another-registrar' }
const OURS = { registrarIanaId: null, account: null }
const SPONSOR = 'freehold'

const lost = (message: string): Outcome<never> => ({ kind: 'unknown', message })
const refuse = (code: number, message: string, isTemporary = false): Outcome<never> => ({
  kind: 'refused',
  code,
  message,
  isTemporary,
})

function toDomain(domain: SimulatedDomain): DomainAtRegistry {
  const { name, account, nameservers, expiresAt, createdAt, updatedAt, transferredAt, pendingUntil } = domain
  const isOurs = account === null
  return {
    name,
    isOurs,
    statuses: pendingUntil === null ? domain.statuses : [...domain.statuses, 'pendingTransfer'],
    nameservers,
    expiresAt,
    createdAt,
    updatedAt,
    transferredAt,
    sponsor: isOurs ? SPONSOR : account,
    account,
    isPrivate: domain.isPrivate,
    authCode: null,
  }
}

export function createSimulatedRegistrar(books: SimulatedBooks, clock: Clock, scope: string): Registrar {
  const initial = (name: string): SimulatedChange => ({
    place: name.startsWith(ELSEWHERE) ? OTHER_REGISTRAR : OURS,
    statuses: ['clientTransferProhibited'],
    nameservers: ['ns1.simulated.example', 'ns2.simulated.example'],
    expiresAt: addSeconds(clock.now(), 365 * DAY),
  })
  const read = (name: string) => books.read(scope, name, initial(name), clock.now())
  const done = <Value>(value: Value, transaction: string): Outcome<Value> => ({
    kind: 'done',
    value,
    serverTransaction: `SIM-${transaction}`,
  })
  const apply = (received: ReceivedCommand, change: SimulatedChange, outcome = 'done') =>
    books.apply(scope, received, change, outcome, clock.now())

  /** A command about a person's domain, whose name may ask for a failure. */
  async function carryOut<Value>(
    received: ReceivedCommand,
    run: (received: ReceivedCommand) => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> {
    const { name, command } = received
    const fault = readFault(name)
    if (fault === FAULTY_ACCOUNTS.refused) {
      await apply(received, {}, 'refused')
      return refuse(2304, 'The status of the domain does not allow this.')
    }
    const isFirst = fault !== null && (await books.countCommands(scope, name, command)) === 0
    if (isFirst && fault === FAULTY_ACCOUNTS.busy) {
      await apply(received, {}, 'failed')
      return refuse(2400, 'The registrar is busy. Try again later.', true)
    }
    if (isFirst && fault === FAULTY_ACCOUNTS.lostRequest) {
      await apply(received, {}, 'lost')
      return lost('The connection was lost.')
    }
    const outcome = await run(received)
    return fault === FAULTY_ACCOUNTS.lostAnswer && outcome.kind === 'done' ? lost('The connection was lost.') : outcome
  }

  async function pushDomain(
    { name, registrarIanaId, account }: { name: string; registrarIanaId: number; account: string },
    transaction: string,
  ): Promise<Outcome<null>> {
    const received = { name, command: 'push', transaction }
    const place = { registrarIanaId, account }
    const domain = await read(name)
    if (domain.account !== null) {
      await apply(received, {}, 'refused')
      return refuse(2201, 'The domain is not in your account.')
    }
    if (account === FAULTY_ACCOUNTS.refused || name === REFUSED_DOMAIN) {
      await apply(received, {}, 'refused')
      return refuse(2303, `There is no account ${account} at this registrar.`)
    }
    const isFirst = (await books.countCommands(scope, name, 'push')) === 0
    if (isFirst && account === FAULTY_ACCOUNTS.busy) {
      await apply(received, {}, 'failed')
      return refuse(2400, 'The registrar is busy. Try again later.', true)
    }
    if (isFirst && account === FAULTY_ACCOUNTS.lostRequest) {
      await apply(received, {}, 'lost')
      return lost('The connection was lost.')
    }
    if (account === FAULTY_ACCOUNTS.slow) {
      await apply(received, { pending: { ...place, until: addSeconds(clock.now(), HOUR) } }, 'pending')
      return { kind: 'pending', value: null, serverTransaction: `SIM-${transaction}` }
    }
    await apply(received, { place })
    return account === FAULTY_ACCOUNTS.lostAnswer ? lost('The connection was lost.') : done(null, transaction)
  }

  return {
    kind: 'simulated',
    checkDomains: async (names, { transaction }) => {
      const found = await Promise.all(names.map((name) => books.find(scope, name, clock.now())))
      const checked = names.map((name, index) => {
        const isAvailable = found[index] === undefined
        return { name, isAvailable, reason: isAvailable ? null : 'In use' }
      })
      return done(checked, transaction)
    },
    readDomain: async (name, { transaction }) => done(toDomain(await read(name)), transaction),
    registerDomain: ({ name, years, nameservers }, { transaction }) =>
      carryOut({ name, command: 'register', transaction }, async (received) => {
        if (await books.find(scope, name, clock.now())) {
          await apply(received, {}, 'refused')
          return refuse(2302, 'The domain is registered.')
        }
        const expiresAt = addSeconds(clock.now(), years * 365 * DAY)
        await books.read(scope, name, { place: OURS, statuses: [], nameservers, expiresAt }, clock.now())
        await apply(received, {})
        return done({ expiresAt }, transaction)
      }),
    renewDomain: ({ name, years, expiresAt }, { transaction }) =>
      carryOut({ name, command: 'renew', transaction }, async (received) => {
        const domain = await read(name)
        if (domain.expiresAt.getTime() !== expiresAt.getTime()) {
          await apply(received, {}, 'refused')
          return refuse(2306, 'The expiration date is not the current one.')
        }
        const renewed = addSeconds(expiresAt, years * 365 * DAY)
        await apply(received, { expiresAt: renewed })
        return done({ expiresAt: renewed }, transaction)
      }),
    updateDomain: (input, { transaction }) =>
      carryOut({ name: input.name, command: 'update', transaction }, async (received) => {
        const { name, addNameservers = [], removeNameservers = [], addStatuses = [], removeStatuses = [] } = input
        const domain = await read(name)
        if (domain.account !== null) {
          await apply(received, {}, 'refused')
          return refuse(2201, 'The domain is not in your account.')
        }
        const merge = (now: string[], added: string[], removed: string[]) => [
          ...now.filter((one) => !removed.includes(one) && !added.includes(one)),
          ...added,
        ]
        // Nobody else is there to use the code: after five days the domain is at another registrar.
        const pending =
          input.authCode === undefined
            ? {}
            : { pending: { ...OTHER_REGISTRAR, until: addSeconds(clock.now(), 5 * DAY) } }
        await apply(received, {
          statuses: merge(domain.statuses, addStatuses, removeStatuses),
          nameservers: merge(domain.nameservers, addNameservers, removeNameservers),
          ...pending,
        })
        return done(null, transaction)
      }),
    createContact: async ({ id }, { transaction }) => {
      await apply({ name: id, command: 'create_contact', transaction }, {})
      return done(null, transaction)
    },
    setPrivacy: ({ name, isPrivate }, { transaction }) =>
      carryOut({ name, command: 'set_privacy', transaction }, async (received) => {
        await read(name)
        await apply(received, { isPrivate })
        return done(null, transaction)
      }),
    pushDomain: (input, { transaction }) => pushDomain(input, transaction),
    requestTransfer: async ({ name, authCode }, { transaction }) => {
      const received = { name, command: 'request_transfer', transaction }
      const domain = await read(name)
      if (authCode === WRONG_CODE || domain.account === null) {
        await apply(received, {}, 'refused')
        return authCode === WRONG_CODE
          ? refuse(2202, 'The auth code is not valid.')
          : refuse(2106, 'The domain is in your account already.')
      }
      await apply(received, { pending: { ...OURS, until: addSeconds(clock.now(), 5 * DAY) } }, 'pending')
      return { kind: 'pending', value: 'pending' as TransferState, serverTransaction: `SIM-${transaction}` }
    },
    readTransfer: async (name, { transaction }) => {
      const { pendingUntil, account } = await read(name)
      // The transfer away needs no approval of ours, so only one to us is shown.
      if (pendingUntil === null || account === null) return done(null, transaction)
      return done({ state: 'pending' as TransferState, requestedBy: SPONSOR, actedAt: null }, transaction)
    },
    decideTransfer: async (name, decision, { transaction }) => {
      await apply({ name, command: decision, transaction }, {}, 'refused')
      return refuse(2301, 'No transfer is pending.')
    },
    readMessage: async ({ transaction }) => done(null, transaction),
    acknowledgeMessage: async (_, { transaction }) => done(null, transaction),
    close: async () => {},
  }
}
