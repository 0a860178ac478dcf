// The numbers that /metrics shows, in one registry per service so that tests can run several.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ErrorCode } from '../kernel/errors.ts'

const ALARMING: readonly ErrorCode[] = ['internal_error', 'upstream_unavailable', 'rate_limited']

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(options: { process: boolean }) {
  const registry = new Registry()
  if (options.process) collectDefaultMetrics({ register: registry, prefix: 'freehold_' })
  const registers = [registry]
  const beforeScrape: (() => Promise<void>)[] = []
  const metrics = {
    registry,
    /** Numbers that are only looked up when somebody asks for them. */
    onScrape: (refresh: () => Promise<void>): void => void beforeScrape.push(refresh),
    scrape: async (): Promise<string> => {
      await Promise.all(beforeScrape.map((refresh) => refresh()))
      return registry.metrics()
    },
    requests: new Histogram({
      name: 'freehold_http_request_seconds',
      help: 'Time from the first byte of the request to the end of the response, or to the start of an event stream.',
      labelNames: ['route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    errors: new Counter({
      name: 'freehold_errors_total',
      help: 'Error responses by error code.',
      labelNames: ['code'],
      registers,
    }),
    changeStreams: new Gauge({
      name: 'freehold_change_streams',
      help: 'Open event streams of this process: pages of the console and portal that follow changes.',
      labelNames: ['workplace'],
      registers,
    }),
    admissionBatch: new Histogram({
      name: 'freehold_admission_batch_size',
      help: 'Requests admitted in one batch write of nonces and rate limits.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    jobs: new Counter({
      name: 'freehold_jobs_total',
      help: 'Completed background tasks by kind and outcome.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    requestLogDropped: new Counter({
      name: 'freehold_request_log_dropped_total',
      help:
        'Requests missing from the partner request log. sampled: above the per-minute limit for rejected requests; overflow: ' +
        'too many requests buffered; failed: the database write failed.',
      labelNames: ['reason'],
      registers,
    }),
    embedded: new Counter({
      name: 'freehold_search_embedded_total',
      help: 'Listings embedded for search since the process started. Restored embeddings are not counted.',
      registers,
    }),
    embeddingWaiting: new Gauge({
      name: 'freehold_search_embedding_waiting',
      help: 'Listings waiting to be embedded, in all processes together. Every process reports it.',
      registers,
    }),
    searchFallbacks: new Counter({
      name: 'freehold_search_fallbacks_total',
      help:
        'Searches for which the database found words, because no process that holds the index responded. unavailable: not ' +
        'reachable; timeout: no response in time; overloaded: too many searches; loading: the index is not complete; ' +
        'rejected: the query failed there.',
      labelNames: ['reason'],
      registers,
    }),
    searchServers: new Gauge({
      name: 'freehold_search_servers_available',
      help: 'Search processes (SEARCH_URL) that respond to this process and have a complete index.',
      registers,
    }),
    ledgerFindings: new Gauge({
      name: 'freehold_ledger_findings',
      help: 'Violations found by the last ledger check. Alert on any value above 0.',
      registers,
    }),
    ledgerCheckAge: new Gauge({
      name: 'freehold_ledger_check_age_seconds',
      help: 'Seconds since the last ledger check by any process, or since this process started if none is known.',
      registers,
    }),
    jobAge: new Gauge({
      name: 'freehold_job_age_seconds',
      help: 'Seconds since the last completed run of a periodic job in any process.',
      labelNames: ['task'],
      registers,
    }),
    jobFailing: new Gauge({
      name: 'freehold_job_failing',
      help: '1 if the last run of a periodic job failed, otherwise 0.',
      labelNames: ['task'],
      registers,
    }),
    deliveriesWaiting: new Gauge({
      name: 'freehold_webhook_deliveries_waiting',
      help: 'Pending webhook deliveries, including retries. At most 1000 are counted per endpoint.',
      registers,
    }),
    deliveryLag: new Gauge({
      name: 'freehold_webhook_delivery_lag_seconds',
      help: 'Age in seconds of the oldest overdue webhook delivery.',
      registers,
    }),
    mailQueued: new Gauge({
      name: 'freehold_mail_queued',
      help: 'Messages waiting to be sent, including retries. At most 1000 are counted.',
      registers,
    }),
    mailLag: new Gauge({
      name: 'freehold_mail_oldest_queued_seconds',
      help: 'Seconds since the oldest waiting message was queued.',
      registers,
    }),
    openOrders: new Gauge({
      name: 'freehold_orders_open',
      help: 'Orders that are not settled, refunded or canceled.',
      labelNames: ['environment', 'status'],
      registers,
    }),
    connections: new Gauge({
      name: 'freehold_database_connections',
      help: 'Database connections of this process by state: busy, idle. waiting: callers queued for a connection.',
      labelNames: ['state'],
      registers,
    }),
    replicaLag: new Gauge({
      name: 'freehold_replica_lag_seconds',
      help: 'How far the replica is behind the primary, measured every half second. NaN: not known.',
      registers,
    }),
    replicaReads: new Counter({
      name: 'freehold_replica_reads_total',
      help: 'Requests that a replica may serve, by the server that they read.',
      labelNames: ['server'],
      registers,
    }),
    tableBytes: new Gauge({
      name: 'freehold_table_bytes',
      help: 'Size on disk of each growing table, including indexes. Updated at most once a minute.',
      labelNames: ['table'],
      registers,
    }),
    spansDropped: new Counter({
      name: 'freehold_trace_spans_dropped_total',
      help: 'Trace spans the collector did not accept.',
      registers,
    }),
    up: new Gauge({ name: 'freehold_info', help: 'The running version.', labelNames: ['version'], registers }),
  }
  // There is a lag only where there is a replica.
  metrics.replicaLag.remove()
  // A counter that begins with its first one has not risen, for Prometheus: what an alarm waits for is there from the start.
  for (const code of ALARMING) metrics.errors.inc({ code }, 0)
  for (const kind of ['webhook_delivery', 'mail']) metrics.jobs.inc({ kind, outcome: 'failed' }, 0)
  for (const reason of ['sampled', 'overflow', 'failed']) metrics.requestLogDropped.inc({ reason }, 0)
  return metrics
}
