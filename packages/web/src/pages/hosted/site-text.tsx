// A text of the operator, such as the terms: Markdown that the server turned into HTML.
import type { PageContext } from '../../context.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'

export type SiteTextProps = { title: string; summary: string; html: string }

export const title = (props: SiteTextProps): string => `${props.title} · Freehold`
export const description = (props: SiteTextProps): string => props.summary

export const Page = ({ props, context }: { props: SiteTextProps; context: PageContext }) => (
  <SiteFrame context={context}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's own file, without HTML of its own */}
    <div className="docs docs-guide site-text" dangerouslySetInnerHTML={{ __html: props.html }} />
  </SiteFrame>
)
