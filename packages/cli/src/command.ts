// Defines a command: its name, options and action, and the parsers for typed values.
import type { Freehold } from '@freehold/sdk'
import { fractionDigits, parseCents } from '@freehold/sdk/money'
import type { Output } from './output.ts'
import type { Environment, Profile } from './profile.ts'
import type { Prompt } from './prompt.ts'
import { UsageError } from './usage.ts'

export type Option = {
  type: 'string' | 'boolean'
  /** One line for `--help`. */
  help: string
  /** The placeholder after the option, such as `URL`. */
  value?: string
  /** The accepted values, for shell completion. */
  choices?: readonly string[]
}
export type Options = Record<string, Option>
export type Values = Record<string, string | boolean | undefined>

export type Context = {
  values: Values
  args: readonly string[]
  output: Output
  profile: Profile
  /** A client for the Partner API, signed with the profile's key. */
  partner(): Freehold
  /** A client for the Operator API, with the profile's operator token. */
  operator(): Freehold
  /** A client for the Public API, with the profile's access token of a person. */
  person(): Freehold
  env: Environment
  /** Asks the person at the terminal; null when there is no terminal. */
  prompt: Prompt | null
  /** Aborts commands that run until they are stopped. */
  signal: AbortSignal
}

export type Command = {
  /** `orders`, or two words: `webhooks listen`. */
  name: string
  summary: string
  /** The arguments after the name: `DOMAIN [--tld com]`. */
  usage: string
  options?: Options
  /** The minimum and maximum number of arguments. */
  takes?: readonly [least: number, most: number]
  /** Resolves to an exit code, or to nothing for success. */
  run(context: Context): Promise<number> | Promise<void>
}

export function text(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** Accepts one of a fixed list of values. */
export function parseChoice<Word extends string>(words: readonly Word[], typed: string, what = 'action'): Word {
  const found = words.find((word) => word === typed)
  if (found === undefined) throw new UsageError(`Unknown ${what} "${typed}". Use one of: ${words.join(', ')}.`)
  return found
}

/** Converts a typed amount to minor units: `1250.50` is 125050 in USD, `1250` is 1250 in JPY. */
export function cents(typed: string | undefined, name: string, currency = 'USD'): number | undefined {
  if (typed === undefined) return undefined
  if (!/^[A-Z]{3}$/.test(currency)) throw new UsageError(`--currency must be a code such as USD, not "${currency}".`)
  const digits = fractionDigits(currency)
  const amount = parseCents(typed, currency)
  if (amount === null || amount < 0)
    throw new UsageError(
      `--${name} must be an amount such as 1250${digits > 0 ? ` or 1250.${'50'.padEnd(digits, '0')}` : ''}, not "${typed}".`,
    )
  return amount
}

export function whole(typed: string | undefined, name: string): number | undefined {
  if (typed === undefined) return undefined
  if (!/^\d{1,9}$/.test(typed)) throw new UsageError(`--${name} must be a whole number, not "${typed}".`)
  return Number(typed)
}
