// A page with one message: what went wrong, and where to go next.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { LinkButton } from '../../ui/button.tsx'

export type MessageProps = { title: string; text: string; link?: { href: string; text: string }; requestId?: string }

export const title = (props: MessageProps): string => props.title

export const Page = ({ props, context }: { props: MessageProps; context: PageContext }) => (
  <FormFrame context={context}>
    <h1>{props.title}</h1>
    <p>{props.text}</p>
    {props.link ? (
      <p>
        <LinkButton kind="plain" href={props.link.href}>
          {props.link.text}
        </LinkButton>
      </p>
    ) : null}
    {props.requestId ? (
      <p className="soft small">
        Request ID: <span className="mono">{props.requestId}</span>
      </p>
    ) : null}
  </FormFrame>
)
