// What the pages of the reference show, made from the document.
import type { NavGroup, OperationView, PropsOf } from '../../http/page.ts'
import { type Area, type Endpoint, type OpenApi, type Resource, readBody, resolveRef } from './document.ts'
import { buildExample } from './examples.ts'
import { fieldView, listFields } from './fields.ts'
import { buildSamples } from './samples.ts'

export type Guide = { path: string; section: string; title: string }

const DOCUMENTATION = 'Documentation'

/** Guides and reference share their navigation. */
export function docsNav(areas: readonly Area[], guides: readonly Guide[]): NavGroup[] {
  const listLinks = (section: string) =>
    guides.filter((one) => one.section === section).map(({ path, title }) => ({ href: path, title }))
  const sections = [...new Set(guides.map(({ section }) => section))].filter((section) => section !== DOCUMENTATION)
  return [
    {
      title: DOCUMENTATION,
      links: [
        { href: '/docs', title: 'Overview' },
        { href: '/docs/console', title: 'Request console' },
        ...listLinks(DOCUMENTATION),
      ],
    },
    ...sections.map((title) => ({ title, links: listLinks(title) })),
    ...areas.map(({ title, resources }) => ({
      title,
      links: resources.map((one) => ({ href: one.path, title: one.title })),
    })),
  ]
}

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2)

function responseView(document: OpenApi, endpoint: Endpoint): OperationView['response'] {
  const [status = '200', given] = Object.entries(endpoint.operation.responses)[0] ?? []
  const response = given ? resolveRef(document, given) : { description: '' }
  const schema = response.content?.['application/json']?.schema
  return {
    status,
    description: response.description,
    fields: schema ? listFields(document, schema) : [],
    sample: schema ? jsonText(buildExample(document, schema, { all: true })) : null,
  }
}

function listBodies(document: OpenApi, { operation }: Endpoint): OperationView['bodies'] {
  return Object.entries(readBody(document, operation)?.content ?? {}).map(([type, { schema }]) => ({
    type,
    fields: schema ? listFields(document, schema) : [],
    sample: schema && type === 'application/json' ? jsonText(buildExample(document, schema, { all: true })) : null,
  }))
}

function operationView(document: OpenApi, endpoint: Endpoint, baseUrl: string): OperationView {
  const { operation, method, path, isPushed } = endpoint
  const parameters = (operation.parameters ?? []).map((one) => resolveRef(document, one))
  return {
    id: operation.operationId,
    method,
    path: isPushed ? '' : path,
    summary: operation.summary,
    description: operation.description ?? '',
    parameters: parameters.map((one) => ({
      ...fieldView(document, one.name, one.schema, one.required === true),
      description: one.description ?? one.schema.description ?? '',
      in: one.in,
    })),
    bodies: listBodies(document, endpoint),
    response: responseView(document, endpoint),
    errors: Object.entries(operation.responses)
      .slice(1)
      .map(([status, given]) => ({ status, description: resolveRef(document, given).description })),
    samples: buildSamples(document, endpoint, baseUrl),
  }
}

export const resourceProps = (
  document: OpenApi,
  area: Area,
  resource: Resource,
  { nav, baseUrl }: { nav: NavGroup[]; baseUrl: string },
): PropsOf<'reference'> => ({
  nav,
  area: area.title,
  title: resource.title,
  description: area.description,
  operations: resource.endpoints.map((endpoint) => operationView(document, endpoint, baseUrl)),
})

export const overviewProps = (
  document: OpenApi,
  areas: readonly Area[],
  nav: NavGroup[],
): PropsOf<'reference-index'> => ({
  nav,
  title: `${document.info.title} documentation`,
  version: document.info.version,
  description: document.info.description,
  areas: areas.map(({ title, description, resources }) => ({
    title,
    description,
    resources: resources.map((one) => ({
      title: one.title,
      href: one.path,
      operations: one.endpoints.map(({ operation, method, path, isPushed }) => ({
        id: operation.operationId,
        method,
        path: isPushed ? operation.operationId : path,
        summary: operation.summary,
      })),
    })),
  })),
})
