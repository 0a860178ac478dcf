// The entrance to the documentation: where to begin, and every operation by area.
import type { PageContext } from '../../context.ts'
import { Inline, Prose } from '../../features/docs/prose.tsx'
import { DocsFrame, type NavGroup } from '../../frames/docs-frame.tsx'

type OperationLine = { id: string; method: string; path: string; summary: string }
type ResourceLine = { title: string; href: string; operations: OperationLine[] }

export type ReferenceIndexProps = {
  nav: NavGroup[]
  title: string
  version: string
  description: string
  areas: { title: string; description: string; resources: ResourceLine[] }[]
}

export const title = ({ title }: ReferenceIndexProps): string => `${title} · Freehold`
export const description = (): string => 'Guides and API reference: every operation with fields, errors and samples.'

const START = [
  [
    '/docs/guides/five-minute-start',
    'Quickstart',
    'Send a first signed request: from an empty folder to an order in five minutes.',
  ],
  ['/docs/guides/first-hour', 'Build your first integration', 'Search, quote, order and reconcile with the SDK.'],
  ['#reference', 'API reference', 'Every operation with fields, errors and samples.'],
  ['/docs/guides/signing', 'SDK and signing', 'The TypeScript SDK signs for you. Code for seven languages.'],
  ['/docs/guides/webhooks', 'Receive webhooks', 'Verify deliveries and recover missed events.'],
  ['/docs/guides/mcp', 'Connect an agent', 'The market as tools of the Model Context Protocol.'],
] as const

const Resource = ({ resource }: { resource: ResourceLine }) => (
  <section className="docs-resource">
    <h3>
      <a href={resource.href}>{resource.title}</a>
    </h3>
    <ul>
      {resource.operations.map(({ id, method, path, summary }) => (
        <li key={id} id={id}>
          <a href={`${resource.href}#${id}`}>
            <span className="method">{method}</span> <code>{path}</code>
          </a>{' '}
          <span className="docs-resource__summary">
            <Inline text={summary} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

export function Page({ props, context }: { props: ReferenceIndexProps; context: PageContext }) {
  // What Freehold is. The rest is for readers of the reference.
  const [lead = '', ...rest] = props.description.split('\n\n')
  return (
    <DocsFrame context={context} nav={props.nav}>
      <h1>{props.title}</h1>
      <Prose text={lead} />
      <ul className="docs-start">
        {START.map(([href, name, text]) => (
          <li key={href}>
            <a href={href}>{name}</a>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <h2 id="reference">API reference</h2>
      <p>
        Version {props.version} · <a href="/openapi.json">openapi.json</a> ·{' '}
        <a href="/openapi-operator.json">openapi-operator.json</a> · <a href="/llms.txt">llms.txt</a> ·{' '}
        <a href="/docs/collection/freehold.postman_collection.json">Postman collection</a>
      </p>
      <Prose text={rest.join('\n\n')} />
      {props.areas.map(({ title, description, resources }) => (
        <section key={title}>
          <h2>{title}</h2>
          <Prose text={description} />
          {resources.map((resource) => (
            <Resource key={resource.href} resource={resource} />
          ))}
        </section>
      ))}
    </DocsFrame>
  )
}
