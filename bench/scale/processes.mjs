// The processes of the bench: serving ones, and children that do what they are told.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../packages/server/test/ports.ts'
import { SOURCE_ARGS } from '../from-source.mjs'

export const wait = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000))
const file = (name) => fileURLToPath(new URL(name, import.meta.url))
const children = []

export const endChildren = () => {
  for (const child of children.splice(0)) child.disconnect()
}

export async function startWeb(url, more = {}) {
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'freehold-bench-scale-'))
  const args = [
    ...SOURCE_ARGS,
    file('../load/server.mjs'),
    JSON.stringify({ url, port, dataDir, trustProxy: 1, ...more }),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`a serving process ended with code ${child.exitCode}`)
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200) break
    await wait(0.1)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { port, pid: child.pid, stop }
}

export async function startChild(name, settings, execArgv = []) {
  const child = fork(file(name), [JSON.stringify(settings)], { execArgv })
  children.push(child)
  const [{ port }] = await once(child, 'message')
  const run = async (task) => {
    child.send(task)
    const [result] = await once(child, 'message')
    if (result.failed) throw new Error(result.failed)
    return result
  }
  return { run, port, pid: child.pid }
}
