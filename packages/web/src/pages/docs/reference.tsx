// The API reference of one resource: its operations, each with fields, errors and samples.
import type { PageContext } from '../../context.ts'
import { Operation } from '../../features/docs/operation.tsx'
import { Prose } from '../../features/docs/prose.tsx'
import type { OperationView } from '../../features/docs/views.ts'
import { DocsFrame, type NavGroup } from '../../frames/docs-frame.tsx'

export type ReferenceProps = {
  nav: NavGroup[]
  area: string
  title: string
  description: string
  operations: OperationView[]
}

export const title = ({ title, area }: ReferenceProps): string => `${title} · ${area} · Freehold`
export const description = ({ title, operations }: ReferenceProps): string =>
  `${title}: ${operations.map(({ summary }) => summary.replace(/\.$/, '')).join(', ')}.`.slice(0, 300)

export const Page = ({ props, context }: { props: ReferenceProps; context: PageContext }) => (
  <DocsFrame context={context} nav={props.nav}>
    <p className="docs-area">{props.area}</p>
    <h1>{props.title}</h1>
    <Prose text={props.description} />
    <ul className="docs-contents">
      {props.operations.map(({ id, method, path, summary }) => (
        <li key={id}>
          <a href={`#${id}`}>{summary}</a>{' '}
          <span className="docs-contents__path">
            {method} {path}
          </span>
        </li>
      ))}
    </ul>
    {props.operations.map((operation) => (
      <Operation key={operation.id} operation={operation} />
    ))}
  </DocsFrame>
)
