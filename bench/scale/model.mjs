// From measured costs of single operations to machines: how many a load needs, and what breaks first. Pure.

/** What is measured of each operation. */
export const COSTS = {
  webMicros: { unit: 'µs', text: 'CPU of the web process or worker' },
  databaseMicros: { unit: 'µs', text: 'CPU of PostgreSQL' },
  walBytes: { unit: 'bytes', text: 'WAL' },
  storedBytes: { unit: 'bytes', text: 'stored' },
  nonceBytes: { unit: 'bytes', text: 'nonces' },
  clientMicros: { unit: 'µs', text: 'CPU of the caller' },
}

/** What is measured of each request in a cluster, with the parts that one PostgreSQL does not have. */
export const CLUSTER_COSTS = {
  webMicros: { unit: 'µs', text: 'CPU of the web process' },
  poolerMicros: { unit: 'µs', text: 'CPU of PgBouncer' },
  databaseMicros: { unit: 'µs', text: 'CPU of the primary' },
  replicaMicros: { unit: 'µs', text: 'CPU of the replica' },
  admissionMicros: { unit: 'µs', text: 'CPU of Redis' },
  admissionBytes: { unit: 'bytes', text: 'memory of Redis' },
  walBytes: { unit: 'bytes', text: 'WAL' },
  clientMicros: { unit: 'µs', text: 'CPU of the caller' },
}
const isCpu = (cost) => cost.endsWith('Micros')

/** Of a hundred requests to a marketplace: the load that is replayed, and that machines are computed for. */
export const MIX = { signedRead: 60, publicRead: 20, search: 10, click: 7, order: 3 }
const SIGNED = ['signedRead', 'search', 'order']
/** Recorded, transferred: each event of an order is one delivery. */
const DELIVERIES_PER_ORDER = 2

/** What we assume and did not measure. */
export const ASSUMED = {
  /** Share of the CPU that is used at the peak; the rest is for failures, peaks and deployments. */
  busy: 0.5,
  webCores: 8,
  databaseCores: 64,
  walBytesPerSecond: 100e6,
  storedBytes: 10e12,
  /** A partition of half an hour, 20 minutes until it is past, and 5 until the next run of the job that drops it. */
  nonceSeconds: 1800 + 1200 + 300,
  /** Rows of a nonce: within 11 minutes before the end of a half hour, it is in two partitions. */
  nonceCopies: 1 + 660 / 1800,
  nonceRows: 10e6,
  /** Redis forgets a nonce exactly when it need not be remembered any more. */
  admissionSeconds: 900,
  logDays: 7,
  searchBytes: 8e9,
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const total = (mix) => sum(Object.values(mix))

/** Of a request, on average over the half hour: a bench of minutes is in the part with one copy or in that with two. */
export function computeNonceBytes({ bytes, rows, requests }) {
  if (rows <= 0) return 0
  return (bytes / rows) * ASSUMED.nonceCopies * Math.min(1, rows / requests)
}

/** Requests a second that some cores sustain when callers and all parts share them. */
export function predictRate(costs, mix, cores) {
  const micros = sum(
    Object.entries(mix).map(([kind, share]) => {
      const used = Object.entries(costs[kind]).filter(([cost]) => isCpu(cost))
      return (share / total(mix)) * sum(used.map(([, one]) => one))
    }),
  )
  return (cores * 1e6) / micros
}

/** Operations of each kind that come with one signed request. */
export function perSignedRequest(mix = MIX) {
  const signed = sum(SIGNED.map((kind) => mix[kind]))
  const rates = Object.fromEntries(Object.entries(mix).map(([kind, share]) => [kind, share / signed]))
  return { ...rates, delivery: DELIVERIES_PER_ORDER * rates.order }
}

const LIMITS = [
  {
    what: 'CPU of the PostgreSQL primary',
    use: ({ databaseCores }) => databaseCores / (ASSUMED.databaseCores * ASSUMED.busy),
    taker: 'reads on replicas; then one PostgreSQL cluster for each group of partners',
  },
  {
    what: 'WAL of the PostgreSQL primary',
    use: ({ walPerSecond }) => walPerSecond / ASSUMED.walBytesPerSecond,
    taker: 'the request log in ClickHouse',
  },
  {
    what: 'live nonces in PostgreSQL',
    use: ({ nonceRows }) => nonceRows / ASSUMED.nonceRows,
    taker: 'Valkey (`ADMISSION_URL`)',
  },
  {
    what: `rows kept for ${ASSUMED.logDays} days`,
    use: ({ storedPerDay }) => (storedPerDay * ASSUMED.logDays) / ASSUMED.storedBytes,
    taker: 'the request log in ClickHouse',
  },
]

/** Everything that a limit is exceeded by, worst first. */
const findBroken = (limits, plan) =>
  limits
    .map(({ what, taker, use }) => ({ what, taker, use: use(plan) }))
    .filter(({ use }) => use > 1)
    .sort((a, b) => b.use - a.use)

export function planTraffic(costs, signedPerMinute) {
  const signedPerSecond = signedPerMinute / 60
  const kinds = Object.entries(perSignedRequest())
  const perSecond = (cost) => signedPerSecond * sum(kinds.map(([kind, rate]) => rate * costs[kind][cost]))
  const webCores = perSecond('webMicros') / 1e6
  const plan = {
    signedPerSecond,
    webCores,
    // Two, so that one can fail.
    webMachines: Math.max(2, Math.ceil(webCores / (ASSUMED.webCores * ASSUMED.busy))),
    databaseCores: perSecond('databaseMicros') / 1e6,
    walPerSecond: perSecond('walBytes'),
    storedPerDay: 86_400 * perSecond('storedBytes'),
    nonceRows: signedPerSecond * ASSUMED.nonceSeconds * ASSUMED.nonceCopies,
    nonceBytes: ASSUMED.nonceSeconds * perSecond('nonceBytes'),
    ordersPerDay: 86_400 * signedPerSecond * perSignedRequest().order,
  }
  const broken = findBroken(LIMITS, plan)
  // A cluster for each group of partners divides the load: as many primaries as keep within their limit.
  const primaries = Math.ceil(plan.databaseCores / (ASSUMED.databaseCores * ASSUMED.busy))
  return { ...plan, primaries, broken }
}

/** PgBouncer and Redis use one core each, whatever the machine has. */
const CLUSTER_LIMITS = [
  {
    what: 'one process of PgBouncer',
    use: ({ poolerCores }) => poolerCores / ASSUMED.busy,
    taker: 'more processes of PgBouncer on one port (`so_reuseport`)',
  },
  {
    what: 'one primary of Redis',
    use: ({ admissionCores }) => admissionCores / ASSUMED.busy,
    taker: 'keys of Valkey by partner on several primaries, which is not built',
  },
  {
    what: 'CPU of the PostgreSQL primary',
    use: ({ primaryCores }) => primaryCores / (ASSUMED.databaseCores * ASSUMED.busy),
    taker: 'one PostgreSQL cluster for each group of partners',
  },
]

/** Requests only: what deliveries use is in `planTraffic`. Nonces are in Redis as long as they are remembered. */
export function planCluster(costs, signedPerMinute) {
  const signedPerSecond = signedPerMinute / 60
  const { delivery: _, ...kinds } = perSignedRequest()
  const perSecond = (cost) =>
    signedPerSecond * sum(Object.entries(kinds).map(([kind, rate]) => rate * costs[kind][cost]))
  const plan = {
    webCores: perSecond('webMicros') / 1e6,
    poolerCores: perSecond('poolerMicros') / 1e6,
    primaryCores: perSecond('databaseMicros') / 1e6,
    replicaCores: perSecond('replicaMicros') / 1e6,
    admissionCores: perSecond('admissionMicros') / 1e6,
    // A nonce is the same for each kind, and reads are enough of them to measure its size.
    admissionBytes: signedPerSecond * costs.signedRead.admissionBytes * ASSUMED.admissionSeconds,
  }
  return { ...plan, broken: findBroken(CLUSTER_LIMITS, plan) }
}

const LISTING_LIMITS = [
  {
    what: 'memory of each process that holds the search index',
    use: ({ searchBytes }) => searchBytes / ASSUMED.searchBytes,
    taker: 'search processes; then OpenSearch or Vespa that proposes candidates to the present ranker',
  },
  {
    what: 'one core that embeds, for a day',
    use: ({ embeddingHours }) => embeddingHours / 24,
    taker: 'more processes, which share the backlog',
  },
  { what: 'disk of the primary', use: ({ storedBytes }) => storedBytes / ASSUMED.storedBytes, taker: 'partitions' },
]

/** `search`: bytes of memory that the index of a process has without listings, and for each. */
export function planListings(costs, listings, search) {
  const { listing, embedding } = costs
  const plan = {
    listings,
    storedBytes: listings * (listing.storedBytes + embedding.storedBytes),
    importHours: (listings * (listing.webMicros + listing.databaseMicros)) / 3600e6,
    embeddingHours: (listings * embedding.webMicros) / 3600e6,
    searchBytes: search.baseBytes + listings * search.bytesPerListing,
  }
  return { ...plan, broken: findBroken(LISTING_LIMITS, plan) }
}
