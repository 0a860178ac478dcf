// The nudge after deliveries were queued.
import { createNudge } from '../../../kernel/nudge.ts'

export const { listen: onDeliveryQueued, wake: wakeEngine } = createNudge()
