// Runs before every file of tests, and closes after it what the file opened.
import { afterAll } from 'vitest'
import { closeFile } from './closing.ts'

afterAll(closeFile)
