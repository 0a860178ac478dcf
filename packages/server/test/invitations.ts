// Reads invitations from the queue of messages, as their recipients read them from their inbox.
import { sql } from '../src/db/sql.ts'
import type { TestService } from './harness.ts'

/** The path in the newest invitation to an address. */
export async function readInvitationPath(service: TestService, email: string): Promise<string> {
  const message = await service.db.one<{ id: string; secret: string }>(sql`
    select id, secret from mail_messages where to_address = ${email} and template = 'team_invitation'
    order by id desc limit 1`)
  if (!message) throw new Error(`no invitation was sent to ${email}`)
  return `/invitations/${service.deps.secrets.open(message.secret, `mail:${message.id}`)}`
}

export async function countInvitationMails(service: TestService, email: string): Promise<number> {
  const row = await service.db.one<{ n: number }>(
    sql`select count(*)::int as n from mail_messages where to_address = ${email} and template = 'team_invitation'`,
  )
  return row!.n
}
