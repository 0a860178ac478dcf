// A guide, as the server made it from Markdown, and the request console: text in the frame of the documentation.
import type { PageContext } from '../../context.ts'
import { DocsFrame, type NavGroup } from '../../frames/docs-frame.tsx'

export type GuideProps = { nav: NavGroup[]; title: string; summary: string; html: string }

export const title = (props: GuideProps): string => `${props.title} · Freehold`
export const description = (props: GuideProps): string => props.summary

export const Page = ({ props, context }: { props: GuideProps; context: PageContext }) => (
  <DocsFrame context={context} nav={props.nav}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the project's own text, escaped where it was made */}
    <div className="docs-guide" dangerouslySetInnerHTML={{ __html: props.html }} />
  </DocsFrame>
)
