// A person authorizes an application, or denies it access.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

export type ConsentProps = {
  clientName: string
  /** The redirect host, or the scheme of an app. It identifies the application better than its self-chosen name. */
  place: string
  /** The redirect URI itself. */
  target: string
  /** The host that publishes the description of the application; null if the application registered itself. */
  publisher: string | null
  /** An app on the device, which any program could have registered, instead of a website. */
  isApp: boolean
  wishes: readonly { scope: string; text: string }[]
  email: string
  request: string
  ticket: string
}

export const title = ({ clientName }: ConsentProps): string => `Authorize ${clientName}?`

export const Page = ({ props, context }: { props: ConsentProps; context: PageContext }) => (
  <FormFrame context={context}>
    <Panel raised>
      <h1>Authorize {props.clientName}?</h1>
      <p>
        This application calls itself <strong>{props.clientName}</strong>. We have not verified that name.{' '}
        {props.publisher !== null && (
          <>
            Its description is published by <strong>{props.publisher}</strong>.{' '}
          </>
        )}
        If you continue, you are redirected to{' '}
        {props.isApp ? (
          <>
            the app on your device that opens <strong>{props.place}</strong> links
          </>
        ) : (
          <strong>{props.place}</strong>
        )}
        . The application asks for permission to:
      </p>
      <ul>
        {props.wishes.map(({ scope, text }) => (
          <li key={scope}>
            {text} <span className="soft small mono">({scope})</span>
          </li>
        ))}
      </ul>
      <p>Access expires if the application does not use it for 30 days.</p>
      <p className="soft small">
        Redirect: <span className="mono break">{props.target}</span>
      </p>
      <form method="post" action="/oauth/authorize">
        <input type="hidden" name="request" value={props.request} />
        <input type="hidden" name="ticket" value={props.ticket} />
        <Actions>
          <Button type="submit" name="decision" value="allow">
            Authorize application
          </Button>
          <Button type="submit" name="decision" value="deny" kind="plain">
            Deny access
          </Button>
        </Actions>
      </form>
    </Panel>
    <p className="soft">
      You are signed in as {props.email}. <a href="/account">Not you?</a>
    </p>
  </FormFrame>
)
