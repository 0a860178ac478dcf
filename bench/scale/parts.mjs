// What the service of the bench runs on: one PostgreSQL, or a cluster of the real programs: a primary, a replica that confirms each commit
// and serves reads, PgBouncer in transaction mode, and Redis or Valkey with the log that keeps nonces.
import { execFileSync } from 'node:child_process'
import { Redis } from 'ioredis'
import { findPgBouncer, startPgBouncer } from '../../packages/server/test/pgbouncer.ts'
import { findRedis, startRedis } from '../../packages/server/test/redis-server.ts'
import { replicationBinaries, startReplicatedPostgres } from '../../packages/server/test/replicated-postgres.ts'
import { BENCH_SETTINGS, postgresVersion, query, startBenchPostgres } from '../orders/fixture.mjs'
import { familyMicros, processMicros } from './meters.mjs'

const CONNECTIONS_OF_POOLER = 40

async function readPid(url) {
  const [{ pid }] = await query(url, "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid")
  return pid
}

export async function startOne() {
  const postgres = await startBenchPostgres()
  const server = await readPid(postgres.url)
  return {
    postgres,
    /** What a web process is started with for a database. */
    join: async ({ url }) => ({ url, more: {} }),
    readParts: async () => ({ database: familyMicros(server) }),
    versions: async () => ({ postgresql: await postgresVersion(postgres.url) }),
    stop: () => postgres.stop(),
  }
}

/** Null where a program is missing, which it prints. */
export async function startCluster() {
  const [binaries, pgBouncer, redisProgram] = [replicationBinaries(), findPgBouncer(), findRedis()]
  if (!binaries || !pgBouncer || !redisProgram) {
    console.log(
      'not run: the cluster. Install PostgreSQL with pg_basebackup, pgbouncer, and valkey-server or redis-server.',
    )
    return null
  }
  const servers = await startReplicatedPostgres(binaries, BENCH_SETTINGS)
  const redis = await startRedis(redisProgram)
  // Directly: the address of the tests is a process in between.
  const admission = new Redis(redis.directUrl())
  const [primary, replica] = await Promise.all(
    [servers.primaryUrl('postgres'), servers.replicaUrl('postgres')].map(readPid),
  )
  let pooler
  return {
    postgres: { url: servers.primaryUrl('postgres') },
    async join({ url }) {
      const database = new URL(url).pathname.slice(1)
      pooler = await startPgBouncer(pgBouncer, url, { poolSize: CONNECTIONS_OF_POOLER })
      const more = {
        replica: { url: servers.replicaUrl(database), maxLagSeconds: 5 },
        admissionUrl: redis.directUrl(),
      }
      return { url: pooler.url, more }
    },
    async readParts() {
      const [, bytes] = /^used_memory:(\d+)/m.exec(await admission.info('memory')) ?? []
      return {
        database: familyMicros(primary),
        replica: familyMicros(replica),
        pooler: processMicros(pooler.pid()),
        admission: processMicros(redis.pid()),
        admissionBytes: Number(bytes),
      }
    },
    async versions() {
      const readVersion = (program) =>
        /\d+\.\d+(\.\d+)?/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0]
      return {
        postgresql: await postgresVersion(servers.primaryUrl('postgres')),
        pgbouncer: readVersion(pgBouncer),
        redis: readVersion(redisProgram),
      }
    },
    async stop() {
      admission.disconnect()
      await pooler?.close()
      await redis.close()
      await servers.stop()
    },
  }
}
