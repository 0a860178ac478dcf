// Nonces are kept in partitions by the half hour of their signed timestamp. A copy of a request carries the same timestamp, so it meets
// its first use in the same partition. Another timestamp may fall into the next one: near the border a nonce is kept in both.
import { makePartitions, type Partitioned } from '../../db/partitions.ts'
import { type Database, type Db, sql } from '../../db/sql.ts'
import { readState, writeState } from '../../db/state.ts'
import { NONCE_MEMORY_SECONDS, TIMESTAMP_SKEW_SECONDS } from '../../kernel/limits.ts'

const SLOT_SECONDS = 1800
/** Clocks of two processes may differ by this much. */
const CLOCKS_APART_SECONDS = 60
/** Two requests at the same moment can have timestamps this far apart. share-nonces.sql counts the same. */
const SPREAD_SECONDS = 2 * TIMESTAMP_SKEW_SECONDS + CLOCKS_APART_SECONDS

/** A nonce of a slot that ended so long ago may come again. */
export const NONCE_KEPT_SECONDS = TIMESTAMP_SKEW_SECONDS + NONCE_MEMORY_SECONDS

const findSlot = (seconds: number): number => Math.floor(seconds / SLOT_SECONDS)

/** One slot or two: any other request of this moment with the same nonce has at least one of them. */
export function listSlots(signedAt: number): number[] {
  const [first, last] = [findSlot(signedAt), findSlot(signedAt + SPREAD_SECONDS)]
  return first === last ? [first] : [first, last]
}

/**
 * The slot that is read for an earlier use, since a partner may sign a nonce again with a later timestamp. Null: what is in the slot
 * before was accepted so long ago that no nonce of it is remembered.
 */
export function findSlotBefore(signedAt: number, now: number): number | null {
  const slot = findSlot(signedAt)
  return now >= slot * SLOT_SECONDS + NONCE_KEPT_SECONDS + CLOCKS_APART_SECONDS ? null : slot - 1
}

/** As text, so that slots sort like numbers. */
const pad = (text: string): string => text.padStart(10, '0')

export const NONCE_PARTITIONS: Partitioned = {
  table: 'used_nonces',
  column: 'slot',
  length: 'half_hour',
  ahead: 4,
  toValue: (at) => pad(String(findSlot(at.getTime() / 1000))),
  readBound: pad,
}

/** Any fixed number: who holds this advisory lock adopts nonces. */
const LOCK = 7_264_102
const ADOPTED = 'nonces_adopted'
const BATCH = 5000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** `after`: the last nonce that was looked at; null: all were. */
type Adopted = { after: string | null }

/** Answers the last nonce of the batch. */
const adoptBatch = (db: Db, after: string): Promise<Adopted | undefined> =>
  db.one(sql`
    with batch as materialized (
      select nonce, expires_at from nonces where nonce > ${after}::uuid order by nonce limit ${BATCH}
    ),
    adopted as (
      insert into used_nonces (nonce, slot, expires_at)
      select b.nonce, s.slot, b.expires_at from batch b, list_nonce_slots(b.expires_at) as s(slot)
      where b.expires_at > now() - interval '5 minutes' order by 1, 2
      on conflict do nothing
    )
    select (select nonce::text from batch order by nonce desc limit 1) as after`)

/**
 * For a first start after the upgrade: nonces that only the release before has kept. Its processes now write both tables, so once is
 * enough. Others that start wait, and a start that ends early goes on where it was.
 */
export async function adoptNonces(db: Database, now: Date): Promise<void> {
  const isDone = async (session: Db): Promise<boolean> =>
    (await session.one(sql`select 1 as one from nonces limit 1`)) === undefined ||
    (await readState<Adopted>(session, ADOPTED))?.after === null
  if (await isDone(db)) return
  await makePartitions(db, NONCE_PARTITIONS, now, NONCE_KEPT_SECONDS)
  await db.exclusive(LOCK, async (session) => {
    if (await isDone(session)) return
    let after: string | null = (await readState<Adopted>(session, ADOPTED))?.after ?? BEFORE_ALL
    while (after !== null) {
      after = (await adoptBatch(session, after))?.after ?? null
      await writeState(session, ADOPTED, { after } satisfies Adopted)
    }
  })
}
