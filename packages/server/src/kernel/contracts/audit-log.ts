// The audit log as those who write to it see it. `Db` is what the database layer calls so.

/** Who does something, and in which call. A job is its own caller, with a request ID made for the run. */
export type AuditedCall = { actor: string; requestId: string; method: string; path: string }

export type AuditEvent = AuditedCall & {
  /** What is done, such as `accounts.sign_in`. */
  route: string
  status: number
  /** Secrets are blanked before it is written. */
  input: Record<string, unknown>
  reason?: string | null
}

/** The audit log for what happens outside the operator area, which writes its own rows. */
export type AuditLog<Db> = {
  /** In the transaction of the change: both are kept, or neither. */
  write(db: Db, event: AuditEvent): Promise<void>
  /**
   * Behind the response, for what changes nothing and whose cost must not show. The log is never emptied, so one actor's events
   * of a kind are kept up to a number in an hour.
   */
  note(event: AuditEvent, mostPerHour: number): void
  /** Resolves when everything noted is written. */
  settled(): Promise<void>
}
