// Sessions: how long they last, and where a sign-in may lead.
import { addSeconds } from '../../../kernel/clock.ts'
import {
  OPERATOR_SESSION_SECONDS,
  SESSION_IDLE_SECONDS,
  SESSION_LIFE_SECONDS,
  SESSION_ROLL_SECONDS,
  SESSION_SEEN_SECONDS,
} from '../../../kernel/limits.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'

/** The name of an account in limits and cookies. A digest: buckets and cookies show nobody's address. */
export const accountDigest = (normalizedEmail: string): string => tokenHash(normalizedEmail).toString('hex')

/** Two weeks from the last use, never past the whole life. An operator's session is not prolonged. */
export function sessionEnd(createdAt: Date, now: Date, isOperator: boolean): Date {
  if (isOperator) return addSeconds(createdAt, OPERATOR_SESSION_SECONDS)
  const idle = addSeconds(now, SESSION_IDLE_SECONDS)
  const life = addSeconds(createdAt, SESSION_LIFE_SECONDS)
  return new Date(Math.min(idle.getTime(), life.getTime()))
}

type UsedSession = { createdAt: Date; expiresAt: Date; lastUsedAt: Date; operatorRole: string | null }

/** A session from before its user became an operator lasts no longer than an operator's. */
export const hasEnded = ({ createdAt, operatorRole }: UsedSession, now: Date): boolean =>
  operatorRole !== null && sessionEnd(createdAt, now, true) <= now

/** The new end of a session in use, or null while nothing about it needs to be written. */
export function rolledEnd(session: UsedSession, now: Date): Date | null {
  const end = sessionEnd(session.createdAt, now, session.operatorRole !== null)
  if (addSeconds(session.expiresAt, SESSION_ROLL_SECONDS) <= end) return end
  return addSeconds(session.lastUsedAt, SESSION_SEEN_SECONDS) <= now ? session.expiresAt : null
}

const NEXT_LENGTH_MAX = 8000
/** Visible ASCII; no second slash and no backslash, which browsers read as one. */
const PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/

/** `next` when it leads to a page of ours, else `fallback`: nobody is sent elsewhere from here. */
export function ownPath(next: string, fallback: string): string {
  if (next.length > NEXT_LENGTH_MAX || !PATH.test(next)) return fallback
  // Dots are resolved as a browser does it: `/.//host` must not become `//host`.
  const { host, pathname, search } = new URL(next, 'http://own.invalid')
  return host === 'own.invalid' && !pathname.startsWith('//') ? pathname + search : fallback
}
