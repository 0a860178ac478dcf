// The nudge after messages were queued.
import { createNudge } from '../../../kernel/nudge.ts'

export const { listen: onMailQueued, wake: wakeMail } = createNudge()
