// Decision records: numbered without gaps, named after their title, with the same sections, and listed in the index.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FOLDER = new URL('../../docs/decisions/', import.meta.url)
const SECTIONS = ['Context', 'Decision', 'Consequences']
const LINES_MAX = 80

type DecisionFile = { name: string; text: string }

const toSlug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function findProblems(files: readonly DecisionFile[]): string[] {
  return files.flatMap(({ name, text }, index) => {
    const number = String(index + 1).padStart(4, '0')
    const [, shown, title = ''] = /^# (\d{4}): (.+)\n\nStatus: \S/.exec(text) ?? []
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    const expected = sections.at(-1) === 'Alternatives' ? [...SECTIONS, 'Alternatives'] : SECTIONS
    return [
      ...(name.startsWith(`${number}-`) && shown === number ? [] : [`${name}: must have number ${number}`]),
      ...(name === `${shown}-${toSlug(title)}.md` ? [] : [`${name}: must be named after its title`]),
      ...(sections.join() === expected.join() ? [] : [`${name}: must have the sections ${expected.join(', ')}`]),
      ...(text.split('\n').length <= LINES_MAX ? [] : [`${name}: must have at most ${LINES_MAX} lines`]),
    ]
  })
}

const names = readdirSync(FOLDER).sort()
const decisions = names
  .filter((name) => name !== 'README.md')
  .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }))

describe('the decision records', () => {
  it('are numbered without gaps, named after their title, and have the same sections', () => {
    expect(decisions.length).toBeGreaterThan(40)
    expect(findProblems(decisions)).toEqual([])
  })

  it('are each listed once in the index, with their title', () => {
    const index = readFileSync(new URL('README.md', FOLDER), 'utf8')
    const listed = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => `${file} # ${title}`)
    expect(listed.sort()).toEqual(decisions.map(({ name, text }) => `${name} ${text.slice(0, text.indexOf('\n'))}`))
  })

  it('are rejected with a gap, another file name or a missing section', () => {
    const good = {
      name: '0001-use-sql.md',
      text: '# 0001: Use SQL\n\nStatus: Accepted.\n\n## Context\n\n## Decision\n\n## Consequences\n',
    }
    expect(findProblems([good])).toEqual([])
    expect(findProblems([{ name: '0002-use-sql.md', text: good.text.replace('0001', '0002') }])).toHaveLength(1)
    expect(findProblems([{ ...good, name: '0001-use-it.md' }])).toHaveLength(1)
    expect(findProblems([{ ...good, text: good.text.replace('## Decision\n', '') }])).toHaveLength(1)
  })
})
