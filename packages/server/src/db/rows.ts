// Reads the rows of a statement straight into objects with camelCase names. The driver would describe the columns again for every
// execution and fill objects that then have to be renamed, which costs as much as the rest of a short statement.
import pg from 'pg'
import type { Sql } from './sql.ts'
import { columnTypes } from './types.ts'
import { encodeValue } from './values.ts'

const camelNames = new Map<string, string>()
function camel(name: string): string {
  let known = camelNames.get(name)
  if (known === undefined) {
    known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, known)
  }
  return known
}

type Field = { name: string; dataTypeID: number }
type Column = { name: string; type: number; key: string; parse: (text: string) => unknown }

/** By text of the statement. Beyond these, columns are described each time. */
const LAYOUTS_MAX = 2000
const layouts = new Map<string, readonly Column[]>()

const describe = ({ name, dataTypeID: type }: Field): Column => ({
  name,
  type,
  key: camel(name),
  parse: columnTypes.getTypeParser(type, 'text') as Column['parse'],
})

/** A table may have changed since. */
const isFor = (columns: readonly Column[], fields: readonly Field[]): boolean =>
  columns.length === fields.length &&
  fields.every(({ name, dataTypeID }, index) => columns[index]!.type === dataTypeID && columns[index]!.name === name)

function findColumns(text: string, fields: readonly Field[]): readonly Column[] {
  const known = layouts.get(text)
  if (known !== undefined && isFor(known, fields)) return known
  const columns = fields.map(describe)
  if (known !== undefined || layouts.size < LAYOUTS_MAX) layouts.set(text, columns)
  return columns
}

export type Answer = { rows: unknown[]; rowCount: number }

/** The driver's side of a connection, which sends messages. */
type Wire = { describe(message: object): void }

/**
 * The columns of named statements, by connection. They stay the same for as long as the connection lasts: the server refuses to run a
 * statement that would return other columns than before.
 */
const described = new WeakMap<Wire, Map<string, readonly Column[]>>()

/** The same connection, but it does not ask for the columns. */
const withoutDescribe = new WeakMap<Wire, Wire>()

function getQuiet(wire: Wire): Wire {
  let quiet = withoutDescribe.get(wire)
  if (!quiet) {
    quiet = Object.create(wire, { describe: { value: () => {} } }) as Wire
    withoutDescribe.set(wire, quiet)
  }
  return quiet
}

function keepColumns(wire: Wire, name: string, columns: readonly Column[]): void {
  const known = described.get(wire)
  if (known) known.set(name, columns)
  else described.set(wire, new Map([[name, columns]]))
}

/** What the driver calls on a query of its own, and on those of pg-cursor and pg-query-stream. */
declare class DriverQuery {
  constructor(config: pg.QueryConfig)
  readonly name: string | undefined
  callback: (error: Error | null, result?: { rowCount: number | null }) => void
  prepare(wire: Wire): void
  handleError(error: Error, wire: Wire): void
  handleReadyForQuery(wire: Wire): void
}

class RowsQuery extends (pg.Query as unknown as typeof DriverQuery) {
  readonly #statement: string
  #isDescribed = false
  #hasFailed = false
  readonly #rows: unknown[] = []
  #columns: readonly Column[] = []
  #broken: Error | undefined

  constructor(config: pg.QueryConfig, done: (error: Error | null, answer?: Answer) => void) {
    super(config)
    this.#statement = config.text
    this.callback = (error, result) => {
      const failure = error ?? this.#broken
      if (failure) done(failure)
      else done(null, { rows: this.#rows, rowCount: result?.rowCount ?? 0 })
    }
  }

  override prepare(wire: Wire): void {
    const known = this.name === undefined ? undefined : described.get(wire)?.get(this.name)
    if (known) {
      this.#columns = known
      this.#isDescribed = true
    }
    super.prepare(known ? getQuiet(wire) : wire)
  }

  override handleError(error: Error, wire: Wire): void {
    this.#hasFailed = true
    super.handleError(error, wire)
  }

  /** The driver also calls it after a value that it could not send, when no columns have come. */
  override handleReadyForQuery(wire: Wire): void {
    if (this.name !== undefined && !this.#isDescribed && !this.#hasFailed) keepColumns(wire, this.name, this.#columns)
    super.handleReadyForQuery(wire)
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#columns = findColumns(this.#statement, fields)
  }

  /** An error is kept until the server has sent the rest. */
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#broken) return
    const row: Record<string, unknown> = {}
    try {
      for (let index = 0; index < fields.length; index++) {
        const { key, parse } = this.#columns[index]!
        const value = fields[index]!
        row[key] = value === null ? null : parse(value)
      }
    } catch (error) {
      this.#broken = error as Error
      return
    }
    this.#rows.push(row)
  }
}

/** `isNamed`: the server keeps the plan under the statement's name. */
export async function readRows(client: pg.ClientBase, statement: Sql, isNamed: boolean): Promise<Answer> {
  const { text, name } = statement
  const values = statement.values.map(encodeValue)
  const config: pg.QueryConfig = isNamed && name !== undefined ? { text, values, name } : { text, values }
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const query = new RowsQuery(config, (error, answer) => {
        if (answer) resolve(answer)
        else reject(error ?? new Error('The driver returned neither rows nor an error.'))
      })
      client.query(query as unknown as pg.Submittable)
    })
  } catch (error) {
    // Its stack begins where the socket was read. The one from here says who asked.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
