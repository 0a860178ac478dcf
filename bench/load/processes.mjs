// The processes of the load: two that serve, behind callers who ask them in turn.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SOURCE_ARGS } from '../from-source.mjs'

const file = (name) => fileURLToPath(new URL(`./${name}`, import.meta.url))
const READY_SECONDS = 120

async function waitUntilReady(port, child) {
  for (let tries = 0; tries < READY_SECONDS * 10; tries++) {
    if (child.exitCode !== null) throw new Error(`a serving process ended with code ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`not ready after ${READY_SECONDS} s`)
}

export async function startServing(url, port) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'freehold-bench-load-'))
  const start = async () => {
    const child = spawn(
      process.execPath,
      [...SOURCE_ARGS, file('server.mjs'), JSON.stringify({ url, port, dataDir })],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    await waitUntilReady(port, child)
    return child
  }
  let child = await start()
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = await ended
    return code
  }
  return {
    port,
    isAlive: () => child.exitCode === null,
    megabytes: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1000,
    /** As a rollout does it: told to stop, drained, and started again. */
    async restart() {
      const code = await stop()
      child = await start()
      return code
    },
    async end() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function startCallers(settings) {
  const child = fork(file('client.mjs'), [JSON.stringify(settings)], { execArgv: [] })
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the callers ended with code ${code}`)))
  died.catch(() => {})
  const nextMessage = async () => (await Promise.race([once(child, 'message'), died]))[0]
  await nextMessage()
  return {
    pid: child.pid,
    /** `parts` of a rate and how many seconds it lasts, one after the other without a pause; answers what came of each. */
    run(parts) {
      child.send({ parts })
      return nextMessage()
    },
    end: () => child.disconnect(),
  }
}
