// The API reference, as the server makes it from its own document, in the frame of the site.
import type { PageContext } from '../../context.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'

export type DocsProps = { title: string; html: string }

export const title = (props: DocsProps): string => `${props.title} · Freehold`
export const description = (): string => 'Every operation of the API, with its parameters, answers and errors.'

export const Page = ({ props, context }: { props: DocsProps; context: PageContext }) => (
  <SiteFrame context={context}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own document, escaped where it was made */}
    <div className="docs" dangerouslySetInnerHTML={{ __html: props.html }} />
  </SiteFrame>
)
