// `freehold completion bash|zsh|fish`: prints a completion script with every command and option.
import { type Command, type Option, parseChoice } from '../command.ts'
import { SHARED } from '../help.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** First words, and the second words that may follow each. */
export function groupWords(names: readonly string[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  for (const name of names) {
    const [first = '', second] = name.split(' ')
    words.set(first, [...(words.get(first) ?? []), ...(second ? [second] : [])])
  }
  return words
}

const listOptions = (command: Command): [string, Option][] => Object.entries<Option>({ ...command.options, ...SHARED })

function bash(commands: readonly Command[]): string {
  const words = groupWords(commands.map(({ name }) => name))
  const seconds = [...words].filter(([, after]) => after.length > 0)
  const reply = (list: readonly string[]) => `COMPREPLY=($(compgen -W "${list.join(' ')}" -- "$word"))`
  const choices = commands.flatMap((command) =>
    listOptions(command).flatMap(([name, option]) =>
      option.choices ? [`      "${command.name} --${name}") ${reply(option.choices)}; return ;;`] : [],
    ),
  )
  return `_freehold() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local one="\${COMP_WORDS[1]}" two="\${COMP_WORDS[1]} \${COMP_WORDS[2]}" command
  if [ "$COMP_CWORD" -eq 1 ]; then ${reply([...words.keys()])}; return; fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "$one" in
${seconds.map(([first, after]) => `      ${first}) ${reply(after)}; return ;;`).join('\n')}
    esac
  fi
  for command in "$two" "$one"; do
    case "$command $before" in
${choices.join('\n')}
    esac
    [[ "$word" == -* ]] || continue
    case "$command" in
${commands.map((command) => `      "${command.name}") ${reply(listOptions(command).map(([name]) => `--${name}`))}; return ;;`).join('\n')}
    esac
  done
}
complete -o default -F _freehold freehold
`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fishOption(
  command: Command,
  name: string,
  help: string,
  takesValue: boolean,
  choices?: readonly string[],
): string {
  const seen = command.name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ')
  const values = choices ? ` -a ${quoted(choices.join(' '))} -f` : ''
  return `complete -c freehold -n ${quoted(seen)} -l ${name}${takesValue ? ' -r' : ''}${values} -d ${quoted(help)}`
}

function fish(commands: readonly Command[]): string {
  const firsts = [...groupWords(commands.map(({ name }) => name))].flatMap(([first, after]) => [
    `complete -c freehold -f -n __fish_use_subcommand -a ${first}`,
    ...after.map((second) => `complete -c freehold -f -n '__fish_seen_subcommand_from ${first}' -a ${second}`),
  ])
  const options = commands.flatMap((command) =>
    listOptions(command).map(([name, option]) =>
      fishOption(command, name, option.help, option.type === 'string', option.choices),
    ),
  )
  return `${[...firsts, ...options].join('\n')}\n`
}

const zsh = (commands: readonly Command[]): string =>
  `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`

const SCRIPTS = { bash, zsh, fish }

export const completion = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print a completion script for your shell.',
  usage: '(bash|zsh|fish)',
  takes: [1, 1],
  async run({ args: [shell = ''], output }) {
    output.line(SCRIPTS[parseChoice(SHELLS, shell, 'shell')](commands()).trimEnd())
  },
})
