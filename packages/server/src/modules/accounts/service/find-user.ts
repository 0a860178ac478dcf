// Creates and finds users.
import { type Db, type Tx, violates } from '../../../db/sql.ts'
import { invalidField, invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { parseEmail } from '../../../kernel/text/email-address.ts'
import type { NewUser, User } from '../store/users.ts'
import * as store from '../store/users.ts'

export async function createUser(
  tx: Tx,
  input: { email: string; passwordHash: string | null; operatorRole: User['operatorRole']; isConfirmed: boolean },
  now: Date,
): Promise<User> {
  const email = parseEmail(input.email)
  if (email === null) throw invalidField('email', 'must be an email address')
  const { passwordHash, operatorRole, isConfirmed } = input
  const emailConfirmedAt = isConfirmed ? now : null
  const user: NewUser = { id: newId('user', now), email, passwordHash, operatorRole, emailConfirmedAt, createdAt: now }
  await store.insertUser(tx, user)
  return { ...user, signedInAt: null }
}

export async function findUser(db: Db, id: string): Promise<User> {
  const user = await store.findUser(db, id)
  invariant(user, 'a signed-in user has an account')
  return user
}

/**
 * Gives an account from before addresses were normalized its normalized one; false when it keeps the old spelling, because it is
 * not an address or another account has the normalized one.
 */
export async function normalizeEmail(db: Db, { id, email }: Pick<User, 'id' | 'email'>): Promise<boolean> {
  const normalized = parseEmail(email)
  if (normalized === null) return false
  try {
    await store.changeEmail(db, id, normalized)
    return true
  } catch (error) {
    if (violates(error, 'users_email')) return false
    throw error
  }
}
