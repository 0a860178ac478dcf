// The application for live access.
import { useCall } from '../../api/hooks.ts'
import { LiveAccess } from '../../features/portal/live-access.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'

export function LiveAccessPanel() {
  const { partner } = useWorkplace()
  const call = useCall()
  return (
    <LiveAccess
      partner={partner}
      apply={(note) => call('POST /api/portal/v1/live-access', { body: note ? { note } : {} })}
    />
  )
}
