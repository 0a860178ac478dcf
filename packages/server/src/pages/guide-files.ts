// Guides, glossary, settings and the files they link to, read from the project's docs folder; and their text as HTML.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { escapeHtml } from '@freehold/web'
import { Marked } from 'marked'

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url))
/** Relative links need a host to be resolved against. */
const ORIGIN = 'http://docs.invalid'
/** The list of guides is served at the URL of their folder. */
const INDEX = 'README'
/** Above the first heading of the list. */
const START_SECTION = 'Start here'
/** Reference pages beside the guides. */
const PAGES = ['glossary.md', 'settings.md']

/** `section` is the heading in the navigation. */
export type Guide = {
  path: string
  group: 'Documentation' | 'Guides'
  section: string
  title: string
  summary: string
  markdown: string
}

/** Files that a reader can copy or run. */
export type DocsFile = { path: string; type: string; text: string }

const TYPES: Record<string, string> = { '.json': 'application/json; charset=utf-8' }

/** `guides/signing.md` is served at `/docs/guides/signing`. */
const pagePath = (file: string): string => `/docs/${file.replace(/\.md$/, '').replace(`/${INDEX}`, '')}`

function readPage(file: string, group: Guide['group'], section: string): Guide {
  const markdown = readFileSync(path.join(DOCS, file), 'utf8')
  const [heading = '', first = ''] = markdown.split('\n\n')
  const plain = first.replace(/\n/g, ' ').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
  const [summary = ''] = /^.*?[.:](?=\s|$)/.exec(plain) ?? []
  return {
    path: pagePath(file),
    group,
    section,
    title: heading.replace(/^# /, ''),
    summary: summary.replace(/:$/, '.'),
    markdown,
  }
}

const HEADING = /^\*\*([^:*]{1,80})/
const LINK_TO_GUIDE = /\]\(([a-z0-9-]{1,80}\.md)\)/g

/** The list of guides decides which there are, their order and their sections. */
function listGuides(): { file: string; section: string }[] {
  const index = readFileSync(path.join(DOCS, `guides/${INDEX}.md`), 'utf8')
  const listed = [{ file: `${INDEX}.md`, section: START_SECTION }]
  let section = START_SECTION
  for (const line of index.split('\n')) {
    section = HEADING.exec(line)?.[1] ?? section
    for (const [, file = ''] of line.matchAll(LINK_TO_GUIDE)) listed.push({ file, section })
  }
  return listed
}

export const readGuides = (): Guide[] => [
  ...PAGES.map((file) => readPage(file, 'Documentation', 'Documentation')),
  ...listGuides().map(({ file, section }) => readPage(`guides/${file}`, 'Guides', section)),
]

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

/** The URL on this service of a link in a guide; null if the target is not served. */
function resolveHref(href: string, group: Guide['group'], served: ReadonlySet<string>): string | null {
  if (/^https?:/.test(href)) return href
  const { pathname, hash } = new URL(href, `${ORIGIN}/docs/${group === 'Guides' ? 'guides/' : ''}`)
  const file = /^\/docs\/(.+\.md)$/.exec(pathname)?.[1]
  const address = file === undefined ? pathname : pagePath(file)
  return served.has(address) ? address + hash : null
}

/** As GitHub makes them, so that a link to a heading works in both places. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** `served` has the paths that a link may lead to. Other links are shown as text. */
export function guideHtml({ markdown, group }: Guide, served: ReadonlySet<string>): string {
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
        const address = resolveHref(href, group, served)
        return address === null ? text : `<a href="${address}">${text}</a>`
      },
    },
  })
  // A wide table scrolls by itself, and by the keyboard. Code in the text has no tags: they are escaped.
  const html = (marked.parse(markdown) as string)
    .replaceAll('<table>', '<div class="table-scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  const [beginning, ...chapters] = html.split(/(?=<h2 )/)
  return [beginning, ...chapters.map((chapter) => `<section>${chapter}</section>`)].join('')
}
