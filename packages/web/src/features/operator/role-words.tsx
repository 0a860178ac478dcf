// The roles of operators, as the console shows them.
import type { OperatorRole } from '@freehold/sdk/types'
import { Badge } from '../../ui/feedback.tsx'

const ROLES: Record<OperatorRole, { label: string; text: string }> = {
  admin: { label: 'Admin', text: 'everything' },
  finance: { label: 'Finance', text: 'settlements, payouts, refunds' },
  support: { label: 'Support', text: 'orders, brokerage, listings' },
  viewer: { label: 'Viewer', text: 'read only' },
}

export const ROLE_OPTIONS = (Object.keys(ROLES) as OperatorRole[]).map((value) => ({
  value,
  label: `${ROLES[value].label}: ${ROLES[value].text}`,
}))

export const RoleBadge = ({ role }: { role: OperatorRole }) => (
  <Badge tone={role === 'admin' ? 'info' : 'neutral'}>{ROLES[role].label}</Badge>
)
