// SQL of messages. The queue runs on the database's clock, which all processes share.
import { afterLast, inOrder, type Keyset } from '../../db/keyset.ts'
import type { Partitioned } from '../../db/partitions.ts'
import { type Db, joinConditions, sql, type Tx } from '../../db/sql.ts'
import { type Id, idBound, newId } from '../../kernel/ids.ts'
import { MAIL_GIVE_UP_SECONDS, MAIL_LEASE_SECONDS } from '../../kernel/limits.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import type { MailContent } from './rules/content.ts'
import type { MailStatus } from './rules/delivery.ts'
import type { TemplateName } from './rules/templates.ts'

/** By ID, which begins with the time. A message that is still to be sent stays. */
export const MESSAGE_PARTITIONS: Partitioned = {
  table: 'mail_messages',
  column: 'id',
  length: 'month',
  ahead: 2,
  toValue: (at) => idBound('mail', at),
  staying: {
    row: `r.status = 'queued'`,
    // In the order of the index of queued messages, so that no plan reads the others.
    holds: ({ name }) =>
      `(select id from ${name} where status = 'queued' order by next_attempt_at, id limit 1) is not null`,
  },
  movedBytesMax: 64_000_000,
}

/** By the ID of the message, so that attempts are dropped after their messages. */
export const ATTEMPT_PARTITIONS: Partitioned = {
  ...MESSAGE_PARTITIONS,
  table: 'mail_attempts',
  column: 'message_id',
  staying: {
    row: 'exists (select from mail_messages m where m.id = r.message_id)',
    holds: ({ from, to }) =>
      `(select id from mail_messages where id >= '${from ?? ''}' and id < '${to}' order by id limit 1) is not null`,
  },
}

export type NewMessage = {
  id: Id<'mail'>
  toAddress: string
  template: TemplateName
  content: MailContent
  /** Encrypted. */
  secret: string | null
  owner: Owner | null
  /** What it is about, for messages that are sent once in a period about each. */
  about: string | null
  createdAt: Date
}

/** `created_at` may be on a partner's sandbox clock, which is ahead; the message is due now all the same. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { id, toAddress, template, content, secret, owner, about, createdAt } = message
  await tx.run(sql`
    insert into mail_messages
      (id, to_address, template, content, secret, partner_id, environment, about, queued_at, next_attempt_at, created_at)
    values (${id}, ${toAddress}, ${template}, ${JSON.stringify(content)}::jsonb, ${secret}, ${owner?.partnerId ?? null},
            ${owner?.environment ?? null}, ${about}, now(), now(), ${createdAt})`)
}

// ---------------------------------------------------------------- the queue

export type LeasedMessage = {
  id: Id<'mail'>
  toAddress: string
  template: TemplateName
  content: MailContent
  secret: string | null
  environment: Environment | null
  /** Counts the one that begins now. */
  attempts: number
  failures: number
  createdAt: Date
}

/** These belong to the caller until the lease ends. Then they are due again, so that a process that died loses none. */
export const leaseDue = (db: Db, limit: number): Promise<LeasedMessage[]> =>
  db.many<LeasedMessage>(sql`
    update mail_messages set
      attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${MAIL_LEASE_SECONDS})
    where id in (
      select id from mail_messages where status = 'queued' and next_attempt_at <= clock_timestamp()
      order by next_attempt_at, id limit ${limit} for update skip locked)
    returning id, to_address, template, content, secret, environment, attempts, failures, created_at`)

/** Also when the lease has ended meanwhile: the message has left. `isEmailed` false: it is only stored, to be read here. */
export async function recordSent(
  db: Db,
  { id, attempts }: Pick<LeasedMessage, 'id' | 'attempts'>,
  isEmailed: boolean,
): Promise<void> {
  await db.run(sql`
    with sent as (
      update mail_messages set
        status = 'sent', sent_at = case when ${isEmailed} then now() else sent_at end, failures = 0, last_error = null
      where id = ${id} and status = 'queued' returning id)
    insert into mail_attempts (message_id, attempt, at) select id, ${attempts}::int, now() from sent on conflict do nothing`)
}

/** The status from now on; undefined when another process has the message by now. */
export async function recordFailure(
  db: Db,
  { id, attempts }: Pick<LeasedMessage, 'id' | 'attempts'>,
  failure: { error: string; isPermanent: boolean; retrySeconds: number },
): Promise<MailStatus | undefined> {
  const { error, isPermanent, retrySeconds } = failure
  const row = await db.one<{ status: MailStatus }>(sql`
    with failed as (
      update mail_messages set
        failures = failures + 1, last_error = ${error},
        next_attempt_at = now() + make_interval(secs => ${retrySeconds}),
        status = case
          when ${isPermanent} or now() + make_interval(secs => ${retrySeconds}) > queued_at + make_interval(secs => ${MAIL_GIVE_UP_SECONDS})
          then 'failed' else 'queued' end
      where id = ${id} and status = 'queued' and attempts = ${attempts} returning id, status),
    kept as (
      insert into mail_attempts (message_id, attempt, at, error)
      select id, ${attempts}::int, now(), ${error} from failed on conflict do nothing)
    select status from failed`)
  return row?.status
}

// ---------------------------------------------------------------- readers

export type Message = {
  id: Id<'mail'>
  toAddress: string
  template: TemplateName
  content: MailContent
  secret: string | null
  /** `live` also for messages that no partner caused. */
  environment: Environment
  status: MailStatus
  attempts: number
  lastError: string | null
  createdAt: Date
  sentAt: Date | null
}

export type MessageFilters = {
  owner?: Owner | undefined
  environment?: Environment | undefined
  recipient?: string | undefined
  template?: TemplateName | undefined
  statuses?: readonly MailStatus[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const columns = sql`
  id, to_address, template, content, secret, coalesce(environment, 'live') as environment, status, attempts, last_error,
  created_at, sent_at`

/** Spelled as the indexes are. */
const inEither = (environment: Environment) =>
  environment === 'sandbox' ? sql`environment = 'sandbox'` : sql`environment is distinct from 'sandbox'`

const owned = (owner: Owner) => sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}`

/** Whether a message of the template about the same was queued for this owner after `since`, on the owner's clock. */
export const hasMessageSince = async (
  db: Db,
  owner: Owner,
  { template, about }: { template: TemplateName; about: string },
  since: Date,
): Promise<boolean> =>
  (await db.one(sql`
    select 1 as found from mail_messages
    where ${owned(owner)} and template = ${template} and about = ${about} and id > ${newId('mail', since)}
      and created_at > ${since} limit 1`)) !== undefined

const BY_AGE = { created: null }

export const listMessages = (
  db: Db,
  { owner, environment, recipient, template, statuses, from, to }: MessageFilters,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<Message[]> =>
  db.many<Message>(sql`
    select ${columns} from mail_messages
    where ${joinConditions([
      owner && owned(owner),
      environment && inEither(environment),
      recipient !== undefined && sql`to_address = ${recipient}`,
      template !== undefined && sql`template = ${template}`,
      statuses && sql`status = any(${[...statuses]})`,
      from && sql`created_at >= ${from}`,
      to && sql`created_at < ${to}`,
      afterLast(keyset, BY_AGE, sql`id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`id`)} limit ${limit}`)

export const findMessage = (db: Db, id: string, owner?: Owner): Promise<Message | undefined> =>
  db.one<Message>(sql`
    select ${columns} from mail_messages where ${joinConditions([sql`id = ${id}`, owner && owned(owner)])}`)

export type MailAttempt = { at: Date; error: string | null }

export const listAttempts = (db: Db, id: string, limit: number): Promise<MailAttempt[]> =>
  db.many<MailAttempt>(sql`
    select at, error from mail_attempts where message_id = ${id} order by attempt desc limit ${limit}`)

/** Due now, with the same ID as before. */
export const requeueMessage = (tx: Tx, id: string): Promise<Message | undefined> =>
  tx.one<Message>(sql`
    update mail_messages set status = 'queued', failures = 0, queued_at = now(), next_attempt_at = now()
    where id = ${id} returning ${columns}`)

export type SentMessage = {
  template: TemplateName
  subject: string
  status: string
  createdAt: Date
  sentAt: Date | null
}

/** What was sent to an address, the newest first; without links. After `before`, the address may have been someone else's. */
export const listMessagesTo = (db: Db, address: string, before: Date | null): Promise<SentMessage[]> =>
  db.many<SentMessage>(sql`
    select template, content ->> 'subject' as subject, status, created_at, sent_at from mail_messages
    where to_address = ${address} and (${before}::timestamptz is null or created_at <= ${before})
    order by id desc limit 1000`)

export async function deleteMessagesTo(tx: Tx, address: string, before: Date | null): Promise<void> {
  await tx.run(sql`
    delete from mail_messages
    where to_address = ${address} and (${before}::timestamptz is null or created_at <= ${before})`)
}

/** Messages of a sandbox that is reset. */
export async function deleteSandboxMail(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  await tx.run(sql`delete from mail_messages where partner_id = ${partnerId} and environment = ${environment}`)
}
