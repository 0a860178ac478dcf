// The index of the documentation search: every operation, and every section of guides, glossary and settings.
import type { FieldView, SearchEntry } from '../../http/page.ts'
import { headingId } from '../guide-files.ts'
import { type Area, type Endpoint, type OpenApi, readBody, resolveRef } from './document.ts'
import { listFields } from './fields.ts'

const TEXT_MAX = 1200

type Guide = { path: string; group: string; title: string; markdown: string }

const listNames = (fields: readonly FieldView[]): string[] =>
  fields.flatMap(({ name, fields: inside }) => [name, ...listNames(inside)])

function operationText(document: OpenApi, { operation, method, path }: Endpoint): string {
  const parameters = (operation.parameters ?? []).map((one) => resolveRef(document, one).name)
  const bodies = Object.values(readBody(document, operation)?.content ?? {}).flatMap(({ schema }) =>
    schema ? listNames(listFields(document, schema)) : [],
  )
  const names = [...new Set([...parameters, ...bodies])].join(' ')
  return [operation.operationId, method, path, operation.description ?? '', names].join(' ').slice(0, TEXT_MAX)
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*|#>]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function guideEntries({ path, group, title, markdown }: Guide): SearchEntry[] {
  const [head = '', ...sections] = markdown.split(/^## /m)
  return [
    { href: path, title, section: group, text: plain(head).slice(0, TEXT_MAX) },
    ...sections.map((section) => {
      const [heading = ''] = section.split('\n', 1)
      return {
        href: `${path}#${headingId(heading)}`,
        title: plain(heading),
        section: `${group} · ${title}`,
        text: plain(section.slice(heading.length)).slice(0, TEXT_MAX),
      }
    }),
  ]
}

export const searchEntries = (areas: readonly Area[], document: OpenApi, guides: readonly Guide[]): SearchEntry[] => [
  ...areas.flatMap((area) =>
    area.resources.flatMap((resource) =>
      resource.endpoints.map((endpoint) => ({
        href: `${resource.path}#${endpoint.operation.operationId}`,
        title: endpoint.operation.summary.replace(/\.$/, ''),
        section: `${area.title} · ${resource.title}`,
        text: operationText(document, endpoint),
      })),
    ),
  ),
  ...guides.flatMap(guideEntries),
]
