// Recovery codes: how they look, and what is stored of them.
import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '../../../kernel/limits.ts'

/** Crockford's alphabet: no i, l, o, u, so that codes survive being written down. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 60 bits: nobody guesses one. */
const LENGTH = 12
const CODE = /^[0-9a-hjkmnp-tv-z]{12}$/

const createCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** `x4k9-2mtc-w7p0` */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => createCode().replace(/(.{4})(?=.)/g, '$1-'))

/** As people type it: with capitals, without dashes, with the letters that look like digits. */
export const normalizeRecoveryCode = (text: string): string =>
  text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')

export const isRecoveryCode = (text: string): boolean => CODE.test(normalizeRecoveryCode(text))

/**
 * A keyed hash. The codes are random, so a slow hash adds nothing; the key is not in the database, so a copy of the table
 * cannot be searched.
 */
export const hashRecoveryCode = (key: Buffer, userId: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${userId}\n${normalizeRecoveryCode(code)}`)
    .digest()
