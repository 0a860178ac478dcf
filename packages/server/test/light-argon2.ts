// Argon2 with little memory and one pass, for the tests through HTTP: they make hundreds of accounts, and each password took as long
// as ten requests. Which cost the service chooses, passwords.test.ts checks with the package itself.
import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2

export const { verify } = argon2
export const hash: typeof argon2.hash = (password, options, signal) =>
  argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal)
