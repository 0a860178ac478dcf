// A page with one message: what went wrong, and where to go next. It never is a dead end, and needs nothing but its text.
import type { PageContext } from '../../context.ts'
import { SearchBox } from '../../features/registry/search-box.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ContactLink } from '../../ui/contact.tsx'
import { TaxAddedContext } from '../../ui/price.tsx'

export type MessageProps = { title: string; text: string; link?: { href: string; text: string }; requestId?: string }

export const title = (props: MessageProps): string => `${props.title} · Freehold`

const HOME = { href: '/', text: 'Go to the marketplace' }

export const Page = ({ props, context }: { props: MessageProps; context: PageContext }) => {
  const { href, text } = props.link ?? HOME
  return (
    <SiteFrame context={context}>
      <div className="message">
        <h1>{props.title}</h1>
        <p>{props.text}</p>
        <p>
          <LinkButton kind="plain" href={href}>
            {text}
          </LinkButton>
        </p>
        <section className="message__next" aria-label="Search">
          {/* Sent also while the settings cannot be read. */}
          <TaxAddedContext value={null}>
            <SearchBox />
          </TaxAddedContext>
          <p className="soft small">
            You can also <a href="/market">browse the market</a> or <a href="/docs">read the documentation</a>.
            {context.contact === null ? null : (
              <>
                {' '}
                If the problem persists, <ContactLink>contact us</ContactLink>.
              </>
            )}
          </p>
        </section>
        {props.requestId ? (
          <p className="soft small">
            Request ID: <span className="mono">{props.requestId}</span>
          </p>
        ) : null}
      </div>
    </SiteFrame>
  )
}
