// Faults that the registry simulator can be told to have: by name, for a domain, at random, or by a test.
import type { Command } from '../frames/types.ts'
import { isTransform } from './registry.ts'

/** Each fault, when it happens, and what it is. The guide "Connect a registry" shows this list. */
export const FAULTS = {
  'slow-greeting': { at: 'greeting', text: 'the greeting comes late' },
  'session-limit': { at: 'login', text: 'login is refused with 2502' },
  slow: { at: 'command', text: 'the command is done, and the response comes late' },
  'lost-command': { at: 'command', text: 'the connection closes before the command is done' },
  'lost-response': { at: 'command', text: 'the command is done, and the connection closes without a response' },
  'cut-frame': { at: 'command', text: 'the command is done, and the connection closes in the middle of the response' },
  'wrong-length': { at: 'command', text: 'the command is done, and the header of the response has a wrong length' },
  'wrong-client-transaction': { at: 'command', text: 'the command is done, and the response has another clTRID' },
  'wrong-server-transaction': {
    at: 'command',
    text: 'the command is done, and the response repeats an earlier svTRID',
  },
  'command-failed': { at: 'command', text: 'the command is refused with 2400 and not done' },
} as const
export type FaultName = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]
export const isFaultName = (text: string): text is FaultName => Object.hasOwn(FAULTS, text)

export type FaultContext =
  | { at: 'greeting' }
  | { at: 'login'; client: string }
  | { at: 'command'; client: string; command: Command; clientTransaction: string | null }
/** Decides whether a fault happens now; null: none. A fault of another moment is ignored. */
export type FaultSource = (context: FaultContext) => FaultName | null

export function pickFault(sources: readonly FaultSource[], context: FaultContext): FaultName | null {
  for (const source of sources) {
    const fault = source(context)
    if (fault !== null && FAULTS[fault].at === context.at) return fault
  }
  return null
}

const findName = (command: Command): string | null => ('name' in command ? command.name.toLowerCase() : null)

/**
 * `fault-lost-response-1.example`: the first command of each kind that changes this domain has the fault.
 * `fault-lost-response-always-1.example`: every one has it.
 */
export function createLabelFaults(): FaultSource {
  const seen = new Set<string>()
  return (context) => {
    if (context.at !== 'command' || !isTransform(context.command)) return null
    const name = findName(context.command)
    if (!name?.startsWith('fault-')) return null
    const label = name.slice('fault-'.length).split('.', 1)[0] ?? ''
    const fault = FAULT_NAMES.filter((one) => label === one || label.startsWith(`${one}-`)).sort(
      (a, b) => b.length - a.length,
    )[0]
    if (!fault) return null
    if (label.startsWith(`${fault}-always`)) return fault
    const { action } = context.command
    const key = `${name} ${action} ${action === 'transfer' ? context.command.op : ''}`
    if (seen.has(key)) return null
    seen.add(key)
    return fault
  }
}

/** Each fault with its share of the moments at which it can happen, 0 to 1. */
export function createRandomFaults(shares: Partial<Record<FaultName, number>>, random: () => number): FaultSource {
  const entries = Object.entries(shares) as [FaultName, number][]
  return ({ at }) => {
    let left = random()
    for (const [name, share] of entries) {
      if (FAULTS[name].at !== at) continue
      if (left < share) return name
      left -= share
    }
    return null
  }
}
