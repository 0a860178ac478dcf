// The shell blocks of README and docs: every shell can parse them, and they say what they need. shell-blocks-run.test.ts runs them.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { DOCUMENTS, INSTALLED_SHELLS, MISSING_SHELLS, NEEDS, parseBlocks, readBlocks } from './shell-blocks.ts'

describe('the blocks', () => {
  const all = DOCUMENTS.flatMap((document) => readBlocks(document).map((block) => ({ document, ...block })))

  it(`run in bash, and in zsh where it is installed (missing here: ${MISSING_SHELLS.join(', ') || 'none'})`, () => {
    expect(INSTALLED_SHELLS.map(({ name }) => name)).toContain('bash')
  })

  it('say what they need when they cannot run here', () => {
    expect(all.filter(({ needs }) => needs !== null && !Object.hasOwn(NEEDS, needs))).toEqual([])
    expect(Object.keys(NEEDS).filter((need) => !all.some(({ needs }) => needs === need))).toEqual([])
  })

  it('can be parsed by every installed shell', () => {
    for (const { parse } of INSTALLED_SHELLS)
      for (const { document, script } of all) {
        const [file = '', ...args] = parse
        const done = spawnSync(file, [...args, script], { encoding: 'utf8' })
        expect([document, script, done.stderr]).toEqual([document, script, ''])
      }
  })

  // An interactive zsh takes # for a command and ? outside quotes for a pattern.
  it('have no comments and no unquoted patterns', () => {
    const unquoted = (script: string) => script.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '')
    const found = all.filter(({ script }) =>
      /(^|\s)#|\S\?|[[\]*]/m.test(unquoted(script).replaceAll(/\$\{[^}]*\}/g, '')),
    )
    expect(found.map(({ document, script }) => [document, script])).toEqual([])
  })

  it('are found with their indentation and their mark', () => {
    const markdown = '- x\n\n  ```sh needs=docker\n  docker ps\n  ```\n\n```sh\necho 1\n```\n\n```json\n{}\n```\n'
    expect(parseBlocks(markdown)).toEqual([
      { needs: 'docker', script: 'docker ps\n' },
      { needs: null, script: 'echo 1\n' },
    ])
  })
})
