// The most common passwords, read from the package's data folder when the first new password is judged.
import { readFileSync } from 'node:fs'
import { lazy } from '../../kernel/lazy.ts'

const FILE = new URL('../../../data/common-passwords.txt', import.meta.url)

const read = lazy(() => new Set(readFileSync(FILE, 'utf8').split('\n').filter(Boolean)))

/** The password is in lower case, as the list is. */
export const isCommonPassword = (password: string): boolean => read().has(password)
