// What a command is: its words, its options, and what it does.
import type { ParseArgsConfig } from 'node:util'
import type { Freehold } from '@freehold/sdk'
import { fractionDigits, parseCents } from '@freehold/sdk/money'
import type { Output } from './output.ts'
import type { Environment, Profile } from './profile.ts'
import { UsageError } from './usage.ts'

export type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Record<string, string | boolean | undefined>

export type Context = {
  values: Values
  args: readonly string[]
  output: Output
  profile: Profile
  /** For the partner API: signed with the profile's key. */
  partner(): Freehold
  /** For the operator API: with the profile's token. */
  operator(): Freehold
  /** For whatever a command reads or writes beside its own profile. */
  env: Environment
  /** Ends what would go on for ever. */
  signal: AbortSignal
}

export type Command = {
  /** `orders`, or two words: `webhooks listen`. */
  name: string
  summary: string
  /** What stands behind the name: `NAME [--tld com]`. */
  usage: string
  options?: Options
  /** How many arguments it needs at least, and takes at most. */
  takes?: readonly [least: number, most: number]
  run(context: Context): Promise<void>
}

export function text(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** One of the words that a command takes in this place. */
export function oneOf<Word extends string>(words: readonly Word[], typed: string): Word {
  const found = words.find((word) => word === typed)
  if (found === undefined) throw new UsageError(`"${typed}" is no action; try ${words.join(', ')}`)
  return found
}

/** An amount as people type it, in minor units: `1250.50` is 125050 in dollars, `1250` is 1250 in yen. */
export function cents(typed: string | undefined, name: string, currency = 'USD'): number | undefined {
  if (typed === undefined) return undefined
  if (!/^[A-Z]{3}$/.test(currency)) throw new UsageError(`--currency is a code such as USD, not "${currency}"`)
  const digits = fractionDigits(currency)
  const amount = parseCents(typed, currency)
  if (amount === null || amount < 0)
    throw new UsageError(
      `--${name} is an amount such as 1250${digits > 0 ? ` or 1250.${'50'.padEnd(digits, '0')}` : ''}, not "${typed}"`,
    )
  return amount
}

export function whole(typed: string | undefined, name: string): number | undefined {
  if (typed === undefined) return undefined
  if (!/^\d{1,9}$/.test(typed)) throw new UsageError(`--${name} is a whole number, not "${typed}"`)
  return Number(typed)
}
