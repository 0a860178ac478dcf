// Whether the person agreed to a change: by the confirmation of an earlier call, or in a question that the client showed.
import type { Asker } from '../http/call-route.ts'
import { Type } from '../http/schema.ts'
import { invalidField } from '../kernel/errors.ts'
import { type Change, isConfirmed, makeConfirmation } from './confirmation.ts'
import type { Call, Question } from './tool.ts'

const KEY = 'confirm'

export const Confirmation = () =>
  Type.Optional(
    Type.String({ maxLength: 100, description: 'From the first call, valid for ten minutes. Leave it out at first.' }),
  )

/** `ask`: a question that the client can show. `show`: the agent shows the change, and calls again with the confirmation. */
export type Agreement =
  | { kind: 'agreed' }
  | { kind: 'ask'; question: Question }
  | { kind: 'show'; confirmation: string }

type Asked = { change: Change; confirmation: string | undefined; message: string; title: string }

const deriveConfirmationKey = ({ deps }: Asker): Buffer => deps.secrets.deriveKey('agent-confirmation')

export function assertConfirmed(change: Change, confirmation: string, asker: Asker): void {
  if (!isConfirmed(deriveConfirmationKey(asker), change, confirmation, asker.deps.clock.now()))
    throw invalidField(
      'confirmation',
      'does not belong to this change, or is older than ten minutes; call again without confirmation',
    )
}

export function readAgreement({ change, confirmation, message, title }: Asked, asker: Asker, call: Call): Agreement {
  if (confirmation !== undefined) {
    assertConfirmed(change, confirmation, asker)
    return { kind: 'agreed' }
  }
  const now = asker.deps.clock.now()
  // Another key than that of confirmations: an agent cannot pass the state of a question as one.
  const questionKey = asker.deps.secrets.deriveKey('agent-question')
  const reply = call.readReply(KEY)
  const isYes = reply !== undefined && reply !== 'declined' && reply.confirm === true
  if (isYes && call.state !== undefined && isConfirmed(questionKey, change, call.state, now)) return { kind: 'agreed' }
  // A yes to a question about another change, or to no question at all, is not an agreement to this one.
  if (!call.canAsk || (reply !== undefined && !isYes))
    return { kind: 'show', confirmation: makeConfirmation(deriveConfirmationKey(asker), change, now) }
  const properties = { confirm: { type: 'boolean', title, default: false } }
  const schema = { type: 'object', properties, required: ['confirm'] }
  return { kind: 'ask', question: { key: KEY, message, schema, state: makeConfirmation(questionKey, change, now) } }
}
