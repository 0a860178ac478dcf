// PgBouncer as an administrator installs it, with the settings of the scaling guide. It can be killed, and led to another server.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './ports.ts'
import { serverUser, waitUntilReady } from './postgres.ts'
import { findProgram } from './programs.ts'

export type PgBouncer = {
  url: string
  pid(): number
  /** Ends it with SIGKILL. `start` starts it again in the same place. */
  kill(): Promise<void>
  start(): Promise<void>
  /** What a manager of the cluster does after a failover: another host in the settings, then a reload. */
  leadTo(target: string): void
  close(): Promise<void>
}

export const findPgBouncer = () => findProgram('pgbouncer')

/** The scaling guide has these lines too. PgBouncer's own default is to try a failed server again after 15 seconds. */
export const GUIDED = ['server_login_retry = 1']

export type PgBouncerOptions = { mode?: 'transaction' | 'session'; poolSize?: number }

export async function startPgBouncer(
  program: string,
  target: string,
  { mode = 'transaction', poolSize = 4 }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const database = new URL(target).pathname.slice(1)
  const [settings, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'users.txt')]
  const url = `postgres://freehold@127.0.0.1:${port}/${database}`
  let child: ChildProcess

  function write(to: string): void {
    const { hostname, port: serverPort } = new URL(to)
    const lines = [
      '[databases]',
      `${database} = host=${hostname} port=${serverPort} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'auth_type = trust',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${poolSize}`,
      ...GUIDED,
      'unix_socket_dir =',
    ]
    writeFileSync(settings, `${lines.join('\n')}\n`)
  }

  async function start(): Promise<void> {
    child = spawn(program, [settings], { stdio: 'ignore', ...serverUser() })
    await waitUntilReady(url, child)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  writeFileSync(users, '"freehold" ""\n')
  write(target)
  await start()
  return {
    url,
    pid: () => child.pid as number,
    kill: () => end('SIGKILL'),
    start,
    leadTo(to) {
      write(to)
      child.kill('SIGHUP')
    },
    async close() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
