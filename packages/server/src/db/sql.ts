// The one way to speak SQL: a tag that binds every value, and the types of what runs it.
import { createHash } from 'node:crypto'
import type { Environment } from '../kernel/owner.ts'

export class Sql {
  readonly text: string
  readonly values: unknown[]
  /** Set for static statements: the server then plans them once per connection. */
  readonly name: string | undefined

  constructor(text: string, values: unknown[], name?: string) {
    this.text = text
    this.values = values
    this.name = name
  }
}

/** A spliced statement is named too, as long as there are few of them: each name is a plan kept by the server. */
const NAMES_MAX = 2000
const names = new Map<string, string>()
function nameStatement(text: string, isSpliced: boolean): string | undefined {
  let name = names.get(text)
  if (name === undefined && (!isSpliced || names.size < NAMES_MAX)) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
  }
  return name
}

type Known = { text: string; name: string | undefined }

/**
 * The statements that a template was put together to. Each step is what is at the next place: the text of a spliced statement, or
 * null for a bound value.
 */
type Steps = { next: Map<string | null, Steps>; known: Known | undefined }

/** Texts are put together once. A template whose conditions vary without end begins again after so many steps. */
const STEPS_MAX = 1000
type Start = Steps & { kept: number }
const templates = new WeakMap<TemplateStringsArray, Start>()

const hasSpliced = (values: readonly unknown[]): boolean => values.some((value) => value instanceof Sql)

const newSteps = (): Steps => ({ next: new Map(), known: undefined })

function findStart(strings: TemplateStringsArray): Start {
  const known = templates.get(strings)
  if (known) return known
  const start = { ...newSteps(), kept: 0 }
  templates.set(strings, start)
  return start
}

/** Where the template ends with these values. */
function findSteps(strings: TemplateStringsArray, values: readonly unknown[]): Steps {
  const start = findStart(strings)
  // With bound values only, which is most often so, there is one text. It is kept at the start, where no path of spliced ones ends.
  if (!hasSpliced(values)) return start
  if (start.kept >= STEPS_MAX) {
    start.next.clear()
    start.kept = 0
  }
  let steps: Steps = start
  for (const value of values) {
    const key = value instanceof Sql ? value.text : null
    let next = steps.next.get(key)
    if (!next) {
      next = newSteps()
      steps.next.set(key, next)
      start.kept++
    }
    steps = next
  }
  return steps
}

function putTogether(strings: TemplateStringsArray, values: readonly unknown[]): Known {
  let text = strings[0] ?? ''
  let bound = 0
  values.forEach((value, index) => {
    if (value instanceof Sql) {
      const before = bound
      text += value.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + before}`)
      bound += value.values.length
    } else text += `$${++bound}`
    text += strings[index + 1]
  })
  return { text, name: nameStatement(text, hasSpliced(values)) }
}

function listBound(values: unknown[]): unknown[] {
  const bound: unknown[] = []
  for (const value of values) {
    if (value instanceof Sql) for (const one of value.values) bound.push(one)
    else bound.push(value)
  }
  return bound
}

/** `sql\`select … where id = ${id}\``: values are always bound; a nested `sql` is spliced in. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const steps = findSteps(strings, values)
  steps.known ??= putTogether(strings, values)
  return new Sql(steps.known.text, listBound(values), steps.known.name)
}

/**
 * Planned every time. A plan that is kept must guess how long a list is, and joins a thousand rows with a thousand one
 * by one; planning costs less than a millisecond for a whole batch.
 */
export const freshlyPlanned = ({ text, values }: Sql): Sql => new Sql(text, values)

/** Conditions joined by AND; none at all is always true. */
export function joinConditions(conditions: (Sql | undefined | false)[]): Sql {
  const given = conditions.filter((condition) => condition instanceof Sql)
  if (given.length === 0) return sql`true`
  return given.reduce((all, next) => sql`${all} and ${next}`)
}

/** Spelled out instead of bound, so that the planner sees the indexes over one environment. */
export const inEnvironment = (column: Sql, environment: Environment): Sql =>
  environment === 'live' ? sql`${column} = 'live'` : sql`${column} = 'sandbox'`

/** Runs statements. Rows come back with camelCase names; `int8` as safe numbers. */
export interface Db {
  many<Row>(statement: Sql): Promise<Row[]>
  one<Row>(statement: Sql): Promise<Row | undefined>
  /** The number of rows touched. */
  run(statement: Sql): Promise<number>
}

/** A `Db` inside an open transaction. Functions that write ask for this one. */
export interface Tx extends Db {
  readonly inTransaction: true
  /** Runs once the transaction is committed, never when it rolls back: wake-ups, not work. */
  afterCommit(action: () => void): void
}

/** A `Db` on one connection, outside any transaction of ours. */
export interface Session extends Db {
  /** Statements without parameters, several at once. */
  script(text: string): Promise<void>
}

export interface Database extends Db {
  readonly kind: 'embedded' | 'postgres'
  /** One use case, one transaction. A deadlock or serialisation failure runs `work` again. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Statements on one connection. Behind a pooler, settings of the session last until the end of a transaction only. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** One process at a time, by an advisory lock, and without a time limit for statements: migrations, indexes. */
  exclusive<T>(lock: number, work: (session: Session) => Promise<T>): Promise<T>
  /**
   * As `many`, with a statement that is made once a connection is free: whatever came up meanwhile can be part of it. `board` is then
   * called once for the reads that are sent behind it. Each is a transaction by itself, and the result does not wait for them.
   */
  manyWhenFree<Row>(make: () => Sql, board?: () => readonly Passenger[]): Promise<Row[]>
  /** For reads that may wait until another statement is sent. */
  companion(): Companion
  /** How the connections of this process are used, and how many callers wait for one. */
  connections(): Connections
  /**
   * Grows with every connection that is opened, and behind a pooler with every use of one: what ran before may have run on a server
   * that is lost, and what runs now on the one that follows it.
   */
  epoch(): number
  close(): Promise<void>
}

/** A read that waits for another statement, and what it is told. */
export type Passenger = { statement: Sql; settle(rows: Promise<unknown[]>): void }

/** Reads that wait for one other statement. Once it is sent, or with `leave`, reads run alone. */
export type Companion = Pick<Db, 'many' | 'one'> & {
  /** Hands over those that wait. */
  board(): readonly Passenger[]
  leave(): void
}

export type Connections = { busy: number; idle: number; waiting: number }

/** What PostgreSQL said, by its five-character code. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const UNIQUE_VIOLATION = '23505'
export const LOCK_NOT_AVAILABLE = '55P03'

export const violates = (error: unknown, constraint: string): boolean =>
  sqlState(error) === UNIQUE_VIOLATION && (error as { constraint?: string }).constraint === constraint
