// Two PostgreSQL servers: a primary, and a streaming replica that confirms each commit. Either can be killed, promoted and rebuilt.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './ports.ts'
import { postgresBinaries, serverUser, waitUntilReady } from './postgres.ts'

/** Null where the installed PostgreSQL cannot copy itself: the one from npm comes without `pg_basebackup`. */
export function replicationBinaries(): string | null {
  const binaries = postgresBinaries()
  return binaries && existsSync(path.join(binaries, 'pg_basebackup')) ? binaries : null
}

const SETTINGS = [
  ...['fsync=off', 'full_page_writes=off', 'max_connections=200', 'shared_buffers=64MB'],
  ...['wal_level=replica', 'max_wal_senders=6', 'hot_standby=on', 'wal_keep_size=256MB', 'wal_receiver_timeout=5s'],
]

type Server = { port: number; url: string; process: ChildProcess; folder: string }

export type ReplicatedPostgres = {
  /** Of both servers, as DATABASE_URL accepts it. */
  url(database: string): string
  primaryUrl(database: string): string
  replicaUrl(database: string): string
  /** Runs SQL on one of them, past any setting that makes it read-only. */
  onPrimary(text: string): Promise<pg.QueryResult>
  onReplica(text: string): Promise<pg.QueryResult>
  killPrimary(): Promise<void>
  /** The replica becomes the primary. The server that was primary must be dead or read-only. */
  promote(): Promise<void>
  /** Replaces the server that is not primary by a new copy that confirms each commit. */
  rebuildReplica(): Promise<void>
  killReplica(): Promise<void>
  stop(): Promise<void>
}

/** `more`: settings of both that replace those for tests. */
export async function startReplicatedPostgres(
  binaries: string,
  more: readonly string[] = [],
): Promise<ReplicatedPostgres> {
  const user = serverUser()
  const root = mkdtempSync(path.join(tmpdir(), 'freehold-pg-pair-'))
  if (user) chownSync(root, user.uid, user.gid)
  let serial = 0
  const newFolder = () => path.join(root, `data-${serial++}`)
  const program = (name: string, args: readonly string[]) =>
    execFileSync(path.join(binaries, name), args, { stdio: 'pipe', ...user })

  async function launch(folder: string, port: number): Promise<Server> {
    const args = ['-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', '']
    const settings = [...SETTINGS, ...more].flatMap((setting) => ['-c', setting])
    const child = spawn(path.join(binaries, 'postgres'), [...args, ...settings], { stdio: 'ignore', ...user })
    const url = `postgres://freehold@127.0.0.1:${port}/postgres`
    await waitUntilReady(url, child)
    return { port, url, process: child, folder }
  }

  async function end(server: Server, signal: NodeJS.Signals): Promise<void> {
    if (server.process.exitCode !== null || server.process.signalCode !== null) return
    const ended = new Promise((resolve) => server.process.once('exit', resolve))
    server.process.kill(signal)
    await ended
  }

  async function query(url: string, text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  async function copy(from: Server, port: number): Promise<Server> {
    const folder = newFolder()
    const source = ['-h', '127.0.0.1', '-p', String(from.port), '-U', 'freehold']
    program('pg_basebackup', ['-D', folder, ...source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
    const server = await launch(folder, port)
    // From here on a commit waits for the copy.
    await query(from.url, "alter system set synchronous_standby_names = '*'")
    await query(from.url, 'select pg_reload_conf()')
    for (let tries = 0; tries < 300; tries++) {
      const { rows } = await query(from.url, "select 1 from pg_stat_replication where sync_state = 'sync'")
      if (rows.length > 0) return server
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('the replica did not begin to confirm commits within 30 seconds')
  }

  const first = newFolder()
  program('initdb', ['-D', first, '-U', 'freehold', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'])
  let primary = await launch(first, await freePort())
  let replica = await copy(primary, await freePort())
  // As users write it: the order of the servers says nothing about who is primary.
  const ports = [primary.port, replica.port]
  const inDatabase = (server: Server, database: string) => server.url.replace(/\/postgres$/, `/${database}`)

  return {
    url: (database) =>
      `postgres://freehold@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`,
    primaryUrl: (database) => inDatabase(primary, database),
    replicaUrl: (database) => inDatabase(replica, database),
    onPrimary: (text) => query(primary.url, text),
    onReplica: (text) => query(replica.url, text),
    killPrimary: () => end(primary, 'SIGQUIT'),
    killReplica: () => end(replica, 'SIGQUIT'),
    async promote() {
      await query(replica.url, 'select pg_promote(true, 30)')
      const demoted = primary
      primary = replica
      replica = demoted
    },
    async rebuildReplica() {
      await end(replica, 'SIGQUIT')
      rmSync(replica.folder, { recursive: true, force: true })
      await query(primary.url, 'alter system reset synchronous_standby_names')
      await query(primary.url, 'select pg_reload_conf()')
      replica = await copy(primary, replica.port)
    },
    async stop() {
      await end(replica, 'SIGQUIT')
      await end(primary, 'SIGQUIT')
      rmSync(root, { recursive: true, force: true })
    },
  }
}
