// The progress of a brokerage case, for anyone who has the link.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Timeline } from '../../ui/timeline.tsx'

export type ProgressProps = {
  domain: string
  caseId: string
  status: string
  statusText: string
  isOpen: boolean
  hasDeal: boolean
  /** Oldest first; `ahead` holds the steps that usually follow. */
  done: readonly { title: string; at: string; text: string }[]
  ahead: readonly string[]
}

export const title = ({ domain }: ProgressProps): string => `${domain}: brokerage progress`

export function Page({ props, context }: { props: ProgressProps; context: PageContext }) {
  const { domain, caseId, statusText, isOpen, hasDeal, done, ahead } = props
  return (
    <FormFrame context={context}>
      <div {...(isOpen ? { 'data-refresh-seconds': 60 } : {})}>
        <p className="soft">Brokerage</p>
        <h1 className="name">{domain}</h1>
        <p>
          <Badge tone={isOpen ? 'info' : hasDeal ? 'good' : 'neutral'}>{statusText}</Badge>
        </p>
        <p>
          {isOpen
            ? 'Our broker is working on your case. You do not need to do anything. Each step appears here.'
            : hasDeal
              ? 'The domain has been transferred.'
              : 'This case is closed. Nothing was charged.'}
        </p>
        <Panel>
          <Timeline
            steps={[
              ...done.map((step, index) => ({
                ...step,
                state: isOpen && index === done.length - 1 ? ('now' as const) : ('done' as const),
              })),
              ...ahead.map((text) => ({ title: text, state: 'ahead' as const })),
            ]}
          />
        </Panel>
        <p className="soft small">Case {caseId}. Anyone with this link can see this page.</p>
      </div>
    </FormFrame>
  )
}
