// SQL of the messages that the registry sent.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { DeliveryState } from '../rules/deliveries.ts'

/** The live delivery under way of a domain, held until the end of the transaction. */
export const lockByDomain = (
  tx: Tx,
  domain: string,
): Promise<{ orderId: Id<'order'>; state: DeliveryState; isLeased: boolean } | undefined> =>
  tx.one(sql`
    select d.order_id, d.state, d.lease is not null and d.next_attempt_at > clock_timestamp() as is_leased
    from domain_deliveries d join orders o on o.id = d.order_id
    where o.domain = ${domain} and o.environment = 'live' and o.status = 'TRANSFER_IN_PROGRESS'
    order by d.order_id desc limit 1 for update of d`)

/** Due now. The caller has seen that no process works on it. */
export async function makeDue(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`
    update domain_deliveries set next_attempt_at = clock_timestamp()
    where order_id = ${orderId} and is_active_delivery(state)`)
}

export type StoredMessage = {
  messageId: string
  at: Date
  text: string
  domain: string | null
  transferState: string | null
}

/** A message that was stored before it could be acknowledged comes again. */
export async function keepMessage(
  tx: Tx,
  message: StoredMessage & { orderId: string | null; receivedAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into registry_messages (message_id, at, text, domain, transfer_state, order_id, received_at)
    values (${message.messageId}, ${message.at}, ${message.text}, ${message.domain}, ${message.transferState},
            ${message.orderId}, ${message.receivedAt})
    on conflict (message_id, at) do nothing`)
}

export const listMessages = (db: Db, orderId: string): Promise<StoredMessage[]> =>
  db.many<StoredMessage>(sql`
    select message_id, at, text, domain, transfer_state from registry_messages where order_id = ${orderId} order by at, message_id`)

export const purgeMessages = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from registry_messages where (message_id, at) in (
      select message_id, at from registry_messages where received_at < ${before} limit ${limit})`)
