// Runs one command from argv. A failure prints one clear message and returns a non-zero exit code.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Freehold } from '@freehold/sdk'
import type { Command, Context, Values } from './command.ts'
import { COMMANDS } from './commands.ts'
import { EXIT, failureJson, failureText, toExitCode } from './failure.ts'
import {
  commandText,
  findCommand,
  formatUsage,
  groupText,
  helpText,
  listGroup,
  SHARED,
  unknownCommand,
} from './help.ts'
import { createOutput, type Streams } from './output.ts'
import { type Environment, type Profile, readProfile } from './profile.ts'
import { createPrompt, type Prompt } from './prompt.ts'
import { UsageError } from './usage.ts'

type Surroundings = { env: Environment; streams: Streams; signal: AbortSignal; prompt: Prompt | null }

function version(): string {
  const { version: number } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return number
}

function clients(profile: Profile): Pick<Context, 'partner' | 'operator' | 'person'> {
  const open = (): Freehold => {
    if (!profile.baseUrl)
      throw new UsageError('No service URL is set. Run: freehold login --credentials data/credentials.json')
    return new Freehold({ ...profile, baseUrl: profile.baseUrl })
  }
  return {
    partner: () => {
      if (!profile.keyId || !profile.secret)
        throw new UsageError('You are not signed in with an API key. Run: freehold login')
      return open()
    },
    operator: () => {
      if (!profile.operatorToken)
        throw new UsageError('No operator token is set. Run: freehold login --operator-token TOKEN')
      return open()
    },
    person: () => {
      if (!profile.accessToken)
        throw new UsageError(
          'No access token is set. Set FREEHOLD_ACCESS_TOKEN to a token with the scope domains:manage.',
        )
      return open()
    },
  }
}

/** Node explains a wrong option with how to pass positional arguments, which is seldom what was meant. */
function readArguments<Parsed>(command: Command, parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    const option = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1] ?? ''
    const hint = `Run freehold ${command.name} --help.`
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(`Unknown option ${option}. ${hint}`)
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error
    const isMissing = /argument (missing|is ambiguous)/.test(message)
    throw new UsageError(`The option ${option} ${isMissing ? 'needs a value' : 'takes no value'}. ${hint}`)
  }
}

async function runCommand(command: Command, rest: readonly string[], around: Surroundings): Promise<number> {
  const options = { ...SHARED, ...command.options, help: { ...SHARED.help, short: 'h' } }
  const parsed = readArguments(command, () => parseArgs({ args: [...rest], allowPositionals: true, options }))
  const values = parsed.values as Values
  const output = createOutput(values.json === true, around.streams)
  if (values.help) {
    output.line(commandText(command))
    return EXIT.done
  }
  const [least, most] = command.takes ?? [0, 0]
  const count = parsed.positionals.length
  if (count < least || count > most) throw new UsageError(formatUsage(command))
  const profile = readProfile(around.env)
  const code = await command.run({ ...around, values, args: parsed.positionals, output, profile, ...clients(profile) })
  return typeof code === 'number' ? code : EXIT.done
}

const isHelp = (word: string | undefined): boolean => word === 'help' || word === '--help' || word === '-h'

/** `freehold --help`, `freehold help orders` and `freehold webhooks --help`; null for anything else. */
function helpFor(argv: readonly string[]): string | null {
  const words = argv.filter((word) => word !== '--json')
  const [first, second] = words
  if (first === undefined || (isHelp(first) && second === undefined)) return helpText(COMMANDS)
  const named = isHelp(first) ? words.slice(1) : words
  const group = listGroup(COMMANDS, named[0])
  if (group.length > 0 && (isHelp(named[1]) || (named.length === 1 && isHelp(first))))
    return groupText(named[0] ?? '', group)
  const found = isHelp(first) ? findCommand(COMMANDS, named) : null
  return found ? commandText(found.command) : null
}

async function dispatch(argv: readonly string[], around: Surroundings): Promise<number> {
  const help = helpFor(argv)
  if (help !== null) around.streams.out(`${help}\n`)
  else if (argv[0] === '--version') around.streams.out(`${version()}\n`)
  else {
    const found = findCommand(COMMANDS, argv)
    if (!found) throw unknownCommand(COMMANDS, argv)
    return runCommand(found.command, found.rest, around)
  }
  return EXIT.done
}

export async function main(
  argv: readonly string[],
  {
    env = process.env as Environment,
    streams = standardStreams(),
    signal = stopSignal(),
    prompt = process.stdin.isTTY && process.stderr.isTTY ? createPrompt(process.stdin, streams.err) : null,
  }: Partial<Surroundings> = {},
): Promise<number> {
  try {
    return await dispatch(argv, { env, streams, signal, prompt })
  } catch (error) {
    if (signal.aborted) return EXIT.done
    streams.err(argv.includes('--json') ? `${failureJson(error)}\n` : `freehold: ${failureText(error)}\n`)
    return toExitCode(error)
  }
}

/** A reader that closes the pipe early, such as `head`, ends the command without an error. */
function standardStreams(): Streams {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done)
    throw error
  })
  return {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
  }
}

/** Ctrl-C ends commands that follow or listen. That is a success. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller.signal
}
