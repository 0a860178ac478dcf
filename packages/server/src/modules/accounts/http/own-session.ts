// The session that brought a request of the public API here.
import type { Tx } from '../../../db/sql.ts'
import type { Context } from '../../../http/define-route.ts'
import { readSessionCookie } from '../../../http/session-cookie.ts'
import { invariant } from '../../../kernel/errors.ts'
import { findSession } from '../service/sign-in.ts'
import type { SignedIn } from '../store/sessions.ts'

/** Inside a write it is read in its transaction. */
type Asked = Pick<Context<'public'>, 'deps' | 'db' | 'headers' | 'now'> & { tx?: Tx }

export async function findOwnSession({ deps, db, tx, headers, now }: Asked): Promise<SignedIn> {
  const cookie = readSessionCookie(headers.cookie, deps.config.baseUrl)
  const session = cookie === undefined ? undefined : await findSession(tx ?? db, cookie, now)
  invariant(session, 'a session brought the request here')
  return session
}
