// argv → command. What goes wrong is one clear line, with the way out, and an exit code that programs can read.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Freehold, FreeholdError } from '@freehold/sdk'
import type { Command, Context, Values } from './command.ts'
import { completion } from './commands/completion.ts'
import { tail } from './commands/events.ts'
import { login } from './commands/login.ts'
import { operatorCommands } from './commands/operator.ts'
import { request } from './commands/request.ts'
import { order, orders, quote, search } from './commands/sales.ts'
import { sandboxCase, sandboxClock, sandboxOrder, sandboxPay, sandboxSale, sandboxSettle } from './commands/sandbox.ts'
import { sign } from './commands/sign.ts'
import { listen, trigger } from './commands/webhooks.ts'
import { createOutput, type Output, type Streams, tableText } from './output.ts'
import { type Environment, type Profile, readProfile } from './profile.ts'
import { UsageError } from './usage.ts'

export const COMMANDS: readonly Command[] = [
  login,
  search,
  quote,
  order,
  orders,
  tail,
  listen,
  trigger,
  sandboxOrder,
  sandboxClock,
  sandboxSettle,
  sandboxPay,
  sandboxSale,
  sandboxCase,
  request,
  sign,
  ...operatorCommands,
  completion(() => COMMANDS.map(({ name }) => name)),
]

/** 0 done; 1 the service refused or is away; 2 typed wrong. */
const EXIT = { done: 0, refused: 1, usage: 2 } as const

const SHARED = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

export function helpText(): string {
  const rows = tableText(COMMANDS, [
    ['COMMAND', ({ name }) => `  ${name}`],
    ['', ({ summary }) => summary],
  ])
  return `freehold: sell domain names from the command line.\n\nUsage: freehold COMMAND [--json] [--help]\n\n${rows.split('\n').slice(1).join('\n')}\n\nSign in first: freehold login --credentials data/credentials.json`
}

function version(): string {
  const { version: number } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return number
}

/** The longest name that the words begin with. */
export function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = COMMANDS.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  return null
}

const usageOf = ({ name, usage }: Command): string => `Usage: freehold ${name} ${usage}`.trimEnd()

/** How many letters must be added, dropped or changed to make one word of the other. */
export function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1]
    for (const [to, target] of other.split('').entries())
      next.push(Math.min((row[to] ?? 0) + (letter === target ? 0 : 1), (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

function unknown(words: readonly string[]): UsageError {
  const [first = ''] = words
  const near = COMMANDS.filter(({ name }) => editsBetween(name.split(' ')[0] ?? '', first) <= 2)
  const hint =
    near.length > 0 ? `; did you mean ${near.map(({ name }) => `"${name}"`).join(', ')}?` : '; see freehold --help'
  return new UsageError(`there is no command "${words.slice(0, 2).join(' ')}"${hint}`)
}

function clients(profile: Profile): Pick<Context, 'partner' | 'operator'> {
  const open = (): Freehold => {
    if (!profile.baseUrl)
      throw new UsageError('no service: run freehold login --credentials data/credentials.json first')
    return new Freehold({ ...profile, baseUrl: profile.baseUrl })
  }
  return {
    partner: () => {
      if (!profile.keyId || !profile.secret)
        throw new UsageError('no key: run freehold login --key-id … --secret … first')
      return open()
    },
    operator: () => {
      if (!profile.operatorToken) throw new UsageError('no operator token: run freehold login --operator-token … first')
      return open()
    },
  }
}

async function runCommand(
  command: Command,
  rest: readonly string[],
  env: Environment,
  streams: Streams,
  signal: AbortSignal,
): Promise<void> {
  const parsed = parseArgs({ args: [...rest], allowPositionals: true, options: { ...SHARED, ...command.options } })
  const values = parsed.values as Values
  const output: Output = createOutput(values.json === true, streams)
  if (values.help) return output.line(`${command.summary}\n\n${usageOf(command)}`)
  const [least, most] = command.takes ?? [0, 0]
  const count = parsed.positionals.length
  if (count < least || count > most) throw new UsageError(usageOf(command))
  const profile = readProfile(env)
  await command.run({ values, args: parsed.positionals, output, profile, env, signal, ...clients(profile) })
}

function explain(error: unknown): { text: string; code: number } {
  if (error instanceof UsageError) return { text: error.message, code: EXIT.usage }
  if (error instanceof FreeholdError) {
    // The message of a bad request is its first detail: once is enough.
    const details = error.details
      .map(({ field, message }) => `${field}: ${message}`)
      .filter((detail) => detail !== error.message)
      .map((detail) => `\n  ${detail}`)
      .join('')
    const request = error.requestId ? `\n  request ${error.requestId}` : ''
    return {
      text: `${error.message} (${[error.code, error.reason].filter(Boolean).join(', ')})${details}${request}`,
      code: EXIT.refused,
    }
  }
  const code = (error as { code?: string }).code ?? ''
  // The SDK refuses with a TypeError what it was given wrong, such as an address that is none.
  if (code.startsWith('ERR_PARSE_ARGS') || error instanceof TypeError)
    return { text: (error as Error).message, code: EXIT.usage }
  return { text: (error as Error).message, code: EXIT.refused }
}

export async function main(
  argv: readonly string[],
  {
    env = process.env as Environment,
    streams = {
      out: (text: string) => void process.stdout.write(text),
      err: (text: string) => void process.stderr.write(text),
      isTerminal: process.stderr.isTTY,
    },
    signal = stopSignal(),
  }: { env?: Environment; streams?: Streams; signal?: AbortSignal } = {},
): Promise<number> {
  try {
    const [first] = argv
    if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
      streams.out(`${helpText()}\n`)
      return EXIT.done
    }
    if (first === '--version') {
      streams.out(`${version()}\n`)
      return EXIT.done
    }
    const found = findCommand(argv)
    if (!found) throw unknown(argv)
    await runCommand(found.command, found.rest, env, streams, signal)
    return EXIT.done
  } catch (error) {
    if (signal.aborted) return EXIT.done
    const { text, code } = explain(error)
    streams.err(`freehold: ${text}\n`)
    return code
  }
}

/** Ctrl-C ends what follows and listens, as a success. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller.signal
}
