// Finds Newman for the test of the Postman collection, and installs it where it is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../install.mjs'

/** A package with its own lock file, so that starting the service does not need its 66 MB. */
const bundle = path.join(root, 'e2e', 'newman')

/** The path of Newman's executable. */
export function ensureNewman() {
  const executable = path.join(bundle, 'node_modules', 'newman', 'bin', 'newman.js')
  if (existsSync(executable)) return executable
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(command, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: bundle,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0 || !existsSync(executable)) throw new Error(`Newman could not be installed in ${bundle}.`)
  return executable
}
