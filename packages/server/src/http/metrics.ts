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
      help: 'Time from the first byte of a request to the end of its answer.',
      labelNames: ['route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    errors: new Counter({
      name: 'freehold_errors_total',
      help: 'Answers by error code.',
      labelNames: ['code'],
      registers,
    }),
    admissionBatch: new Histogram({
      name: 'freehold_admission_batch_size',
      help: 'Requests that shared one write of nonces and rate limits.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    jobs: new Counter({
      name: 'freehold_jobs_total',
      help: 'Background work by kind and outcome.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    requestLogDropped: new Counter({
      name: 'freehold_request_log_dropped_total',
      help: "Requests that are not in their partner's log. sampled: more refused ones in a minute than are kept; overflow: too many at once; failed: the database did not accept them.",
      labelNames: ['reason'],
      registers,
    }),
    embedded: new Counter({
      name: 'freehold_search_embedded_total',
      help: 'Listings that were embedded; a restart adds none.',
      registers,
    }),
    embeddingWaiting: new Gauge({
      name: 'freehold_search_embedding_waiting',
      help: 'Listings that this process has still to embed; 0 where another process does.',
      registers,
    }),
    ledgerFindings: new Gauge({
      name: 'freehold_ledger_findings',
      help: 'What the last check of the books found wrong; anything but 0 is an alarm.',
      registers,
    }),
    ledgerCheckAge: new Gauge({
      name: 'freehold_ledger_check_age_seconds',
      help: 'Since when the books were last checked, by whichever process; since this process began where it knows of no check.',
      registers,
    }),
    jobAge: new Gauge({
      name: 'freehold_job_age_seconds',
      help: 'Since when a periodic job last ended, in whichever process.',
      labelNames: ['task'],
      registers,
    }),
    jobFailing: new Gauge({
      name: 'freehold_job_failing',
      help: '1 while the last run of a periodic job failed.',
      labelNames: ['task'],
      registers,
    }),
    deliveriesWaiting: new Gauge({
      name: 'freehold_webhook_deliveries_waiting',
      help: 'Deliveries that are still to be made, retries included; of each receiver at most 1000 are counted.',
      registers,
    }),
    deliveryLag: new Gauge({
      name: 'freehold_webhook_delivery_lag_seconds',
      help: 'How long the delivery that waits longest has been due.',
      registers,
    }),
    openOrders: new Gauge({
      name: 'freehold_orders_open',
      help: 'Orders that are neither settled, refunded nor cancelled.',
      labelNames: ['environment', 'status'],
      registers,
    }),
    connections: new Gauge({
      name: 'freehold_database_connections',
      help: "This process's connections to its database: busy, idle; waiting are callers that wait for one.",
      labelNames: ['state'],
      registers,
    }),
    tableBytes: new Gauge({
      name: 'freehold_table_bytes',
      help: 'Size on disk of each table that grows, with its indexes; read at most once a minute.',
      labelNames: ['table'],
      registers,
    }),
    spansDropped: new Counter({
      name: 'freehold_trace_spans_dropped_total',
      help: 'Spans that the collector of traces did not take.',
      registers,
    }),
    up: new Gauge({ name: 'freehold_info', help: 'The running version.', labelNames: ['version'], registers }),
  }
  // A counter that begins with its first one has not risen, for Prometheus: what an alarm waits for is there from the start.
  for (const code of ALARMING) metrics.errors.inc({ code }, 0)
  metrics.jobs.inc({ kind: 'webhook_delivery', outcome: 'failed' }, 0)
  for (const reason of ['sampled', 'overflow', 'failed']) metrics.requestLogDropped.inc({ reason }, 0)
  return metrics
}
