// Finds the command for the typed words, and writes the help texts.
import type { Command, Options } from './command.ts'
import { tableText } from './output.ts'
import { UsageError } from './usage.ts'

export const SHARED = {
  json: { type: 'boolean', help: 'Print JSON, errors included (errors go to stderr).' },
  help: { type: 'boolean', help: 'Show this help.' },
} as const satisfies Options

const formatRows = (rows: readonly (readonly [string, string])[]): string =>
  tableText(rows, [
    ['', ([name]) => `  ${name}`],
    ['', ([, summary]) => summary],
  ])
    .split('\n')
    .slice(1)
    .join('\n')

const summaries = (commands: readonly Command[]): string =>
  formatRows(commands.map(({ name, summary }) => [name, summary]))

export const helpText = (commands: readonly Command[]): string =>
  `freehold: sell domains from the command line.

Usage: freehold COMMAND [OPTIONS]

${summaries(commands)}

Run "freehold COMMAND --help" for the options of a command.
Sign in first: freehold login --credentials data/credentials.json`

/** The commands that share a first word, such as `webhooks`. */
export const listGroup = (commands: readonly Command[], word: string | undefined): readonly Command[] =>
  commands.filter(({ name }) => name.startsWith(`${word} `))

export const groupText = (word: string, group: readonly Command[]): string =>
  `Usage: freehold ${word} COMMAND [OPTIONS]\n\n${summaries(group)}`

export const formatUsage = ({ name, usage }: Command): string => `Usage: freehold ${name} ${usage}`.trimEnd()

export function commandText(command: Command): string {
  const options = Object.entries({ ...command.options, ...SHARED } as Options)
  const rows = options.map(([name, { value, help, choices }]) => {
    const among = choices ? ` One of: ${choices.join(', ')}.` : ''
    return [`--${name}${value ? ` ${value}` : ''}`, `${help}${among}`] as const
  })
  return `${command.summary}\n\n${formatUsage(command)}\n\nOptions:\n${formatRows(rows)}`
}

/** The longest command name that the words begin with. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  return null
}

/** The Levenshtein distance of two words. */
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

export function unknownCommand(commands: readonly Command[], words: readonly string[]): UsageError {
  const [first = '', second] = words
  const group = listGroup(commands, first)
  const names = (some: readonly Command[]): string => some.map(({ name }) => `"freehold ${name}"`).join(', ')
  if (group.length > 0)
    return new UsageError(
      `${second === undefined || second.startsWith('-') ? 'The command is incomplete' : `Unknown command "${first} ${second}"`}. Use one of: ${names(group)}.`,
    )
  const near = commands.filter(({ name }) => editsBetween(name.split(' ')[0] ?? '', first) <= 2)
  const hint = near.length > 0 ? `Did you mean ${names(near)}?` : 'Run freehold --help.'
  return new UsageError(`Unknown command "${first}". ${hint}`)
}
