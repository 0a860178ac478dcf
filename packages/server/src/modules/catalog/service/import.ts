// The bulk import: a stream of any size, written in batches, in constant memory, with a report of what was refused.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditEvent, AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { IMPORT_BATCH_LINES, IMPORT_PREVIEW_DOMAINS_MAX, IMPORT_REPORT_LINES_MAX } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { type ImportReport, insertImport, saveImport } from '../store/imports.ts'
import { previewListings, type Upserted, type UpsertRow, upsertListings } from '../store/listings.ts'
import { type ImportLine, readCsv, readNdjson } from './read-lines.ts'

export const IMPORT_TYPES = { 'text/csv': readCsv, 'application/x-ndjson': readNdjson } as const

export type LineReport = {
  line: number
  domain: string | null
  status: 'created' | 'updated' | 'unchanged' | 'rejected'
  message: string | null
}

/** Whatever the file held, as text that the report can hold: short, and without what PostgreSQL refuses. */
export const printable = (text: string): string => text.slice(0, 300).toWellFormed().replaceAll('\u0000', '\ufffd')

/** A record as a listing that the environment takes; throws what is wrong with it. */
export type ReadRecord = (record: Record<string, unknown>, environment: Environment, now: Date) => UpsertRow

type Accepted = { line: number; row: UpsertRow }

const toStartEvent = ({ id, environment }: ImportReport, call: AuditedCall): AuditEvent => ({
  ...call,
  route: 'listings.import.start',
  status: 200,
  input: { import_id: id, environment },
})

const toFinishEvent = ({ id, environment, status, ...report }: ImportReport, call: AuditedCall): AuditEvent => ({
  ...call,
  route: 'listings.import.finish',
  status: status === 'completed' ? 200 : 500,
  input: {
    import_id: id,
    environment,
    lines: report.lines,
    created: report.created,
    updated: report.updated,
    unchanged: report.unchanged,
    rejected: report.rejected,
  },
  reason: status === 'completed' ? null : 'import_failed',
})

export type Import = {
  environment: Environment
  call: AuditedCall
  contentType: keyof typeof IMPORT_TYPES
  source: Readable
  /** Reports what the import would do, and changes nothing. */
  dryRun?: boolean
}

const REJECTIONS = { sold: 'the domain is sold', of_seller: 'a seller listed the domain' } as const

const isRejected = (outcome: Upserted['outcome']): outcome is keyof typeof REJECTIONS => outcome in REJECTIONS

/** Writes the accepted rows of a batch, each domain at most once. */
type WriteRows = (rows: UpsertRow[]) => Promise<Upserted[]>

const fingerprint = ({ priceCents, floorPriceCents, currency, description, categories }: UpsertRow): string =>
  createHash('sha256')
    .update(JSON.stringify([priceCents, floorPriceCents, currency, description, categories]))
    .digest('base64')

/** Tells what would be written. It remembers the domains of earlier lines, so that a repeated one is not created twice. */
function createPreview({ db }: Pick<Deps, 'db'>, environment: Environment): WriteRows {
  const seen = new Map<string, string>()
  return async (rows) => {
    const outcomes = await previewListings(db, environment, rows)
    return outcomes.map(({ domain, outcome }, index): Upserted => {
      const terms = fingerprint(rows[index]!)
      const before = seen.get(domain)
      if (isRejected(outcome)) return { domain, outcome }
      if (before !== undefined || seen.size < IMPORT_PREVIEW_DOMAINS_MAX) seen.set(domain, terms)
      if (before === undefined) return { domain, outcome }
      return { domain, outcome: before === terms ? 'unchanged' : 'updated' }
    })
  }
}

/** Yields a report a line, in order within each batch; the last word on the whole is the returned report. */
export async function* importLines(
  deps: Deps,
  readRecord: ReadRecord,
  input: Import,
): AsyncGenerator<LineReport, ImportReport> {
  const startedAt = deps.clock.now()
  const report: ImportReport = {
    id: newId('import', startedAt),
    environment: input.environment,
    status: 'running',
    lines: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    rejections: [],
    startedAt,
    finishedAt: null,
  }
  const writeRows: WriteRows = input.dryRun
    ? createPreview(deps, input.environment)
    : (rows) => deps.db.tx((tx) => upsertListings(tx, input.environment, rows, deps.clock.now()))
  const save = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
    if (!input.dryRun) await deps.db.tx(work)
  }
  await save(async (tx) => {
    await insertImport(tx, report, input.call.actor)
    await deps.audit.write(tx, toStartEvent(report, input.call))
  })

  let batch: Accepted[] = []
  let names = new Set<string>()

  function reject(line: number, domain: unknown, message: string): LineReport {
    const name = typeof domain === 'string' ? printable(domain) : null
    const refusal = { line, domain: name, message: printable(message) }
    report.rejected++
    if (report.rejections.length < IMPORT_REPORT_LINES_MAX) report.rejections.push(refusal)
    return { ...refusal, status: 'rejected' }
  }

  async function writeBatch(): Promise<LineReport[]> {
    const accepted = batch
    batch = []
    names = new Set()
    const outcomes = await writeRows(accepted.map(({ row }) => row))
    const lines = accepted.map(({ line }, index): LineReport => {
      const { domain, outcome } = outcomes[index]!
      if (isRejected(outcome)) return reject(line, domain, REJECTIONS[outcome])
      report[outcome]++
      return { line, domain, status: outcome, message: null }
    })
    await save((tx) => saveImport(tx, report))
    return lines
  }

  function read(entry: ImportLine): UpsertRow | LineReport {
    report.lines++
    if ('problem' in entry) return reject(entry.line, null, entry.problem)
    try {
      return readRecord(entry.record, input.environment, startedAt)
    } catch (error) {
      if (error instanceof ApiError) return reject(entry.line, entry.record.domain, error.message)
      throw error
    }
  }

  try {
    for await (const entry of IMPORT_TYPES[input.contentType](input.source)) {
      const row = read(entry)
      if ('message' in row) {
        yield row
        continue
      }
      // One statement cannot touch a name twice; a repeated name goes into the next, so the later line wins.
      if (batch.length >= IMPORT_BATCH_LINES || names.has(row.domain)) yield* await writeBatch()
      batch.push({ line: entry.line, row })
      names.add(row.domain)
    }
    if (batch.length > 0) yield* await writeBatch()
    report.status = 'completed'
  } catch (error) {
    report.status = 'failed'
    throw error
  } finally {
    // Still running here: whoever read the report went away.
    if (report.status === 'running') report.status = 'failed'
    report.finishedAt = deps.clock.now()
    await save(async (tx) => {
      await saveImport(tx, report)
      await deps.audit.write(tx, toFinishEvent(report, input.call))
    })
  }
  return report
}
