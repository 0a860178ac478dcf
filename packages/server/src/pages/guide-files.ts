// The guides and what they link to, read from the project's docs folder, and their text as HTML.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url))
/** Where a link of one guide to another starts. */
const HERE = 'http://docs.invalid/docs/guides/'
/** The list of guides stands at the folder's own address. */
const INDEX = 'README'

export type Guide = { path: string; title: string; summary: string; markdown: string }

/** What the guides offer to be copied or run. */
export type DocsFile = { path: string; type: string; text: string }

const TYPES: Record<string, string> = { '.json': 'application/json; charset=utf-8' }

const guidePath = (name: string): string => (name === INDEX ? '/docs/guides' : `/docs/guides/${name}`)

function readGuide(file: string): Guide {
  const markdown = readFileSync(path.join(DOCS, 'guides', file), 'utf8')
  const [heading = '', first = ''] = markdown.split('\n\n')
  const plain = first.replace(/\n/g, ' ').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
  const [summary = ''] = /^.*?[.:](?=\s|$)/.exec(plain) ?? []
  return {
    path: guidePath(file.slice(0, -'.md'.length)),
    title: heading.replace(/^# /, ''),
    summary: summary.replace(/:$/, '.'),
    markdown,
  }
}

export const readGuides = (): Guide[] =>
  readdirSync(path.join(DOCS, 'guides'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map(readGuide)

export const readDocsFiles = (): DocsFile[] =>
  ['collection', 'snippets', 'vectors'].flatMap((folder) =>
    readdirSync(path.join(DOCS, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return {
          path: `/docs/${path.relative(DOCS, file).split(path.sep).join('/')}`,
          type: TYPES[path.extname(file)] ?? 'text/plain; charset=utf-8',
          text: readFileSync(file, 'utf8'),
        }
      })
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  )

/** The address of what a guide links to on this service; null when it is served nowhere. */
function addressOf(href: string, served: ReadonlySet<string>): string | null {
  if (/^https?:/.test(href)) return href
  const { pathname, hash } = new URL(href, HERE)
  const guide = /^\/docs\/guides\/([^/]+)\.md$/.exec(pathname)?.[1]
  const address = guide === undefined ? pathname : guidePath(guide)
  return served.has(address) ? address + hash : null
}

/** As GitHub makes them, so that a link to a heading works in both places. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

/** `served` are the paths that a link may lead to; other links are shown as their text. */
export function guideHtml({ markdown }: Guide, served: ReadonlySet<string>): string {
  const marked = new Marked({ async: false })
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const inside = this.parser.parseInline(tokens)
        return depth === 1 ? `<h1>${inside}</h1>` : `<h${depth} id="${headingId(text)}">${inside}</h${depth}>`
      },
      /** A block that scrolls can be reached by the keyboard. */
      code({ text, lang }) {
        const language = lang?.split(' ', 1)[0]
        const name = language ? ` class="language-${escapeHtml(language)}"` : ''
        return `<pre tabindex="0"><code${name}>${escapeHtml(text)}\n</code></pre>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const address = addressOf(href, served)
        return address === null ? text : `<a href="${address}">${text}</a>`
      },
    },
  })
  return marked.parse(markdown) as string
}
