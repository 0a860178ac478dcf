// The setting WORKER_PRIORITY: whether a separate worker leaves the processor to the processes that serve requests.
import { type Env, readChoice } from './values.ts'

export type WorkerPriority = 'low' | 'normal'

export const readWorkerPriority = (env: Env): WorkerPriority =>
  readChoice(env, 'WORKER_PRIORITY', ['low', 'normal'], 'low')
