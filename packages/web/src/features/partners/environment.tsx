// The two environments: real money and practice.
import { Badge } from '../../ui/feedback.tsx'

export type Environment = 'sandbox' | 'live'

export const ENVIRONMENT_OPTIONS = [
  { value: 'live', label: 'Live' },
  { value: 'sandbox', label: 'Sandbox' },
]

export const EnvironmentBadge = ({ environment }: { environment: Environment }) =>
  environment === 'live' ? <Badge tone="good">Live</Badge> : <Badge>Sandbox</Badge>
