// SQL of messages.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { MailContent } from './rules/content.ts'
import type { TemplateName } from './rules/templates.ts'

export type NewMessage = {
  id: Id<'mail'>
  toAddress: string
  template: TemplateName
  content: MailContent
  /** Encrypted. */
  secret: string | null
  owner: Owner | null
  createdAt: Date
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { id, toAddress, template, content, secret, owner, createdAt } = message
  await tx.run(sql`
    insert into mail_messages (id, to_address, template, content, secret, partner_id, environment, next_attempt_at, created_at)
    values (${id}, ${toAddress}, ${template}, ${JSON.stringify(content)}::jsonb, ${secret}, ${owner?.partnerId ?? null},
            ${owner?.environment ?? null}, ${createdAt}, ${createdAt})`)
}

export const purgeMessages = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from mail_messages where id in (
      select id from mail_messages where created_at <= ${before} order by created_at limit ${limit} for update skip locked)`)

export type SentMessage = {
  template: TemplateName
  subject: string
  status: string
  createdAt: Date
  sentAt: Date | null
}

/** What was sent to an address, the newest first; without links. */
export const listMessagesTo = (db: Db, address: string): Promise<SentMessage[]> =>
  db.many<SentMessage>(sql`
    select template, content ->> 'subject' as subject, status, created_at, sent_at from mail_messages
    where to_address = ${address} order by id desc limit 1000`)

export async function deleteMessagesTo(tx: Tx, address: string): Promise<void> {
  await tx.run(sql`delete from mail_messages where to_address = ${address}`)
}
