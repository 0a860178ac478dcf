// Messages for those who may read them: operators, and partners those of their own sandbox.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditedCall } from '../../../kernel/audit-log.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import type { OperatorRole } from '../../../kernel/operator-roles.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { discloseSecret } from '../rules/delivery.ts'
import { type RenderedMail, renderMail } from '../rules/render.ts'
import { findMessage, listAttempts, type MailAttempt, type Message, requeueMessage } from '../store.ts'
import { openSecret } from './queue.ts'
import { wakeMail } from './wake.ts'

const ATTEMPTS_SHOWN_MAX = 50

type Needed = Pick<Deps, 'config' | 'secrets' | 'log'>
export type ReadMessage = { message: Message; rendered: RenderedMail; attempts: MailAttempt[] }

const missing = () => notFound('Message not found.')

/** A secret that does not open, because the master key is another one, is hidden. */
function revealSecret(deps: Needed, message: Message): string | null {
  try {
    return openSecret(deps, message)
  } catch (error) {
    deps.log.error({ err: error, message_id: message.id }, 'could not decrypt the link of a message')
    return null
  }
}

async function read(deps: Needed, db: Db, message: Message, isRevealed: boolean): Promise<ReadMessage> {
  const secret = isRevealed ? revealSecret(deps, message) : null
  const rendered = renderMail(message.content, { baseUrl: deps.config.baseUrl, secret })
  return { message, rendered, attempts: await listAttempts(db, message.id, ATTEMPTS_SHOWN_MAX) }
}

export type Reader = AuditedCall & { role: OperatorRole }

/** The audit row comes first: nobody sees the link without it. */
export async function readForOperator(
  deps: Needed & Pick<Deps, 'audit'>,
  db: Db,
  { role, ...call }: Reader,
  id: string,
): Promise<ReadMessage> {
  const message = isId('mail', id) ? await findMessage(db, id) : undefined
  if (!message) throw missing()
  const disclosure = discloseSecret(deps.config, message.template, role)
  if (disclosure === 'audited' && message.secret !== null) {
    const { template, toAddress: to } = message
    const input = { message_id: message.id, template, to, role }
    await deps.audit.write(db, { ...call, route: 'mail.reveal_link', status: 200, input })
  }
  return read(deps, db, message, disclosure !== 'hidden')
}

/** The owner is a sandbox: its messages went nowhere else. */
export async function readForSandbox(deps: Needed, db: Db, owner: Owner, id: string): Promise<ReadMessage> {
  const message = isId('mail', id) ? await findMessage(db, id, owner) : undefined
  if (!message) throw missing()
  return read(deps, db, message, owner.environment === 'sandbox')
}

/** Sends a message again, whatever became of it, with the same Message-ID and link. */
export async function resendMail(tx: Tx, id: string): Promise<Message> {
  const message = isId('mail', id) ? await requeueMessage(tx, id) : undefined
  if (!message) throw missing()
  tx.afterCommit(wakeMail)
  return message
}
