// What happens to an account, for modules that accounts does not know. `Tx` is a transaction of the database layer.
import type { Id } from '../ids.ts'

/** Each runs in the transaction of the change. */
export type AccountEvents<Tx> = {
  /** The person proved that the address is theirs: by a confirmation, a password reset or a change of address. */
  addressConfirmed(tx: Tx, user: { id: Id<'user'>; email: string }, now: Date): Promise<void>
  /** The password changed: what was granted under the old one ends. */
  passwordChanged(tx: Tx, userId: Id<'user'>, now: Date): Promise<void>
}
