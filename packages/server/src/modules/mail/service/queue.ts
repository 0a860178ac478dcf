// Queues a message in the transaction that causes it. A background job sends it.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { buildContent, type Letter } from '../rules/templates.ts'
import { insertMessage } from '../store.ts'
import { wakeMail } from './wake.ts'

export type MailRequest = Letter & {
  /** A normalized address. */
  to: string
  /** Goes into the link in place of `{secret}`, and is stored encrypted. */
  secret?: string
  /**
   * The partner and environment whose request caused the message. A message of a sandbox is not sent by email: the partner reads
   * it, with its secret, in its sandbox. So never set it for invitations and other messages about an account.
   */
  owner?: Owner
  /** What it is about, for messages that are sent once in a period about each. */
  about?: string
}

const sealContext = (id: Id<'mail'>): string => `mail:${id}`

export async function queueMail(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  { to, secret, owner, about, ...letter }: MailRequest,
  now: Date,
): Promise<Id<'mail'>> {
  const id = newId('mail', now)
  await insertMessage(tx, {
    id,
    toAddress: to,
    template: letter.template,
    content: buildContent(letter as Letter),
    secret: secret === undefined ? null : secrets.seal(secret, sealContext(id)),
    owner: owner ?? null,
    about: about ?? null,
    createdAt: now,
  })
  tx.afterCommit(wakeMail)
  return id
}

/** Null: the message has none. Throws when the master key is another one. */
export const openSecret = (
  { secrets }: Pick<Deps, 'secrets'>,
  { id, secret }: { id: Id<'mail'>; secret: string | null },
): string | null => (secret === null ? null : secrets.open(secret, sealContext(id)))
