// `freehold completion bash|zsh|fish`: a script for the shell that knows the commands.
import type { Command } from '../command.ts'
import { UsageError } from '../usage.ts'

/** First words, and what may follow each. */
export function wordsOf(names: readonly string[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  for (const name of names) {
    const [first = '', second] = name.split(' ')
    words.set(first, [...(words.get(first) ?? []), ...(second ? [second] : [])])
  }
  return words
}

function bash(words: Map<string, string[]>): string {
  const cases = [...words].filter(([, after]) => after.length > 0)
  return `_freehold() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${[...words.keys()].join(' ')}" -- "$word")); return; fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.map(([first, after]) => `      ${first}) COMPREPLY=($(compgen -W "${after.join(' ')}" -- "$word")) ;;`).join('\n')}
    esac
  fi
}
complete -o default -F _freehold freehold
`
}

const fish = (words: Map<string, string[]>): string =>
  [...words]
    .flatMap(([first, after]) => [
      `complete -c freehold -f -n __fish_use_subcommand -a ${first}`,
      ...after.map((second) => `complete -c freehold -f -n '__fish_seen_subcommand_from ${first}' -a ${second}`),
    ])
    .join('\n')
    .concat('\n')

const zsh = (words: Map<string, string[]>): string => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`

const SHELLS: Record<string, (words: Map<string, string[]>) => string> = { bash, zsh, fish }

export const completion = (names: () => readonly string[]): Command => ({
  name: 'completion',
  summary: 'A completion script for your shell.',
  usage: '(bash|zsh|fish)',
  takes: [1, 1],
  async run({ args: [shell = ''], output }) {
    const make = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
    if (!make) throw new UsageError(`"${shell}" is not known; try ${Object.keys(SHELLS).join(', ')}`)
    output.line(make(wordsOf(names())).trimEnd())
  },
})
