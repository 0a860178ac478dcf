// Portal: the ways through it, and the page that one is on.
import type { Person } from '../../context.ts'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { PageHead } from '../../ui/panel.tsx'

export default function Portal({ person }: { person: Person }) {
  return (
    <WorkFrame label="Portal" person={person} ways={[{ href: '/portal', text: 'Overview' }]}>
      <PageHead title="Portal" />
    </WorkFrame>
  )
}
