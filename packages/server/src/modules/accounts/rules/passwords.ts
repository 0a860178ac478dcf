// Passwords: how they are hashed, and which are good enough.
import { hash, type Options, verify } from '@node-rs/argon2'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../../kernel/limits.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import { isEmail } from '../../../kernel/text/email-address.ts'

/** OWASP's first choice: argon2id, 19 MiB, two passes. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), ARGON2)

/** A hash that cannot be read is a password that does not match. */
export async function passwordMatches(stored: string, password: string): Promise<boolean> {
  // No account has a longer one. Normalization takes quadratic time on combining marks, so the text is not looked at; the work
  // of a wrong password is done all the same.
  const isPossible = password.length <= PASSWORD_LENGTH_MAX
  const matches = await verify(stored, isPossible ? password.normalize('NFC') : '').catch(() => false)
  return isPossible && matches
}

/** Of a password that nobody knows: whoever has no account costs the same work as who has one. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$s0SDNL0t/x2wPNF0PY9wnA$mp71/YchR7AnlaxEouVwpl4DaSAQ09VqAi7KM+idNXY'

export type Account = { email: string; password: string }

/** Says whether many people use a password; it is given in lower case. */
export type IsCommon = (password: string) => boolean

const DECORATION = /[\d\W_]{1,4}$/
const UNIT_LENGTH_MIN = 5

/** The shortest text that the password repeats; itself when it repeats none. */
function findUnit(password: string): string {
  const start = (password + password).indexOf(password, 1)
  return password.slice(0, start)
}

/** Words of this service and its field: the first ones somebody tries here. */
const CONTEXT_WORDS = [
  'marketplace',
  'registrar',
  'freehold',
  'password',
  'partner',
  'domains',
  'domain',
  'market',
  'admin',
]

/** `Freehold-Domain-2026` is made of nothing else. */
function hasOnlyContextWords(lower: string): boolean {
  const letters = lower.replace(/[^a-z]/g, '')
  return letters !== '' && CONTEXT_WORDS.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
}

/** `Password1234` and `dragondragon` are as easily guessed as `password` and `dragon`. */
function isGuessable(password: string, isCommon: IsCommon): boolean {
  const lower = password.toLowerCase()
  const unit = findUnit(lower)
  return (
    unit.length < UNIT_LENGTH_MIN ||
    hasOnlyContextWords(lower) ||
    [lower, unit, lower.replace(DECORATION, '')].some(isCommon)
  )
}

const countCharacters = (text: string): number => Array.from(text.normalize('NFC')).length

/** What is wrong with a new account's address or password, in words for the person at the form; null when nothing is. */
export function signUpProblem(account: Account, isCommon: IsCommon): string | null {
  const { email } = account
  if (!isEmail(email)) return 'Enter a valid email address.'
  return passwordProblem(account, isCommon)
}

/** The same for the password alone. */
export function passwordProblem({ email, password }: Account, isCommon: IsCommon): string | null {
  if (countCharacters(password) < PASSWORD_LENGTH_MIN)
    return `Choose a password with at least ${PASSWORD_LENGTH_MIN} characters.`
  if (countCharacters(password) > PASSWORD_LENGTH_MAX)
    return `Choose a password with at most ${PASSWORD_LENGTH_MAX} characters.`
  const address = email.toLowerCase()
  if ([address, address.slice(0, address.lastIndexOf('@'))].includes(password.toLowerCase()))
    return 'Choose a password that is not your email address.'
  if (isGuessable(password, isCommon)) return 'This password is too easy to guess. Choose another password.'
  return null
}

/** Another one for each password of an account, so that what began with one password ends with it. Null: no password. */
export const fingerprintPassword = (passwordHash: string | null): string =>
  tokenHash(passwordHash ?? '').toString('hex')
