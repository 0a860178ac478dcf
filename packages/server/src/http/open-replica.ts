// The replica that the settings name, with its metrics and log lines.
import { openReplica, type Replica } from '../db/replica.ts'
import { traceDatabase } from '../db/traced.ts'
import type { Deps } from '../deps.ts'

/** Null where no replica is configured. It may be unavailable: then the primary is read. */
export function openConfiguredReplica({ config, db, metrics, log, tracer }: Deps): Replica | null {
  const { replica: settings, databaseUrl, databasePoolSize } = config
  if (!settings || !databaseUrl) return null
  const replica = openReplica({
    primary: db,
    primaryUrl: databaseUrl,
    ...settings,
    poolSize: databasePoolSize,
    trace: (own) => (tracer ? traceDatabase(own, tracer) : own),
    onRead: (server) => metrics.replicaReads.inc({ server }),
    onChange: ({ isUsed, lagSeconds }) => {
      if (isUsed) log.info({ lagSeconds }, 'reads that may lag go to the replica')
      else log.warn({ lagSeconds }, 'the replica is unavailable or too far behind; all reads go to the primary')
    },
  })
  for (const server of ['replica', 'primary']) metrics.replicaReads.inc({ server }, 0)
  metrics.onScrape(async () => metrics.replicaLag.set(replica.getState().lagSeconds ?? Number.NaN))
  return replica
}
