// The numbers that /metrics shows, in one registry per service so that tests can run several.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(options: { process: boolean }) {
  const registry = new Registry()
  if (options.process) collectDefaultMetrics({ register: registry, prefix: 'freehold_' })
  const registers = [registry]
  return {
    registry,
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
      help: 'Requests of partners that were not kept for their log: too many at once, or the database was away.',
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
    up: new Gauge({ name: 'freehold_info', help: 'The running version.', labelNames: ['version'], registers }),
  }
}
