// The two environments: real money and practice.
import { ENVIRONMENTS } from '@freehold/sdk/enums'
import type { Environment } from '@freehold/sdk/types'
import { Badge } from '../../ui/feedback.tsx'
import { wordOptions } from '../../ui/text.ts'

export type { Environment }

/** Live first: it is what operators work for. */
export const ENVIRONMENT_OPTIONS = wordOptions([...ENVIRONMENTS].reverse())

export const EnvironmentBadge = ({ environment }: { environment: Environment }) =>
  environment === 'live' ? <Badge tone="good">Live</Badge> : <Badge>Sandbox</Badge>
