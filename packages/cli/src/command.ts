// What a command is: its words, its options, and what it does.
import type { ParseArgsConfig } from 'node:util'
import type { Freehold } from '@freehold/sdk'
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

/** An amount as people type it, in minor units: `1250.50` is 125050. */
export function cents(typed: string | undefined, name: string): number | undefined {
  if (typed === undefined) return undefined
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(typed)
  if (!match) throw new UsageError(`--${name} is an amount such as 1250 or 1250.50, not "${typed}"`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

export function whole(typed: string | undefined, name: string): number | undefined {
  if (typed === undefined) return undefined
  if (!/^\d{1,9}$/.test(typed)) throw new UsageError(`--${name} is a whole number, not "${typed}"`)
  return Number(typed)
}
