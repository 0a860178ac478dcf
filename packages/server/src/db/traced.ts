// A database whose statements and transactions are spans. Put around the real one only where traces are collected.
import { inSpan, type Tracer } from '../kernel/trace.ts'
import type { Database, Db, Sql, Tx } from './sql.ts'

const TEXT_MAX = 1000
const KNOWN_MAX = 2000

type Described = { name: string; attributes: Record<string, string> }
const known = new Map<string, Described>()

/** `SELECT orders`. The text has placeholders where values are bound: it holds nothing of anybody's. */
function describe(text: string): Described {
  const found = known.get(text)
  if (found) return found
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'STATEMENT'
  const table = /\b(?:from|into|update)\s+([a-z_]+)/i.exec(text)?.[1]
  const described = {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX),
    },
  }
  if (known.size < KNOWN_MAX) known.set(text, described)
  return described
}

function tracedDb(db: Db, tracer: Tracer): Db {
  /** A statement of no span, such as a worker's poll every second, begins no trace of its own. */
  const traced = <T>({ text }: Sql, run: () => Promise<T>): Promise<T> => {
    if (!tracer.current()) return run()
    const { name, attributes } = describe(text)
    return inSpan(tracer, name, { kind: 'client', attributes }, run)
  }
  return {
    many: (statement) => traced(statement, () => db.many(statement)),
    one: (statement) => traced(statement, () => db.one(statement)),
    run: (statement) => traced(statement, () => db.run(statement)),
  }
}

const BATCH = { 'db.system.name': 'postgresql', 'db.operation.name': 'BATCH' }

export function traceDatabase(db: Database, tracer: Tracer): Database {
  const onTx = (tx: Tx): Tx => ({ ...tx, ...tracedDb(tx, tracer) })
  return {
    ...db,
    ...tracedDb(db, tracer),
    // What it will say is not known yet; the span includes the wait for a connection, as those of other statements do.
    manyWhenFree: (make, board) =>
      tracer.current()
        ? inSpan(tracer, 'BATCH', { kind: 'client', attributes: BATCH }, () => db.manyWhenFree(make, board))
        : db.manyWhenFree(make, board),
    companion() {
      const companion = db.companion()
      const { many, one } = tracedDb({ ...companion, run: db.run }, tracer)
      return { ...companion, many, one }
    },
    tx: (work) => {
      if (!tracer.current()) return db.tx((tx) => work(onTx(tx)))
      return inSpan(tracer, 'TRANSACTION', { attributes: { 'db.system.name': 'postgresql' } }, () =>
        db.tx((tx) => work(onTx(tx))),
      )
    },
  }
}
