// Bans retired terms in text that people read. The terms and the exceptions are in voice-terms.json; docs/style.md explains them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { describe, expect, it } from 'vitest'
import { DOCUMENTS } from '../api/openapi-documents.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

type Term = { not: string; write: string; pattern: string }
type Allowed = { file: string; text: string; reason: string }
const { terms, allowed } = JSON.parse(read('scripts/docs/voice-terms.json')) as { terms: Term[]; allowed: Allowed[] }

/** One piece of text that a person reads, with the file it comes from. */
type Prose = { file: string; text: string }
type Node = { type?: string; [field: string]: unknown }

const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => pattern.test(file) && !file.includes('node_modules'))
    .sort()

/** Paragraphs without code, link targets and comments. */
const readMarkdown = (file: string, text = read(file)): Prose[] =>
  text
    .replace(/^( *)```[\s\S]*?^\1```$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/`[^`\n]*`/g, '`…`')
    .replace(/\]\([^)]*\)/g, ']')
    .split(/\n(?:\s*\n|(?=[|#-]))/)
    .map((paragraph) => ({ file, text: paragraph.replace(/\s+/g, ' ').trim() }))
    .filter((prose) => prose.text !== '')

/** Summaries and descriptions of the OpenAPI document. */
function readOpenApi(value: unknown, file: string): Prose[] {
  if (Array.isArray(value)) return value.flatMap((item) => readOpenApi(item, file))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) =>
    typeof item === 'string'
      ? /^(summary|description)$/.test(name)
        ? [{ file, text: item.replace(/`[^`]*`/g, '`…`') }]
        : []
      : readOpenApi(item, file),
  )
}

/** Sentences in strings, templates and JSX. Texts without a space are values; SQL is not prose. */
function readSource(file: string, code = read(file)): Prose[] {
  const found: Prose[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as Node
    if (node.type === 'ImportDeclaration') return
    if (node.type === 'TaggedTemplateExpression') return
    if (node.type === 'StringLiteral' || node.type === 'JSXText') found.push({ file, text: String(node.value) })
    if (node.type === 'TemplateElement') found.push({ file, text: String(node.cooked) })
    Object.values(node).forEach(visit)
  }
  visit(parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x') }))
  return found
    .map((prose) => ({
      ...prose,
      text: prose.text
        .replace(/`[^`]*`/g, '`…`')
        .replace(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ text }) => text.includes(' '))
}

const sources = (folder: string): Prose[] =>
  filesIn(folder, /\.tsx?$/)
    .filter((file) => !/\.test\.tsx?$|\.gen\.ts$|\/seed\//.test(file))
    .flatMap((file) => readSource(file))

const AREAS: Record<string, () => Prose[]> = {
  'README, guides and docs': () =>
    [
      ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
      ...filesIn('docs', /\.md$/),
      ...filesIn('examples', /README\.md$/),
      'packages/server/data/README.md',
    ].flatMap((file) => readMarkdown(file)),
  'READMEs of the packages': () =>
    filesIn('packages', /^packages\/[^/]+\/README\.md$/).flatMap((file) => readMarkdown(file)),
  'OpenAPI documents': () => DOCUMENTS.flatMap((file) => readOpenApi(JSON.parse(read(file)), file)),
  'error messages and logs of the service': () => sources('packages/server/src'),
  'text of the pages': () => sources('packages/web/src'),
  'help and output of the command line': () => sources('packages/cli/src'),
}

const isAllowed = ({ file, text }: Prose): boolean =>
  allowed.some((one) => one.file === file && (one.text === '*' || text.includes(one.text)))

const banned = terms.map(({ pattern, write }) => ({ pattern: new RegExp(pattern, 'i'), write }))

function findRetired(prose: readonly Prose[]): string[] {
  return prose
    .filter((one) => !isAllowed(one))
    .flatMap(({ file, text }) =>
      banned.flatMap(({ pattern, write }) => {
        const hit = pattern.exec(text)
        if (!hit) return []
        const around = text.slice(Math.max(0, hit.index - 40), hit.index + hit[0].length + 40).trim()
        return [`${file}: "${hit[0]}" in "${around}"; write ${write}`]
      }),
    )
}

describe('text that people read', () => {
  it.each(Object.entries(AREAS))('%s: has no retired terms', (_name, readArea) => {
    const prose = readArea()
    expect(prose.length).toBeGreaterThan(20)
    expect(findRetired(prose)).toEqual([])
  })
})

describe('the check', () => {
  it('finds a retired term in Markdown, but not in code', () => {
    expect(findRetired(readMarkdown('x.md', 'The name has no ending.\n'))).toHaveLength(1)
    expect(findRetired(readMarkdown('x.md', 'Wrapped\nat\nonce.\n'))).toHaveLength(1)
    expect(findRetired(readMarkdown('x.md', 'Use `ending`.\n\n```sh\necho ending\n```\n'))).toEqual([])
  })

  it('finds a retired term in an OpenAPI description', () => {
    expect(findRetired(readOpenApi({ paths: { '/x': { summary: 'The answer.' } } }, 'x.json'))).toHaveLength(1)
    expect(findRetired(readOpenApi({ paths: { '/x': { operationId: 'the answer' } } }, 'x.json'))).toEqual([])
  })

  it('finds a retired term in a string, a template and a page, but not in SQL', () => {
    expect(findRetired(readSource('x.ts', "const a = 'The database is away.'"))).toHaveLength(1)
    expect(findRetired(readSource('x.ts', 'const a = () => `It is tried anew.`'))).toHaveLength(1)
    expect(findRetired(readSource('x.tsx', 'const A = () => <p>Whoever pays first.</p>'))).toHaveLength(1)
    expect(findRetired(readSource('x.ts', "const a = sql`select answer from x`; const b = 'twin'"))).toEqual([])
  })

  it('has a row in the style guide for every term', () => {
    const guide = read('docs/style.md')
    expect(terms.filter(({ not, write }) => !guide.includes(`| ${not} | ${write} |`)).map(({ not }) => not)).toEqual([])
  })

  it('has a reason for every exception, and no exception that nothing needs', () => {
    expect(allowed.filter(({ reason }) => reason.length < 10)).toEqual([])
    const unused = allowed.filter(({ file, text }) => text !== '*' && !read(file).replace(/\s+/g, ' ').includes(text))
    expect(unused).toEqual([])
  })
})
