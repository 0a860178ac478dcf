// What became of a command at the registry, of deliveries and of people's domains alike. Pure.
import type { DeliveryStepOutcome, RegistryCommandStepOutcome } from '@freehold/sdk/types'

export const STEP_OUTCOMES: Record<DeliveryStepOutcome | RegistryCommandStepOutcome, string> = {
  sent: 'No response yet',
  done: 'Done',
  pending: 'Accepted, waiting',
  refused: 'Rejected',
  failed: 'Failed, will be retried',
  unknown: 'Response lost',
}
