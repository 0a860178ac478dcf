// Terms and privacy policy as pages, from the operator's Markdown files.
import { escapeHtml } from '@freehold/web'
import type { FastifyInstance } from 'fastify'
import { Marked } from 'marked'
import type { Deps } from '../deps.ts'
import { type PropsOf, sendPage } from '../http/page.ts'
import { notFound } from '../kernel/errors.ts'
import { lazy } from '../kernel/lazy.ts'
import { headingId } from './guide-files.ts'
import { publicOptions } from './visits.ts'

const SAFE_LINK = /^(?:https?:\/\/|mailto:|\/|#)/

/** HTML in the file is shown as text: the policy of the pages would not run it, and nobody should have to think about it. */
function toHtml(markdown: string): string {
  const marked = new Marked({ async: false })
  marked.use({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${headingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens)
        return SAFE_LINK.test(href) ? `<a href="${escapeHtml(href)}">${inside}</a>` : inside
      },
    },
  })
  return (marked.parse(markdown) as string)
    .replaceAll('<table>', '<div class="table-scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

const TEXTS = [
  { name: 'terms', title: 'Terms', summary: 'The terms of this domain marketplace.' },
  {
    name: 'privacy',
    title: 'Privacy policy',
    summary: 'Which personal data this domain marketplace processes, and why.',
  },
] as const

/** The page has one heading, the file's if it begins with one. */
const withHeading = (markdown: string, title: string): string =>
  /^#\s/.test(markdown.trimStart()) ? markdown.trimStart() : `# ${title}\n\n${markdown}`

export function mountSiteTexts(scope: FastifyInstance, deps: Deps): void {
  for (const { name, title, summary } of TEXTS) {
    const props = lazy((): PropsOf<'site-text'> | null => {
      const markdown = deps.config.site[name]?.markdown ?? null
      return markdown === null ? null : { title, summary, html: toHtml(withHeading(markdown, title)) }
    })
    scope.get(`/${name}`, { config: { routeId: `pages.${name}` } }, async (request, reply) => {
      const shown = props()
      if (shown === null) throw notFound('This page does not exist.')
      const options = { ...(await publicOptions(deps, request, `/${name}`)), isConstant: true }
      return sendPage(reply, { status: 200, name: 'site-text', props: shown, options })
    })
  }
}
