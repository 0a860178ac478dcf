// The screenshots that the documents show stay small, because every clone of the repository contains them.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const BYTES_MAX = 1_500_000

it('the screenshots of the documents have together at most 1.5 MB', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(jpe?g|png|webp)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(3)
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(FOLDER, file)).size, 0)
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX)
})
