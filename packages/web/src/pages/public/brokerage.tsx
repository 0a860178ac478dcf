// What brokerage is, and a form for the wanted domain. Brokerage referral links lead here.
import type { PageContext } from '../../context.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Timeline } from '../../ui/timeline.tsx'

export type BrokerageProps = { asked: string; problem: string | null }

export const title = (): string => 'Buy a domain that is taken · Freehold'
export const description = (): string => 'Our brokers contact the owner of the domain you want.'

const STEPS = [
  { title: 'You tell us your budget', text: 'Opening a case is free.', state: 'now' },
  { title: 'We contact the owner', text: 'We do not tell the owner who you are.', state: 'ahead' },
  {
    title: 'We negotiate',
    text: 'You follow each step on a private page. You do not need an account.',
    state: 'ahead',
  },
  {
    title: 'Your payment is held in escrow',
    text: 'The owner is paid once the domain is transferred to you.',
    state: 'ahead',
  },
] as const

export const Page = ({ props, context }: { props: BrokerageProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <PageHead title="Buy a domain that is taken" text="Our brokers contact the owner of the domain you want." />
    <div className="two">
      <Panel raised title="Which domain do you want?">
        {props.problem ? <Notice tone="bad">{props.problem}</Notice> : null}
        <form action="/brokerage" method="get">
          <TextField
            label="Domain"
            name="domain"
            defaultValue={props.asked}
            placeholder="example.com"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Button type="submit">Check domain</Button>
        </form>
      </Panel>
      <Panel title="How it works">
        <Timeline steps={STEPS} />
      </Panel>
    </div>
  </SiteFrame>
)
