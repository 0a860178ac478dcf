// Reads the registry's message queue. A message about a transfer makes its delivery due, so that the engine asks the registry
// now. It is stored before it is acknowledged: a crash in between brings it again, and loses none.
import type { Deps } from '../../../deps.ts'
import type { Registrar, RegistryMessage } from '../../../integrations/registrar/registrar.ts'
import { REGISTRY_MESSAGE_LENGTH_MAX, REGISTRY_MESSAGES_PER_RUN } from '../../../kernel/limits.ts'
import { randomToken } from '../../../kernel/secret-box.ts'
import { cutText } from '../../../kernel/text/cut-text.ts'
import * as store from '../store/messages.ts'
import { newAttempt } from './ask.ts'
import { wakeEngine } from './wake.ts'

type Needed = Pick<Deps, 'clock' | 'db' | 'log'>

const newCommand = () => newAttempt(randomToken('msg_', 12))

/** False while a process works on the delivery: it may have asked too early, so the message waits for the next run. */
const keep = ({ db, clock }: Needed, message: RegistryMessage): Promise<boolean> =>
  db.tx(async (tx) => {
    const { domain, transfer } = message
    const delivery = domain === null ? undefined : await store.lockByDomain(tx, domain)
    if (transfer !== null && delivery?.isLeased) return false
    if (transfer !== null && delivery) {
      await store.makeDue(tx, delivery.orderId)
      tx.afterCommit(wakeEngine)
    }
    await store.keepMessage(tx, {
      messageId: message.id,
      at: message.at,
      text: cutText(message.text, REGISTRY_MESSAGE_LENGTH_MAX),
      domain,
      transferState: transfer,
      orderId: delivery?.orderId ?? null,
      receivedAt: clock.now(),
    })
    return true
  })

/** Until the queue is empty, the registry does not respond, or enough were read. */
export async function readMessages(deps: Needed, registrar: Registrar, signal: AbortSignal): Promise<void> {
  for (let read = 0; read < REGISTRY_MESSAGES_PER_RUN && !signal.aborted; read++) {
    const found = await registrar.readMessage(newCommand())
    if (found.kind === 'refused' || found.kind === 'unknown') {
      deps.log.warn({ reason: found.message }, 'could not read the messages of the registry')
      return
    }
    if (found.value === null || !(await keep(deps, found.value))) return
    const acknowledged = await registrar.acknowledgeMessage(found.value.id, newCommand())
    if (acknowledged.kind !== 'done') return
  }
}
