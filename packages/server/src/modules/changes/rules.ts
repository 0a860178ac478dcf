// Changes: cursors, the events that change a record, who sees what, and the text of an event stream. Pure.
import type { Change, ChangeBatch, ChangeCursor, ChangeKind } from '../../kernel/contracts/changes.ts'
import { CHANGES_BATCH_MAX, CHANGES_CURSOR_LENGTH_MAX, CHANGES_RESUME_SECONDS } from '../../kernel/limits.ts'
import type { Owner } from '../../kernel/owner.ts'

// ---------------------------------------------------------------- cursors

const CURSOR = /^(\d{1,9})\.(\d{1,11})\.(\d{1,19}):(\d{1,19}):([\d,]*)$/

const XID_MAX = 2n ** 63n

/** As PostgreSQL checks a snapshot: transactions in progress lie between its bounds, in order. */
function isSnapshot(xmin: bigint, xmax: bigint, inProgress: readonly string[]): boolean {
  if (xmin < 1n || xmax < xmin || xmax >= XID_MAX) return false
  let before = xmin - 1n
  for (const text of inProgress) {
    if (!/^\d{1,19}$/.test(text)) return false
    const xid = BigInt(text)
    if (xid <= before || xid >= xmax) return false
    before = xid
  }
  return true
}

export const formatCursor = ({ generation, at, snapshot }: ChangeCursor): string =>
  `${generation}.${Math.floor(at.getTime() / 1000)}.${snapshot}`

/** Null for text that is not a cursor. */
export function parseCursor(text: string): ChangeCursor | null {
  const match = text.length <= CHANGES_CURSOR_LENGTH_MAX ? CURSOR.exec(text) : null
  if (!match) return null
  const [, generation = '', seconds = '', xmin = '', xmax = '', list = ''] = match
  if (!isSnapshot(BigInt(xmin), BigInt(xmax), list === '' ? [] : list.split(','))) return null
  return {
    generation: Number(generation),
    at: new Date(Number(seconds) * 1000),
    snapshot: `${xmin}:${xmax}:${list}`,
  }
}

const readBounds = (snapshot: string): [xmin: bigint, xmax: bigint] => {
  const [xmin = '0', xmax = '0'] = snapshot.split(':')
  return [BigInt(xmin), BigInt(xmax)]
}

/**
 * The place after a read. A list of running transactions that does not fit into a header is left out: a client that resumes there
 * may be told again of what those and later transactions changed.
 */
export function placeAfter(generation: number, snapshot: string, at: Date): ChangeCursor {
  const cursor = { generation, at, snapshot }
  if (formatCursor(cursor).length <= CHANGES_CURSOR_LENGTH_MAX) return cursor
  const [xmin] = readBounds(snapshot)
  return { ...cursor, snapshot: `${xmin}:${xmin}:` }
}

/** From an earlier server, from too long ago, or from a future that a restored backup has not seen. */
export const isLost = (since: ChangeCursor, now: ChangeCursor): boolean =>
  since.generation !== now.generation ||
  now.at.getTime() - since.at.getTime() > CHANGES_RESUME_SECONDS * 1000 ||
  readBounds(since.snapshot)[1] > readBounds(now.snapshot)[1]

// ---------------------------------------------------------------- changes

/** A row of the event history or of record_changes. */
export type NotedChange = Owner & { kind: string; id: string | null }

const CREATED = new Map<string, ChangeKind>([
  ['order.recorded', 'order.created'],
  ['order.paid', 'order.created'],
  ['brokerage.case_opened', 'brokerage_case.created'],
])

function toKind(kind: string): ChangeKind {
  const created = CREATED.get(kind)
  if (created) return created
  if (kind.startsWith('brokerage.')) return 'brokerage_case.updated'
  if (kind.startsWith('transfer.') || kind.startsWith('order.')) return 'order.updated'
  return kind as ChangeKind
}

const isNew = (kind: ChangeKind): boolean => kind.endsWith('.created')

/** One change for each record: a record that is new stays new, whatever else happened to it. */
export function toChanges(noted: readonly NotedChange[]): Change[] {
  const changes = new Map<string, Change>()
  for (const { kind: text, id, partnerId, environment } of noted) {
    const kind = toKind(text)
    const key = [kind.split('.')[0], id, partnerId, environment].join(' ')
    const before = changes.get(key)
    if (!before || isNew(kind)) changes.set(key, { kind, id: id || null, partnerId, environment })
  }
  return [...changes.values()]
}

/** `noted` has one more row than `most` when there are more. */
export function toBatch(noted: readonly NotedChange[], cursor: ChangeCursor, most = CHANGES_BATCH_MAX): ChangeBatch {
  const isReset = noted.length > most
  return { changes: isReset ? [] : toChanges(noted), isReset, cursor }
}

/**
 * What a partner's team sees of its records. Operators alone see all other kinds, also of the marketplace's own account, to which
 * records without a partner belong.
 */
export const KINDS_FOR_PARTNERS: readonly ChangeKind[] = [
  'order.created',
  'order.updated',
  'brokerage_case.created',
  'brokerage_case.updated',
  'webhook_deliveries.updated',
  'webhook_endpoint.updated',
  'statement.updated',
  'payout.updated',
  'partner.updated',
]

const isForPartners = ({ kind }: Change): boolean => KINDS_FOR_PARTNERS.includes(kind)

/** What one audience gets of a batch for all: a reset only where its own changes are too many. */
export function narrowBatch(batch: ChangeBatch, owner: Owner | null): ChangeBatch {
  const changes = selectChanges(batch.changes, owner)
  if (batch.isReset || changes.length > CHANGES_BATCH_MAX) return { ...batch, changes: [], isReset: true }
  return { ...batch, changes }
}

/** What a partner's team sees of the changes of all partners; null is an operator, who sees all of them. */
export const selectChanges = (changes: readonly Change[], owner: Owner | null): readonly Change[] =>
  owner === null
    ? changes
    : changes.filter(
        (change) =>
          change.partnerId === owner.partnerId && change.environment === owner.environment && isForPartners(change),
      )

// ---------------------------------------------------------------- event streams

/** What a change looks like in the API. */
export const changeView = ({ kind, id, partnerId, environment }: Change) => ({
  kind,
  id,
  partner_id: partnerId,
  environment,
})

/** The changes of a batch and its cursor are one event: a client has all of them or none. */
export const formatBatch = ({ changes, isReset, cursor }: ChangeBatch): string =>
  `id: ${formatCursor(cursor)}\nevent: changes\ndata: ${JSON.stringify({ changes: changes.map(changeView), reset: isReset })}\n\n`

/** Without data, so that it is no event: it keeps proxies from closing the connection, and moves the cursor. */
export const formatHeartbeat = (cursor: ChangeCursor): string => `: heartbeat\nid: ${formatCursor(cursor)}\n\n`

/** How long clients that obey it wait before they reconnect. */
export const STREAM_START = 'retry: 3000\n\n'
