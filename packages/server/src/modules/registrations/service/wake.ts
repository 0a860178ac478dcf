// The nudge after commands were queued.
import { createNudge } from '../../../kernel/nudge.ts'

export const { listen: onCommandQueued, wake: wakeEngine } = createNudge()
