// Use cases of statements: the run that closes them, what an open one shows, paying and correcting them.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { type Journal, post, type Statement, statementJournal, statementPaidJournal } from '../../ledger/index.ts'
import { settleOrders } from '../../orders/index.ts'
import {
  addTotals,
  amountOwed,
  closingEnd,
  collectsFrom,
  DUE_SECONDS,
  findPeriod,
  monthStart,
  NO_TOTALS,
  type Period,
  settlementStatusAfter,
  type Totals,
} from '../rules/periods.ts'
import { statementId } from '../rules/statement-id.ts'
import { type Adjustment, insertAdjustment } from '../store/lines.ts'
import type { Book, Settlement } from '../store/settlements.ts'
import * as store from '../store/settlements.ts'
import { reportClosed } from './report.ts'
import { batchSize } from './size-batches.ts'

export type Run = {
  /** Only this owner's books; null for everybody's. */
  owner: Owner | null
  /** Only the period of this month; what was begun is finished all the same. */
  month: Date | null
  /** Also close the running period, up to now: the sandbox's own way. */
  cut: boolean
  /** Leave periods alone that ended less than this ago. */
  graceSeconds?: number
  /** Runs in the transaction that closes a statement. */
  onClosed?: (tx: Tx, settlement: Settlement) => Promise<void>
  signal?: AbortSignal
}

type Needed = Pick<Deps, 'clock' | 'secrets'>

const toOwner = ({ partnerId, environment }: Book): Owner => ({ partnerId, environment })

async function postIfAny(tx: Tx, owner: Owner, journal: Journal, at: Date): Promise<void> {
  // A statement can come to nothing; a journal without entries would say nothing.
  if (journal.entries.length > 0) await post(tx, owner, journal, at)
}

const toStatement = (settlement: Settlement): Statement => ({
  settlementId: settlement.id,
  partnerId: settlement.partnerId,
  currency: settlement.currency,
  owedCents: settlement.grossSoldCents - settlement.commissionRetainedCents,
  adjustmentsCents: settlement.adjustmentsCents,
  earnedCents: settlement.commissionEarnedCents,
})

/** The next period of a book that can be closed: the oldest that something waits for. */
async function nextPeriod(tx: Tx, book: Book, run: Run, now: Date): Promise<Period | null> {
  // A cut includes this very millisecond: what was delivered just now is on the statement.
  const cutoff = run.cut ? new Date(now.getTime() + 1) : now
  const closed = (await store.findPeriods(tx, book)).filter(({ currency }) => currency === book.currency)
  const ready = (at: Date): Period | null => {
    const period = findPeriod(at, closed)
    const end = closingEnd(period, cutoff, run.cut)
    const asked = run.month === null || monthStart(period.start).getTime() === run.month.getTime()
    return end && asked ? { start: period.start, end } : null
  }
  for (const { month } of await store.findWaitingMonths(tx, book, cutoff)) {
    const period = ready(month)
    if (period) return period
  }
  const adjustment = await store.oldestAdjustment(tx, book)
  return adjustment?.at ? ready(adjustment.at) : null
}

type Step = { settlement: Settlement; closed: boolean; finished: boolean }

async function close(deps: Needed, tx: Tx, settlement: Settlement, now: Date): Promise<Settlement> {
  await store.takeAdjustments(tx, settlement)
  const closed = await store.closeSettlement(tx, settlement.id, now, addSeconds(now, DUE_SECONDS))
  invariant(closed, 'an open statement closes')
  await postIfAny(tx, toOwner(closed), statementJournal(toStatement(closed)), now)
  await reportClosed(deps, tx, closed, now)
  return settle(deps, tx, closed, now)
}

async function settle(deps: Pick<Deps, 'clock'>, tx: Tx, settlement: Settlement, now: Date): Promise<Settlement> {
  const ids = await store.nextToSettle(tx, settlement, batchSize())
  if (ids.length === 0) return settlement
  await settleOrders(deps, tx, toOwner(settlement), settlement.id, ids, now)
  await store.addSettled(tx, settlement.id, ids.length)
  return { ...settlement, settledCount: settlement.settledCount + ids.length }
}

/**
 * One bounded piece of work on a book, which it reads off what is stored: collect lines, close, or move orders on. A run
 * that dies between two steps is taken up by the next one, whoever makes it. Null when nothing is left to do.
 */
async function step(deps: Needed, tx: Tx, book: Book, run: Run): Promise<Step | null> {
  await store.lockBook(tx, book)
  const now = addSeconds(deps.clock.now(), await store.offsetSeconds(tx, book))
  let settlement = await store.lockUnfinished(tx, book)
  if (!settlement) {
    const period = await nextPeriod(tx, book, run, addSeconds(now, -(run.graceSeconds ?? 0)))
    if (!period) return null
    const id = statementId(book, book.currency, period.start, await store.countResets(tx, book))
    settlement = await store.insertSettlement(tx, book, id, period, now)
    invariant(settlement, 'a period has one statement')
  }
  if (settlement.status !== 'open') {
    const settled = await settle(deps, tx, settlement, now)
    return { settlement: settled, closed: false, finished: settled.settledCount === settled.ordersCount }
  }
  const closedPeriods = (await store.findPeriods(tx, book)).filter(({ currency }) => currency === book.currency)
  const from = collectsFrom({ start: settlement.periodStart, end: settlement.periodEnd }, closedPeriods)
  const most = batchSize()
  const more = (await store.collectLines(tx, settlement, from, most, true)) === most
  if (more || (await store.collectLines(tx, settlement, from, most, false)) === most)
    return { settlement, closed: false, finished: false }
  const closed = await close(deps, tx, settlement, now)
  await run.onClosed?.(tx, closed)
  return { settlement: closed, closed: true, finished: closed.settledCount === closed.ordersCount }
}

/** Opens a transaction for each step, or puts all of them into one that is open. */
type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Whether anything in a book can be closed: asked before its lock is taken. */
export function isDue(book: store.WaitingBook, run: Run, real: Date): boolean {
  if (book.unfinished || book.oldest === null) return book.unfinished
  const now = addSeconds(real, book.offsetSeconds - (run.graceSeconds ?? 0))
  return run.cut || book.oldest < monthStart(now)
}

/** How a run goes on: first how many books are due, then each statement that it finishes. */
export type Progress = { kind: 'start'; due: number } | { kind: 'statement'; settlement: Settlement }

/** Whoever stops listening stops the run after its step; the next one goes on from there. */
async function* workOff(deps: Needed, db: Db, transact: Transact, run: Run): AsyncGenerator<Progress> {
  const now = deps.clock.now()
  const due = (await store.findWaitingBooks(db, run.owner)).filter((book) => isDue(book, run, now))
  yield { kind: 'start', due: due.length }
  for (const book of due) {
    while (!run.signal?.aborted) {
      const done = await transact((tx) => step(deps, tx, book, run))
      if (!done) break
      if (done.finished) yield { kind: 'statement', settlement: done.settlement }
    }
  }
}

export async function finishedBy(progress: AsyncIterable<Progress>): Promise<Settlement[]> {
  const finished: Settlement[] = []
  for await (const one of progress) if (one.kind === 'statement') finished.push(one.settlement)
  return finished
}

/**
 * Closes every period that has ended and that something waits for; answers the statements that it finished. It may be
 * repeated at any time and run anywhere at once: two runs of one book take turns.
 */
export const runSettlement = (deps: Needed & Pick<Deps, 'db'>, run: Run): Promise<Settlement[]> =>
  finishedBy(followSettlement(deps, run))

/** The same, told as it happens. */
export const followSettlement = (deps: Needed & Pick<Deps, 'db'>, run: Run): AsyncGenerator<Progress> =>
  workOff(deps, deps.db, (work) => deps.db.tx(work), run)

/** The same within a transaction, for one owner's sandbox. */
export const settleWithin = (deps: Needed, tx: Tx, owner: Owner, cut: boolean): Promise<Settlement[]> =>
  finishedBy(workOff(deps, tx, (work) => work(tx), { owner, month: null, cut }))

/** A sandbox partner moved its clock: the periods that ended with it are closed. */
export const closeEndedPeriods = (deps: Needed, tx: Tx, owner: Owner): Promise<Settlement[]> =>
  settleWithin(deps, tx, owner, false)

// ---------------------------------------------------------------- what is open

export type OpenStatement = Book &
  Totals & { id: Id<'settlement'>; period: Period; from: Date; adjustmentsCents: number; amountOwedCents: number }

/** The running figures of what is not closed: computed from the orders that wait, not kept. */
export async function openStatements(db: Db, owner: Owner, only: string | null = null): Promise<OpenStatement[]> {
  const [months, adjustments, periods] = [
    await store.sumWaitingMonths(db, owner, only),
    await store.sumWaitingAdjustments(db, owner),
    await store.findPeriods(db, owner),
  ]
  const resets = await store.countResets(db, owner)
  const byId = new Map<string, OpenStatement>()
  const statementAt = (currency: string, at: Date): OpenStatement => {
    const closed = periods.filter((one) => one.currency === currency)
    const period = findPeriod(at, closed)
    const id = statementId(owner, currency, period.start, resets)
    const known = byId.get(id)
    if (known) return known
    const from = collectsFrom(period, closed)
    const made = {
      ...toOwner({ ...owner, currency }),
      currency,
      ...NO_TOTALS,
      id,
      period,
      from,
      adjustmentsCents: 0,
      amountOwedCents: 0,
    }
    byId.set(id, made)
    return made
  }
  for (const {
    currency,
    month,
    ordersCount,
    grossSoldCents,
    commissionRetainedCents,
    commissionEarnedCents,
  } of months) {
    const statement = statementAt(currency, month)
    Object.assign(
      statement,
      addTotals(statement, { ordersCount, grossSoldCents, commissionRetainedCents, commissionEarnedCents }),
    )
  }
  for (const { currency, cents, oldest } of adjustments) {
    if (only !== null && only !== currency) continue
    // They join whatever closes next: the oldest that is open, or the period in which they were made.
    const [first] = [...byId.values()].filter((one) => one.currency === currency).sort((a, b) => (a.id < b.id ? -1 : 1))
    const statement = first ?? statementAt(currency, oldest)
    statement.adjustmentsCents += cents
  }
  for (const statement of byId.values()) statement.amountOwedCents = amountOwed(statement, statement.adjustmentsCents)
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
}

// ---------------------------------------------------------------- after closing

async function lockClosed(tx: Tx, id: string): Promise<Settlement> {
  const settlement = isId('settlement', id) ? await store.lockSettlement(tx, id) : undefined
  if (!settlement) throw notFound('Statement not found.')
  return settlement
}

export async function markPaid(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  id: string,
  reference: string | null,
): Promise<Settlement> {
  const settlement = await lockClosed(tx, id)
  if (settlementStatusAfter(settlement.status, 'paid') === null)
    throw new ApiError('conflict', {
      message:
        settlement.status === 'paid'
          ? 'This statement is already paid.'
          : 'This statement is being closed. Try again in a few seconds.',
      reason: 'illegal_transition',
    })
  const at = addSeconds(deps.clock.now(), await store.offsetSeconds(tx, settlement))
  await store.setPaid(tx, settlement.id, at, reference)
  await postIfAny(tx, toOwner(settlement), statementPaidJournal(toStatement(settlement)), at)
  return { ...settlement, status: 'paid', paidAt: at, paymentReference: reference }
}

/** A closed statement never changes; what was wrong with it is put right on the next one. */
export async function adjust(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  id: string,
  input: { amountCents: number; reason: string },
): Promise<Adjustment> {
  const settlement = isId('settlement', id) ? await store.findSettlement(tx, null, id) : undefined
  if (!settlement) throw notFound('Statement not found.')
  if (settlementStatusAfter(settlement.status, 'adjustments') === null)
    throw new ApiError('conflict', {
      message: 'This statement is being closed. Try again in a few seconds.',
      reason: 'illegal_transition',
    })
  // Before or after a run's step that closes the book's next statement, never in the middle of it.
  await store.lockBook(tx, settlement)
  const createdAt = addSeconds(deps.clock.now(), await store.offsetSeconds(tx, settlement))
  const adjustment: Adjustment = {
    id: newId('adjustment', createdAt),
    ...toOwner(settlement),
    currency: settlement.currency,
    correctsId: settlement.id,
    settlementId: null,
    amountCents: input.amountCents,
    reason: input.reason,
    createdAt,
  }
  await insertAdjustment(tx, adjustment)
  return adjustment
}
