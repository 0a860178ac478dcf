// Runs a bench from the sources: imported first, it starts the same command again with the loader that knows TypeScript.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const LOADER = fileURLToPath(new URL('./orders/typescript.mjs', import.meta.url))
export const SOURCE_ARGS = ['--import', LOADER, '-C', 'freehold-source']

if (!process.execArgv.includes('freehold-source'))
  process.exit(
    spawnSync(process.execPath, [...SOURCE_ARGS, ...process.argv.slice(1)], { stdio: 'inherit' }).status ?? 1,
  )
