// Account: the ways through it, and the page that one is on.
import type { Person } from '../../context.ts'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { PageHead } from '../../ui/panel.tsx'

export default function Account({ person }: { person: Person }) {
  return (
    <WorkFrame label="Account" person={person} ways={[{ href: '/account', text: 'Overview' }]}>
      <PageHead title="Account" />
    </WorkFrame>
  )
}
