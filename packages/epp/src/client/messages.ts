// The message queue of a registry, read by `poll`: each message is handled, then acknowledged.
import type { Command, MessageQueue, Response, ResponseData } from '../frames/types.ts'
import { isSuccess } from '../results.ts'
import type { Sent } from './pool.ts'

export type RegistryNotice = { id: string; at: Date | null; text: string; data: ResponseData | null }

type Run = (command: Command, transaction: string) => Promise<Sent>

/** The oldest message of a response to `poll`; null when the queue is empty. */
export function toNotice({ queue, data, results }: Response): RegistryNotice | null {
  if (results[0]?.code !== 1301 || queue === null) return null
  const { id, at, text }: MessageQueue = queue
  return { id, at, text: text ?? '', data }
}

/**
 * Reads messages until the queue is empty or `most` were handled. A message is acknowledged after `handle` has ended, so a crash
 * between shows it again: `handle` must accept a message that it has seen. Ends early when the registry does not respond.
 */
export async function drainMessages(options: {
  run: Run
  nextTransaction: () => string
  handle: (notice: RegistryNotice) => Promise<void>
  most?: number
}): Promise<{ handled: number; isEmpty: boolean }> {
  const { run, nextTransaction, handle, most = 1000 } = options
  for (let handled = 0; handled < most; handled++) {
    const read = await run({ action: 'poll', op: 'req' }, nextTransaction())
    const notice = read.kind === 'response' ? toNotice(read.response) : null
    if (notice === null)
      return { handled, isEmpty: read.kind === 'response' && read.response.results[0]?.code === 1300 }
    await handle(notice)
    const acknowledged = await run({ action: 'poll', op: 'ack', messageId: notice.id }, nextTransaction())
    const isDone = acknowledged.kind === 'response' && isSuccess(acknowledged.response.results[0]?.code ?? 2400)
    if (!isDone) return { handled: handled + 1, isEmpty: false }
  }
  return { handled: most, isEmpty: false }
}
