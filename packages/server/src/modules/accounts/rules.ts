// Accounts: how passwords are kept and what an address is compared by.
import { hash, type Options, verify } from '@node-rs/argon2'

/** OWASP's first choice: argon2id, 19 MiB, two passes. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), ARGON2)

/** A hash that cannot be read is a password that does not match. */
export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password.normalize('NFC')).catch(() => false)
