// SQL of commands to the registry: the queue, and the steps that were sent.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import { createStepLog, type LoggedStep } from '../../../db/step-log.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { Id } from '../../../kernel/ids.ts'
import { DELIVERY_LEASE_SECONDS } from '../../../kernel/limits.ts'
import type { CommandKind, CommandParams, CommandState, StepName } from '../rules/commands.ts'

export type Command = {
  id: Id<'registryCommand'>
  position: number
  ownerId: Id<'user'>
  domain: string
  kind: CommandKind
  params: CommandParams
  state: CommandState
  bulkId: Id<'bulkRun'> | null
  purchaseId: Id<'purchase'> | null
  priceCents: number | null
  step: number
  baseExpiresAt: Date | null
  attempts: number
  failures: number
  lastError: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = sql`
  id, position, owner_id, domain, kind, params, state, bulk_id, purchase_id, price_cents, step, base_expires_at, attempts, failures,
  last_error, created_at, updated_at`

export type NewCommand = Pick<
  Command,
  'id' | 'ownerId' | 'domain' | 'kind' | 'params' | 'state' | 'bulkId' | 'purchaseId' | 'priceCents'
>

/** In the order that is given. */
export async function insertCommands(tx: Tx, commands: readonly NewCommand[], now: Date): Promise<void> {
  if (commands.length === 0) return
  await tx.run(sql`
    insert into registry_commands (id, owner_id, domain, kind, params, state, bulk_id, purchase_id, price_cents, next_attempt_at,
                                   created_at, updated_at)
    select c.id, c."ownerId", c.domain, c.kind, c.params, c.state, c."bulkId", c."purchaseId", c."priceCents", clock_timestamp(),
           ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(commands)}::jsonb) as c(
      id text, "ownerId" text, domain text, kind text, params jsonb, state text, "bulkId" text, "purchaseId" text,
      "priceCents" bigint)
    order by c.id`)
}

export const findCommand = (db: Db, id: string): Promise<Command | undefined> =>
  db.one<Command>(sql`select ${COLUMNS} from registry_commands where id = ${id}`)

export const lockCommand = (tx: Tx, id: string): Promise<Command | undefined> =>
  tx.one<Command>(sql`select ${COLUMNS} from registry_commands where id = ${id} for update`)

/** Null when the account was deleted. */
export async function findOwnerEmail(db: Db, ownerId: string): Promise<string | null> {
  const row = await db.one<{ email: string }>(sql`select email from users where id = ${ownerId}`)
  return row?.email ?? null
}

/** When people's domains expire, as far as they have them. */
export async function listExpiries(db: Db, domains: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db.many<{ domain: string; expiresAt: Date }>(
    sql`select domain, expires_at from owned_domains where domain = any(${domains})`,
  )
  return new Map(rows.map(({ domain, expiresAt }) => [domain, expiresAt]))
}

export const listOfRun = (db: Db, bulkId: string): Promise<Command[]> =>
  db.many<Command>(sql`select ${COLUMNS} from registry_commands where bulk_id = ${bulkId} order by position`)

export type CommandFilter = {
  state: CommandState | undefined
  domain: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const BY_AGE = { created: null }

/** Of everybody: what operators look at. */
export const listCommands = (
  db: Db,
  { state, domain, from, to }: CommandFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<Command[]> =>
  db.many<Command>(sql`
    select ${COLUMNS} from registry_commands
    where ${joinConditions([
      sql`true`,
      state !== undefined && sql`state = ${state}`,
      domain !== undefined && sql`domain = ${domain}`,
      from !== undefined && sql`created_at >= ${from}`,
      to !== undefined && sql`created_at < ${to}`,
      afterLast(keyset, BY_AGE, sql`id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`id`)} limit ${limit}`)

/** Those of one person, for the export of their data. */
export const listOfOwner = (
  db: Db,
  ownerId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Command[]> =>
  db.many<Command>(sql`
    select ${COLUMNS} from registry_commands
    where ${joinConditions([sql`owner_id = ${ownerId}`, before !== undefined && sql`id < ${before}`])}
    order by id desc limit ${limit}`)

// ---------------------------------------------------------------- the queue

/**
 * These belong to the caller until the lease ends. Commands of one domain follow each other: a later one waits until those before
 * it have ended, or an operator has decided about them.
 */
export const leaseDue = (db: Db, lease: string, limit: number): Promise<Command[]> =>
  db.many<Command>(sql`
    update registry_commands set
      lease = ${lease}, next_attempt_at = clock_timestamp() + make_interval(secs => ${DELIVERY_LEASE_SECONDS})
    where id in (
      select c.id from registry_commands c
      where c.state = 'queued' and c.next_attempt_at <= clock_timestamp()
        and not exists (
          select from registry_commands e
          where e.domain = c.domain and e.position < c.position and e.state in ('queued', 'needs_operator'))
      order by c.next_attempt_at limit ${limit} for update of c skip locked)
      and state = 'queued'
    returning ${COLUMNS}`)

export const isLeased = async (tx: Tx, id: string, lease: string): Promise<boolean> =>
  (await tx.one(sql`select 1 as one from registry_commands where id = ${id} and lease = ${lease}`)) !== undefined

export type CommandChange = Partial<Pick<Command, 'state' | 'step' | 'failures' | 'lastError' | 'params'>>

/** `inSeconds`: when it is due again, and its lease ends. `keep`: the caller goes on with it. */
export async function saveCommand(
  tx: Tx,
  command: Command,
  change: CommandChange,
  now: Date,
  { inSeconds = 0, keep = false }: { inSeconds?: number; keep?: boolean } = {},
): Promise<Command> {
  const next = { ...command, ...change, updatedAt: now }
  const dueSeconds = keep ? DELIVERY_LEASE_SECONDS : inSeconds
  await tx.run(sql`
    update registry_commands set
      state = ${next.state}, step = ${next.step}, failures = ${next.failures}, last_error = ${next.lastError},
      params = ${JSON.stringify(next.params)}::jsonb, updated_at = ${now}, lease = case when ${keep} then lease end,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${dueSeconds})
    where id = ${command.id}`)
  return next
}

/** Commands that nobody paid for, once what they cost is no longer offered, and free ones that ended long ago. */
export const purgeEnded = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from registry_commands where id in (
      select id from registry_commands
      where state in ('done', 'failed') and purchase_id is null and updated_at < ${before}
      order by updated_at limit ${limit})`)

// ---------------------------------------------------------------- steps

export type CommandStep = LoggedStep<StepName>

export const steps = createStepLog<StepName>(sql`registry_command_steps`, sql`command_id`)

/** Whether a process waits for the registry's response right now. One that died leaves its step, but not for longer than its lease. */
export const isUnderWay = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as one from registry_command_steps
    where command_id = ${id} and outcome = 'sent' and sent_at > ${addSeconds(now, -DELIVERY_LEASE_SECONDS)}`)) !==
  undefined

/**
 * Whether a command of the step may have taken effect. One that is still `sent` was left by a process that died: how it ended is
 * unknown.
 */
export async function readPast(
  db: Db,
  id: string,
  step: StepName,
): Promise<{ mayHaveHappened: boolean; wasPending: boolean }> {
  const row = await db.one<{ mayHaveHappened: boolean | null; wasPending: boolean | null }>(sql`
    select bool_or(outcome in ('sent', 'unknown', 'pending')) as may_have_happened, bool_or(outcome = 'pending') as was_pending
    from registry_command_steps where command_id = ${id} and step = ${step}`)
  return { mayHaveHappened: row?.mayHaveHappened ?? false, wasPending: row?.wasPending ?? false }
}

/**
 * Writes down a command before it is sent, and renews the lease. Undefined when the lease is lost, or the command has ended: then
 * nothing may be sent. `baseExpiresAt` is what later looks at a renewal are compared with.
 */
export const beginStep = (
  db: Db,
  { id, lease, step, baseExpiresAt }: { id: string; lease: string; step: StepName; baseExpiresAt: Date | null },
  now: Date,
): Promise<{ line: number; transaction: string } | undefined> =>
  db.one(sql`
    with mine as (
      update registry_commands set
        attempts = attempts + 1, base_expires_at = coalesce(${baseExpiresAt}::timestamptz, base_expires_at),
        next_attempt_at = clock_timestamp() + make_interval(secs => ${DELIVERY_LEASE_SECONDS})
      where id = ${id} and lease = ${lease} and state = 'queued' and next_attempt_at > clock_timestamp()
      returning id, attempts)
    insert into registry_command_steps (command_id, line, step, transaction, outcome, sent_at)
    select id, attempts, ${step}, id || '-' || attempts, 'sent', ${now} from mine
    returning line, transaction`)
