// Periodic work of disputes: responses reach the processor, and deadlines pass at the sandbox processor.
import type { Job } from '../../jobs/schedule.ts'
import { loseOverdue, sendResponses } from './service/send-responses.ts'

const BATCH = 100

const send: Job = {
  name: 'disputes.send_responses',
  everySeconds: 30,
  run: (deps) => sendResponses(deps, BATCH),
}

const lose: Job = {
  name: 'disputes.lose_overdue',
  everySeconds: 60,
  run: (deps) => loseOverdue(deps, BATCH),
}

export const disputeJobs: readonly Job[] = [send, lose]
