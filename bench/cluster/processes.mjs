// The processes of the cluster: web and search processes as `npm start` runs them, what they use, and what they say of themselves.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const READY_SECONDS_MOST = 120
const OWN = /^(NODE_ENV|DATABASE_.*|ADMISSION_.*|SEARCH_.*|RATE_.*|PORT|HOST|BASE_URL|DATA_DIR|MASTER_KEY)$/

const folder = mkdtempSync(path.join(tmpdir(), 'freehold-bench-cluster-'))
const children = []

/** Ready, or an error. */
export async function startProcess(command, port, env) {
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  const inherited = Object.entries(process.env).filter(([name]) => !OWN.test(name))
  const child = spawn(process.execPath, ['scripts/start.mjs', ...command], {
    cwd: root,
    // Warnings are seen beside what the bench prints.
    stdio: ['ignore', 2, 'inherit'],
    env: {
      ...Object.fromEntries(inherited),
      REGISTRY: 'simulated',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
      DATA_DIR: dataDir,
      PORT: String(port),
    },
  })
  children.push(child)
  const url = `http://127.0.0.1:${port}`
  for (const until = performance.now() + READY_SECONDS_MOST * 1000; performance.now() < until; await pause(100)) {
    if (child.exitCode !== null) throw new Error(`a process ended with code ${child.exitCode}`)
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.status === 200) return { child, port, dataDir, url }
  }
  throw new Error(`a process was not ready within ${READY_SECONDS_MOST} s`)
}

export async function endProcesses() {
  for (const child of children) {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
  }
  rmSync(folder, { recursive: true, force: true })
}

/** `VmRSS` is what it has now, `VmHWM` the most that it had. */
export const readMegabytes = ({ child }, field = 'VmRSS') =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1000

export async function readMetric({ url }, name) {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
