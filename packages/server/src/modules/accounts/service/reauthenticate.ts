// A signed-in person proves again who they are, for operations that require a recent sign-in.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import { buildAccountEvent, type Visit } from '../rules/audit.ts'
import { renewAuthentication } from '../store/sessions.ts'
import type { User } from '../store/users.ts'

/** The caller checked the password. */
export async function reauthenticateSession(
  { audit }: Pick<Deps, 'audit'>,
  tx: Tx,
  { user, token, visit, now }: { user: User; token: string; visit: Visit; now: Date },
): Promise<void> {
  if (!(await renewAuthentication(tx, tokenHash(token), now))) throw new ApiError('invalid_token')
  await audit.write(tx, buildAccountEvent(user, visit, { route: 'accounts.reauthenticate' }))
}

/** As `reauthenticateSession`, for a form. */
export const reauthenticateNow = (
  deps: Pick<Deps, 'audit' | 'db' | 'clock'>,
  given: { user: User; token: string; visit: Visit },
): Promise<void> => deps.db.tx((tx) => reauthenticateSession(deps, tx, { ...given, now: deps.clock.now() }))
