// A real Redis or Valkey for tests, configured as the scaling guide says, behind an address that leads to one server after another. It can
// be killed, cleared, and replaced by its replica.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import type { AdmissionTestServer } from './admission-standin.ts'
import { freePort } from './ports.ts'
import { findProgram } from './programs.ts'
import { openVirtualAddress } from './virtual-address.ts'

export type RedisReplica = {
  /** It keeps what it has, and gets nothing more. */
  cut(): Promise<void>
  /** The primary is killed, and the address leads here. */
  promote(): Promise<void>
}

export type RedisServer = AdmissionTestServer & {
  /** And starts again with what it had written. */
  kill(): Promise<void>
  pid(): number
  /** Of the server itself, for measurements: without the address in between. */
  directUrl(): string
  /** Returns when it has all that the primary has. */
  addReplica(): Promise<RedisReplica>
}

type Instance = { port: number; folder: string; process: ChildProcess }

export const findRedis = () => findProgram('valkey-server', 'redis-server')

/** `appendfsync`: with `everysec`, a server that is killed while it syncs its file loses the writes since then. */
export async function startRedis(
  program: string,
  appendfsync: 'always' | 'everysec' = 'everysec',
): Promise<RedisServer> {
  const instances = new Set<Instance>()

  async function ask(port: number, command: string, ...args: string[]): Promise<unknown> {
    const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null })
    client.on('error', () => {})
    try {
      return await client.call(command, ...args)
    } finally {
      client.disconnect()
    }
  }

  async function launch(port: number, folder: string): Promise<Instance> {
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
    const guide = ['--appendonly', 'yes', '--appendfsync', appendfsync, '--maxmemory-policy', 'noeviction']
    const child = spawn(program, [...place, ...guide, '--save', '', '--repl-diskless-sync-delay', '0'], {
      stdio: 'ignore',
    })
    const instance = { port, folder, process: child }
    instances.add(instance)
    await ask(port, 'PING')
    return instance
  }

  async function end(instance: Instance, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    instances.delete(instance)
    const { process: child } = instance
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'freehold-redis-'))
    folders.push(folder)
    return folder
  }

  let primary = await launch(await freePort(), newFolder())
  const address = await openVirtualAddress(primary.port)
  /** Writes to its file first, whatever `appendfsync` says. */
  const stop = () => end(primary, 'SIGTERM')
  const start = async () => {
    primary = await launch(primary.port, primary.folder)
  }
  const readNumber = async (port: number, field: string) =>
    Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(String(await ask(port, 'INFO', 'replication')))?.[1])

  async function addReplica(): Promise<RedisReplica> {
    const replica = await launch(await freePort(), newFolder())
    const cut = async () => void (await ask(replica.port, 'REPLICAOF', 'NO', 'ONE'))
    await ask(replica.port, 'REPLICAOF', '127.0.0.1', String(primary.port))
    for (let tries = 0; ; tries++) {
      const [wanted, got] = [
        await readNumber(primary.port, 'master_repl_offset'),
        await readNumber(replica.port, 'slave_repl_offset'),
      ]
      if (got >= wanted && String(await ask(replica.port, 'INFO', 'replication')).includes('master_link_status:up'))
        break
      if (tries > 600) throw new Error('the replica of Redis did not follow within a minute')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return {
      cut,
      async promote() {
        await end(primary)
        await cut()
        primary = replica
        address.leadTo(replica.port)
      },
    }
  }

  return {
    url: `redis://127.0.0.1:${address.port}`,
    pid: () => primary.process.pid as number,
    directUrl: () => `redis://127.0.0.1:${primary.port}`,
    start,
    stop,
    restart: async () => {
      await stop()
      await start()
    },
    async kill() {
      await end(primary)
      await start()
    },
    flush: async () => void (await ask(primary.port, 'FLUSHALL')),
    addReplica,
    async snapshot() {
      const replica = await addReplica()
      await replica.cut()
      return replica.promote
    },
    async set({ role, policy }) {
      if (policy) await ask(primary.port, 'CONFIG', 'SET', 'maxmemory-policy', policy)
      // Nobody listens there: it is a replica, of nothing.
      if (role === 'slave') await ask(primary.port, 'REPLICAOF', '127.0.0.1', '1')
    },
    async close() {
      await address.close()
      await Promise.all([...instances].map((instance) => end(instance)))
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}
