// A registry simulator on the loopback interface, and pools of sessions with it, closed after each test.
import { afterEach } from 'vitest'
import { EppPool, type PoolOptions } from '../src/client/pool.ts'
import { openSession, type SessionOptions } from '../src/client/session.ts'
import type { Command, DomainCommand, Response } from '../src/frames/types.ts'
import { type CommandRecord, type Simulator, type SimulatorOptions, startSimulator } from '../src/simulator/index.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

export const CLIENTS = { registrar: 'first-Pass1', other: 'second-Pass2' }

let number = 0
export const nextTransaction = (): string => `T-${String(++number).padStart(6, '0')}`

export async function startRegistry(
  options: Partial<SimulatorOptions> = {},
): Promise<{ simulator: Simulator; records: CommandRecord[] }> {
  const records: CommandRecord[] = []
  const onCommand = (entry: CommandRecord): void => {
    records.push(entry)
    options.onCommand?.(entry)
  }
  const simulator = await startSimulator({ clients: CLIENTS, ...options, onCommand })
  closing.push(() => simulator.close())
  return { simulator, records }
}

export const toSession = (
  { port, ca }: Simulator,
  user: keyof typeof CLIENTS = 'registrar',
  more: Partial<SessionOptions> = {},
): SessionOptions => ({ host: '127.0.0.1', port, ca, user, password: CLIENTS[user], nextTransaction, ...more })

export function openPool(
  simulator: Simulator,
  user: keyof typeof CLIENTS = 'registrar',
  more: Partial<PoolOptions> = {},
  session: Partial<SessionOptions> = {},
): EppPool {
  const pool = new EppPool({
    open: () => openSession(toSession(simulator, user, session)),
    sessions: 2,
    backoffMs: { first: 1, most: 5 },
    // A busy machine is slow.
    waitMs: 600_000,
    ...more,
  })
  closing.push(() => pool.close())
  return pool
}

/** The response to a command that must get one. */
export async function ask(pool: EppPool, command: Command): Promise<Response> {
  const sent = await pool.run(command, nextTransaction())
  if (sent.kind !== 'response') throw new Error(`${command.action}: ${sent.kind}, ${sent.message}`)
  return sent.response
}

export const askCode = async (pool: EppPool, command: Command): Promise<number> =>
  (await ask(pool, command)).results[0]?.code ?? 0

export const create = (name: string, more: object = {}): Extract<DomainCommand, { action: 'create' }> => ({
  action: 'create',
  object: 'domain',
  name,
  period: { value: 1, unit: 'y' },
  nameservers: null,
  registrant: null,
  contacts: [],
  authCode: 'secret-code',
  secDns: null,
  ...more,
})
export const info = (name: string, authCode: string | null = null): Command => ({
  action: 'info',
  object: 'domain',
  name,
  hosts: 'all',
  authCode,
})
export const renew = (name: string, currentExpiry: string, years = 1): Command => ({
  action: 'renew',
  object: 'domain',
  name,
  currentExpiry,
  period: { value: years, unit: 'y' },
})
export const transfer = (
  op: 'query' | 'request' | 'approve' | 'reject' | 'cancel',
  name: string,
  authCode: string | null = null,
): Command => ({ action: 'transfer', object: 'domain', op, name, period: null, authCode })
export const update = (name: string, more: object): Command => ({
  action: 'update',
  object: 'domain',
  name,
  add: null,
  remove: null,
  change: null,
  secDns: null,
  restore: null,
  ...more,
})
export const withStatus = (status: string) => ({ nameservers: null, contacts: [], statuses: [status] })
