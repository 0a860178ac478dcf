// The getting-started checklist, shown until every step is done.
import { Link } from 'wouter'
import { Badge } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Step } from './checklist.ts'

/** Guides are outside the portal: the browser loads them. */
const StepLink = ({ href, children }: { href: string; children: string }) =>
  href.startsWith('/portal') ? <Link href={href}>{children}</Link> : <a href={href}>{children}</a>

export function FirstStepsPanel({ steps }: { steps: readonly Step[] }) {
  const left = steps.filter(({ isDone }) => !isDone)
  if (left.length === 0) return null
  return (
    <Panel raised title="Get started" aside={<Badge tone="info">{`${left.length} of ${steps.length} left`}</Badge>}>
      <ol className="checklist">
        {steps.map(({ title, text, href, action, isDone }) => (
          <li key={title} className={isDone ? 'is-done' : undefined}>
            <div>
              <strong>{title}</strong>
              {isDone ? <span className="visually-hidden"> (done)</span> : <p className="soft small">{text}</p>}
            </div>
            {isDone ? null : <StepLink href={href}>{action}</StepLink>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
