// Messages for those who may read them: operators, and partners those of their own sandbox.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import type { OperatorRole } from '../../../kernel/operator-roles.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { SECRET_PLACE } from '../rules/content.ts'
import { isLinkOpen, listRevealRoles } from '../rules/delivery.ts'
import { buildLink } from '../rules/links.ts'
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
  const { baseUrl, supportContact: contact } = deps.config
  const rendered = renderMail(message.content, { baseUrl, contact, secret })
  return { message, rendered, attempts: await listAttempts(db, message.id, ATTEMPTS_SHOWN_MAX) }
}

export async function readForOperator(deps: Needed, db: Db, id: string): Promise<ReadMessage> {
  const message = isId('mail', id) ? await findMessage(db, id) : undefined
  if (!message) throw missing()
  return read(deps, db, message, isLinkOpen(deps.config))
}

/** Who may see which link, as a path with a place for its secret; null: operators give no link of this message to people. */
function findReveal(deps: Pick<Deps, 'config'>, message: Message) {
  const roles = listRevealRoles(deps.config, message.template)
  const button = message.content.blocks.find((block) => block.kind === 'button' && block.path.includes(SECRET_PLACE))
  if (roles.length === 0 || message.secret === null || button?.kind !== 'button') return null
  return { roles, path: button.path }
}

export const hasLink = (deps: Pick<Deps, 'config'>, message: Message, role: OperatorRole): boolean =>
  findReveal(deps, message)?.roles.includes(role) ?? false

/** The link of a message that nobody sent, for an operator who gives it to the person. */
export async function revealLink(
  deps: Needed,
  db: Db,
  { id, role }: { id: string; role: OperatorRole },
): Promise<string> {
  const message = isId('mail', id) ? await findMessage(db, id) : undefined
  if (!message) throw missing()
  const reveal = findReveal(deps, message)
  if (reveal === null)
    throw new ApiError('conflict', {
      message:
        'This message has no link that operators give to people. Only claims and invitations have one, with MAIL=off.',
      reason: 'no_link',
    })
  if (!reveal.roles.includes(role))
    throw new ApiError('forbidden', {
      message: `Your role ${role} does not show this link. It requires the role ${reveal.roles.join(' or ')}. Ask an admin.`,
      reason: 'role_missing',
    })
  return buildLink(reveal.path, { baseUrl: deps.config.baseUrl, secret: openSecret(deps, message) })
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
