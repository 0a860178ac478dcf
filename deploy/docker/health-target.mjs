// Where the process of this container responds to its health check. start.mjs notes it for healthcheck.mjs: containers often share
// their settings, and which of them count depends on the command.
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const findNote = () => path.join(tmpdir(), 'freehold-health-target')

/** A port or `unix:/path`. Null: the command serves nothing. */
export function chooseTarget(command, env) {
  const usual = env.PORT || '8080'
  if (command === 'serve') return usual
  if (command === 'worker') return env.WORKER_PORT || usual
  return command === 'search' ? env.SEARCH_LISTEN || usual : null
}

export function noteTarget(target) {
  try {
    writeFileSync(findNote(), target)
  } catch {
    // Without a temporary folder, the check goes by the settings.
  }
}

export function readTarget(env) {
  try {
    return readFileSync(findNote(), 'utf8')
  } catch {
    return chooseTarget(env.WORKER_PORT ? 'worker' : 'serve', env)
  }
}
