// What operations use while they run: CPU of every part, WAL, and bytes stored, without what idle processes use.
import { query } from '../orders/fixture.mjs'
import { processMicros } from './meters.mjs'
import { computeNonceBytes } from './model.mjs'
import { wait } from './processes.mjs'

/** The request log and clicks are written in batches, a moment later. */
const SETTLE_SECONDS = 2
/** Of all serving processes in a second. */
const IDLE_MICROS_MOST = 60_000
const IDLE_SECONDS_MOST = 90
const PARTS = ['web', 'database', 'replica', 'pooler', 'admission']

export const sumWeb = (web) => web.reduce((sum, { pid }) => sum + processMicros(pid), 0)

/** `web`: the serving processes at the time of each measurement. */
export function createMeter({ url, web, parts }) {
  async function read() {
    const [{ wal, stored, nonces, rows }] = await query(
      url,
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_database_size(current_database())::float8 as stored,
         (select sum(pg_total_relation_size(relid)) from pg_partition_tree('used_nonces'))::float8 as nonces,
         (select count(*) from used_nonces)::float8 as rows`,
    )
    const used = await parts.readParts()
    return { web: sumWeb(web), ...used, wal, stored: stored - nonces, nonces, rows, at: performance.now() }
  }
  return async (work) => {
    const before = await read()
    const result = await work()
    await wait(SETTLE_SECONDS)
    const after = await read()
    const used = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]))
    return { ...used, result }
  }
}

/** Of all parts together. */
export const sumMicros = (used) => PARTS.reduce((sum, part) => sum + (used[part] ?? 0), 0)

export function perOperation({ at, result, ...used }, count, idle = null) {
  const clean = (name) => Math.max(0, used[name] - (idle === null ? 0 : (idle[name] * at) / idle.at)) / count
  const micros = PARTS.filter((part) => used[part] !== undefined).map((part) => [`${part}Micros`, clean(part)])
  return {
    ...Object.fromEntries(micros),
    walBytes: clean('wal'),
    storedBytes: Math.max(0, used.stored) / count,
    nonceBytes: computeNonceBytes({ bytes: Math.max(0, used.nonces), rows: used.rows, requests: count }),
    ...(used.admissionBytes === undefined ? {} : { admissionBytes: clean('admissionBytes') }),
    clientMicros: (result?.clientMicros ?? 0) / count,
  }
}

/** Processes that have just started load the language model and the index: that is not what they use at rest. */
export async function waitUntilIdle(web) {
  for (let seconds = 0; seconds < IDLE_SECONDS_MOST; seconds++) {
    const before = sumWeb(web)
    await wait(1)
    if (sumWeb(web) - before < IDLE_MICROS_MOST) return
  }
  throw new Error(`the serving processes did not come to rest within ${IDLE_SECONDS_MOST} s`)
}
