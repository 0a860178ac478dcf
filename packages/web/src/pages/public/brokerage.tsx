// What brokerage is, and a box for the name that somebody wants: where links for brokerage lead.
import type { PageContext } from '../../context.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Timeline } from '../../ui/timeline.tsx'

export type BrokerageProps = { asked: string; problem: string | null }

export const title = (): string => 'Get a name that is taken · Freehold'
export const description = (): string => 'Somebody else has the name you want? We ask its owner for you.'

const STEPS = [
  { title: 'You name your budget', text: 'Opening a case costs nothing.', state: 'now' },
  { title: 'We contact the owner', text: 'Your name and address stay with us.', state: 'ahead' },
  { title: 'We negotiate', text: 'You follow each step on a page of your own, without an account.', state: 'ahead' },
  { title: 'The money waits in escrow', text: 'The owner is paid when the name is yours.', state: 'ahead' },
] as const

export const Page = ({ props, context }: { props: BrokerageProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <PageHead title="Get a name that is taken" text="Somebody else has the name you want? We ask its owner for you." />
    <div className="two">
      <Panel raised title="Which name?">
        {props.problem ? <Notice tone="bad">{props.problem}</Notice> : null}
        <form action="/brokerage" method="get">
          <TextField
            label="Domain name"
            name="domain"
            defaultValue={props.asked}
            placeholder="example.com"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Button type="submit">Go on</Button>
        </form>
      </Panel>
      <Panel title="How it goes">
        <Timeline steps={STEPS} />
      </Panel>
    </div>
  </SiteFrame>
)
