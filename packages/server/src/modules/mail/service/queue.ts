// Queues a message in the transaction that causes it. A background job sends it.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { buildContent, type Letter } from '../rules/templates.ts'
import { insertMessage } from '../store.ts'

export type MailRequest = Letter & {
  /** A normalized address. */
  to: string
  /** Goes into the link in place of `{secret}`, and is stored encrypted. */
  secret?: string
  /** The partner and environment whose request caused the message. */
  owner?: Owner
}

export async function queueMail(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  { to, secret, owner, ...letter }: MailRequest,
  now: Date,
): Promise<Id<'mail'>> {
  const id = newId('mail', now)
  await insertMessage(tx, {
    id,
    toAddress: to,
    template: letter.template,
    content: buildContent(letter as Letter),
    secret: secret === undefined ? null : secrets.seal(secret, `mail:${id}`),
    owner: owner ?? null,
    createdAt: now,
  })
  return id
}
