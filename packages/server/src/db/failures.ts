// What a failure of the database means: a lost server, a server that is read-only, too much load, or a bug of ours.
import { sqlState } from './sql.ts'

export const READ_ONLY = '25006'

const SOCKET = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
])

/** Classes of SQLSTATE: the server shuts down, the connection is broken. */
const LOST_CLASSES = ['57P', '08']
/** The server ended the session because a transaction was idle, or took too long. */
const ENDED = new Set(['25P03', '25P04'])
const NOT_IN_PREREQUISITE_STATE = '55000'

const CHECK_VIOLATION = '23514'
const FEATURE_NOT_SUPPORTED = '0A000'
/** Ends the name of the check that keeps rows of a time out of a default partition (partitions.ts). */
export const GUARD_SUFFIX = '_elsewhere'

/** A full disk, too many connections, a lock or a statement that took too long, a conflict that outlived every retry. */
const OVERLOADED = new Set(['53100', '53300', '55P03', '57014', '40001', '40P01'])
/** The file system fails. */
const FILE_CLASS = '58'
/** Errors that arrive without a code: from the driver, and from the thread of the embedded database. */
const UNAVAILABLE_TEXT =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|\b(?:ENOSPC|EDQUOT|EIO)\b/i

/** A primary that was demoted, a replica, or a server that an administrator set read-only. */
export function isReadOnlyServer(error: unknown): boolean {
  const code = sqlState(error)
  return code === READ_ONLY || (code === NOT_IN_PREREQUISITE_STATE && /recovery/.test((error as Error).message))
}

/**
 * The row went to the default partition while the partition of its time was being made: another try puts it there. A check of the
 * table has a name, and the bounds of a partition have none.
 */
export function isPartitionInTheMaking(error: unknown): boolean {
  if (sqlState(error) !== CHECK_VIOLATION) return false
  const { constraint } = error as { constraint?: string }
  return constraint === undefined || constraint.endsWith(GUARD_SUFFIX)
}

/**
 * A migration added a column while this connection knew the statement: it runs again on a new connection. The server names the function,
 * because its message may be translated.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  sqlState(error) === FEATURE_NOT_SUPPORTED && (error as { routine?: string }).routine === 'RevalidateCachedQuery'

/** The server itself says that this connection is of no more use. */
export function isLostServer(error: unknown): boolean {
  const code = sqlState(error) ?? ''
  if (SOCKET.has(code) || ENDED.has(code) || isReadOnlyServer(error) || isOutdatedPlan(error)) return true
  return code.length === 5 && LOST_CLASSES.some((start) => code.startsWith(start))
}

/** An SQL error leaves the session usable; anything else means that the connection is gone. */
export const isConnectionLoss = (error: unknown): boolean => sqlState(error)?.length !== 5 || isLostServer(error)

/** The connection was lost, so a commit may have arrived. With an error of the server, or of ours, the transaction rolled back. */
export const mayHaveCommitted = (error: unknown): boolean =>
  isLostServer(error) ||
  (sqlState(error)?.length !== 5 && error instanceof Error && UNAVAILABLE_TEXT.test(error.message))

/** The database is unavailable, not wrong: the caller should retry, so this is not a 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = sqlState(error) ?? ''
  if (isLostServer(error) || OVERLOADED.has(code) || code.startsWith(FILE_CLASS)) return true
  if (isPartitionInTheMaking(error)) return true
  return error instanceof Error && UNAVAILABLE_TEXT.test(error.message)
}

export const createReadOnlyError = (): Error =>
  Object.assign(new Error('the database server is read-only'), { code: READ_ONLY })
