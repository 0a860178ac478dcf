// The API reference, which the server generates from its OpenAPI document.
import type { PageContext } from '../../context.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'

export type DocsProps = { title: string; html: string }

export const title = (props: DocsProps): string => `${props.title} · Freehold`
export const description = (): string => 'Every API operation with its parameters, responses and errors.'

export const Page = ({ props, context }: { props: DocsProps; context: PageContext }) => (
  <SiteFrame context={context}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own document, escaped where it was made */}
    <div className="docs" dangerouslySetInnerHTML={{ __html: props.html }} />
  </SiteFrame>
)
