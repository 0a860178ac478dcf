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

export function readAgreement({ change, confirmation, message, title }: Asked, { deps }: Asker, call: Call): Agreement {
  const key = deps.secrets.deriveKey('agent-confirmation')
  const now = deps.clock.now()
  if (confirmation !== undefined) {
    if (isConfirmed(key, change, confirmation, now)) return { kind: 'agreed' }
    throw invalidField(
      'confirmation',
      'does not belong to this offer, or is older than ten minutes; call again without confirmation',
    )
  }
  const reply = call.readReply(KEY)
  if (reply !== undefined && reply !== 'declined' && reply.confirm === true) return { kind: 'agreed' }
  if (reply !== undefined || !call.canAsk) return { kind: 'show', confirmation: makeConfirmation(key, change, now) }
  const properties = { confirm: { type: 'boolean', title, default: false } }
  return { kind: 'ask', question: { key: KEY, message, schema: { type: 'object', properties, required: ['confirm'] } } }
}
