// A person lets an application in, or does not.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

export type ConsentProps = {
  clientName: string
  /** The host says more than a name that anybody can take. */
  place: string
  wishes: readonly { scope: string; text: string }[]
  email: string
  request: string
  ticket: string
}

export const title = ({ clientName }: ConsentProps): string => `Let ${clientName} in?`

export const Page = ({ props, context }: { props: ConsentProps; context: PageContext }) => (
  <FormFrame context={context}>
    <Panel raised>
      <h1>Let {props.clientName} in?</h1>
      <p>
        The application calls itself <strong>{props.clientName}</strong>; anybody can take such a name. You will be sent
        to <strong>{props.place}</strong>. It wants to:
      </p>
      <ul>
        {props.wishes.map(({ scope, text }) => (
          <li key={scope}>
            {text} <span className="soft small mono">({scope})</span>
          </li>
        ))}
      </ul>
      <p>Access ends when the application has not used it for 30 days, or when the application gives it up.</p>
      <form method="post" action="/oauth/authorize">
        <input type="hidden" name="request" value={props.request} />
        <input type="hidden" name="ticket" value={props.ticket} />
        <Actions>
          <Button type="submit" name="decision" value="allow">
            Allow
          </Button>
          <Button type="submit" name="decision" value="deny" kind="plain">
            Do not allow
          </Button>
        </Actions>
      </form>
    </Panel>
    <p className="soft">
      You are signed in as {props.email}. <a href="/account">Not you?</a>
    </p>
  </FormFrame>
)
