// Console: the ways through it, and the page that one is on.
import type { Person } from '../../context.ts'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { PageHead } from '../../ui/panel.tsx'

export default function Console({ person }: { person: Person }) {
  return (
    <WorkFrame label="Console" person={person} ways={[{ href: '/console', text: 'Overview' }]}>
      <PageHead title="Console" />
    </WorkFrame>
  )
}
