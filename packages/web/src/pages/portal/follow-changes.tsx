// Keeps the portal's pages current while they are open.
import { useChanges } from '../../api/use-changes.ts'
import type { Environment } from '../../features/portal/environment.ts'

/** Inside the transport of the partner and environment, whose changes it follows. */
export function FollowChanges({ environment }: { environment: Environment }) {
  useChanges('GET /api/portal/v1/changes', { environment })
  return null
}
