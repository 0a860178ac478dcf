// An account for a person who has proved their email address: by a link in a message, or by their identity provider.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { User } from '../store/users.ts'
import * as users from '../store/users.ts'
import { setPassword } from './change-password.ts'

type Needed = Pick<Deps, 'accountEvents'>

export type Proven = { user: User; account: 'created' | 'recovered' }

/** `passwordHash` is null for a person who signs in without a password. */
type Proof = { email: string; passwordHash: string | null }

/** Adds a confirmed account; undefined when the address has an account already, which stays as it is. */
async function createConfirmedUser(tx: Tx, { email, passwordHash }: Proof, now: Date): Promise<User | undefined> {
  const id = newId('user', now)
  const user = { id, email, passwordHash, operatorRole: null, emailConfirmedAt: now, createdAt: now }
  return (await users.insertUserIfNew(tx, user)) ? { ...user, signedInAt: null } : undefined
}

/** Anyone can have created the account. Everything that let them in ends: the password, sessions, links in messages. */
async function recoverUser(deps: Needed, tx: Tx, user: User, passwordHash: string | null, now: Date): Promise<User> {
  await setPassword(deps, tx, user.id, passwordHash, now)
  await users.confirmEmail(tx, user.id, now)
  return { ...user, passwordHash, emailConfirmedAt: now }
}

/**
 * The confirmed account of a normalized address, with a new password or none. Undefined when the address has a confirmed account: its
 * password stays, and the person signs in with it.
 */
export async function proveAddress(
  deps: Needed,
  tx: Tx,
  { email, passwordHash }: Proof,
  now: Date,
): Promise<Proven | undefined> {
  const proven = await createOrRecover(deps, tx, { email, passwordHash }, now)
  // What waits for this address comes to the account.
  if (proven) await deps.accountEvents.addressConfirmed(tx, proven.user, now)
  return proven
}

async function createOrRecover(
  deps: Needed,
  tx: Tx,
  { email, passwordHash }: Proof,
  now: Date,
): Promise<Proven | undefined> {
  const created = await createConfirmedUser(tx, { email, passwordHash }, now)
  if (created) return { user: created, account: 'created' }
  const user = await users.lockUserByEmail(tx, email)
  invariant(user, 'the address has an account, or one was just created')
  if (user.emailConfirmedAt !== null) return undefined
  return { user: await recoverUser(deps, tx, user, passwordHash, now), account: 'recovered' }
}
