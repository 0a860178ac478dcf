// The capacity model: machines follow from costs, limits are found, and docs/scale.md shows what it computes of the measurements.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  ASSUMED,
  CLUSTER_COSTS,
  type ClusterCost,
  COSTS,
  type Cost,
  computeNonceBytes,
  MIX,
  perSignedRequest,
  planCluster,
  planListings,
  planTraffic,
  predictRate,
} from '../../bench/scale/model.mjs'
import { CLUSTER, readClusterCosts, readCosts, readSearchMemory, withScaleTables } from '../../bench/scale/tables.mjs'
import type { Result } from '../../bench/tables.mjs'
import {
  listSlots,
  NONCE_KEPT_SECONDS,
  NONCE_PARTITIONS,
} from '../../packages/server/src/http/admission/nonce-slots.ts'
import { httpJobs } from '../../packages/server/src/http/jobs.ts'
import { NONCE_MEMORY_SECONDS } from '../../packages/server/src/kernel/limits.ts'

const read = (file: string): string => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
const results = JSON.parse(read('performance/results.json')) as Result[]

const cost = (own: Partial<Record<Cost, number>> = {}) => ({
  ...(Object.fromEntries(Object.keys(COSTS).map((name) => [name, 0])) as Record<Cost, number>),
  ...own,
})
const KINDS = [...Object.keys(MIX), 'delivery', 'listing', 'embedding']
const costs = (own: Partial<Record<Cost, number>>) => Object.fromEntries(KINDS.map((kind) => [kind, cost(own)]))

describe('the capacity model', () => {
  it('predicts the rate of a mix from the mean cost of its requests', () => {
    const two = { a: cost({ webMicros: 100, databaseMicros: 50, clientMicros: 50 }), b: cost({ webMicros: 600 }) }
    expect(predictRate(two, { a: 1, b: 0 }, 2)).toBeCloseTo(10_000)
    expect(predictRate(two, { a: 1, b: 1 }, 2)).toBeCloseTo(5000)
    expect(predictRate(two, { a: 50, b: 50 }, 4)).toBeCloseTo(10_000)
  })

  it('counts public requests, clicks and deliveries that come with signed requests', () => {
    const rates = perSignedRequest({ signedRead: 6, search: 1, order: 1, publicRead: 4, click: 2 })
    expect(rates).toEqual({
      signedRead: 0.75,
      search: 0.125,
      order: 0.125,
      publicRead: 0.5,
      click: 0.25,
      delivery: 0.25,
    })
  })

  it('needs as many machines as keep half of their CPU free, and at least two', () => {
    const each = Object.values(perSignedRequest()).reduce((sum, rate) => sum + rate, 0)
    const plan = planTraffic(costs({ webMicros: 1000 }), 60 * 10_000)
    expect(plan.webCores).toBeCloseTo(10 * each)
    expect(plan.webMachines).toBe(Math.ceil(plan.webCores / ((ASSUMED.webCores ?? 0) / 2)))
    expect(planTraffic(costs({ webMicros: 1 }), 60).webMachines).toBe(2)
    expect(planTraffic(costs({ webMicros: 1 }), 60)).toMatchObject({ primaries: 0, broken: [] })
  })

  it('names what is above its limit, worst first', () => {
    const names = (own: Partial<Record<Cost, number>>, rate: number) =>
      planTraffic(costs(own), rate).broken.map(({ what }) => what)
    expect(names({ databaseMicros: 1000 }, 60 * 1000)).toEqual([])
    expect(names({ databaseMicros: 100_000 }, 60 * 1000)).toEqual(['CPU of the PostgreSQL primary'])
    expect(names({}, 60 * 20_000)).toEqual(['live nonces in PostgreSQL'])
    expect(names({ walBytes: 100_000 }, 60 * 12_000)).toEqual([
      'WAL of the PostgreSQL primary',
      'live nonces in PostgreSQL',
    ])
    expect(names({ storedBytes: 10_000 }, 60 * 2000)).toEqual(['rows kept for 7 days'])
  })

  it('counts nonces as long as partitions keep them, and those near a border twice', () => {
    const half = Array.from({ length: 1800 }, (_, second) => listSlots(1_800_000_000 + second).length)
    expect(ASSUMED.nonceCopies).toBeCloseTo(half.reduce((sum, rows) => sum + rows, 0) / 1800)
    const { everySeconds } = httpJobs.find(({ name }) => name === 'used_nonces.purge')!
    expect(ASSUMED.nonceSeconds).toBe(1800 + NONCE_KEPT_SECONDS + everySeconds)
    expect(planTraffic(costs({}), 60 * 1000).nonceRows).toBeCloseTo(1000 * 3300 * (41 / 30))
    // The same, whether the bench ran near a border or not.
    for (const rows of [500, 1000])
      expect(computeNonceBytes({ bytes: rows * 90, rows, requests: 500 })).toBeCloseTo(90 * (41 / 30))
    expect(computeNonceBytes({ bytes: 0, rows: 0, requests: 500 })).toBe(0)
  })

  it('measures the table that nonces are written to', () => {
    const bench = readFileSync(new URL('../../bench/scale/measure.mjs', import.meta.url), 'utf8')
    expect(bench).toContain(`pg_partition_tree('${NONCE_PARTITIONS.table}')`)
  })

  it('counts every part of a cluster, and those that use one core against one', () => {
    const toCosts = (own: Partial<Record<ClusterCost, number>>) =>
      Object.fromEntries(
        Object.keys(MIX).map((kind) => [
          kind,
          {
            ...(Object.fromEntries(Object.keys(CLUSTER_COSTS).map((name) => [name, 0])) as Record<ClusterCost, number>),
            ...own,
          },
        ]),
      )
    const all = { webMicros: 100, poolerMicros: 10, databaseMicros: 50, replicaMicros: 20, admissionMicros: 10 }
    expect(predictRate(toCosts({ ...all, clientMicros: 10, admissionBytes: 99 }), MIX, 2)).toBeCloseTo(10_000)
    const requests = 100 / 73
    const plan = planCluster(toCosts({ ...all, admissionBytes: 100 }), 60 * 1000)
    expect(plan.poolerCores).toBeCloseTo(0.01 * requests)
    expect(plan.replicaCores).toBeCloseTo(0.02 * requests)
    expect(plan.admissionBytes).toBeCloseTo(1000 * 100 * NONCE_MEMORY_SECONDS)
    expect(plan.broken).toEqual([])
    const large = planCluster(toCosts({ ...all, admissionMicros: 1 }), 60 * 50_000)
    expect(large.broken.map(({ what }) => what)).toEqual(['one process of PgBouncer'])
  })

  it('computes disk, memory and CPU of listings', () => {
    const own = { ...costs({ storedBytes: 1000 }), embedding: cost({ webMicros: 36_000, storedBytes: 500 }) }
    const plan = planListings(own, 1_000_000, { baseBytes: 2e8, bytesPerListing: 800 })
    expect(plan).toMatchObject({ storedBytes: 1.5e9, embeddingHours: 10, searchBytes: 1e9, broken: [] })
    const large = planListings(own, 10_000_000, { baseBytes: 2e8, bytesPerListing: 800 })
    expect(large.broken.map(({ what }) => what)).toEqual([
      'one core that embeds, for a day',
      'memory of each process that holds the search index',
    ])
  })
})

/** As the bench writes it, with the same costs for all. */
const measured: Result[] = [
  {
    name: 'scale',
    database: 'PostgreSQL',
    size: 'full',
    when: '2026-01-01T00:00:00.000Z',
    rows: [
      ...KINDS.flatMap((kind) => Object.values(COSTS).map(({ text }) => toRow(`${kind}: ${text}`, 200))),
      toRow('cores that the mixed load got', 2),
      { ...toRow('predicted rate of a mixed load, 2 processes : measured', 1100), peer: 1000, ratio: 1.1 },
    ],
  },
  {
    name: 'scale',
    database: CLUSTER,
    size: 'full',
    when: '2026-01-01T00:00:00.000Z',
    rows: [
      ...Object.keys(MIX).flatMap((kind) =>
        Object.values(CLUSTER_COSTS).map(({ text }) => toRow(`${kind}: ${text}`, 300)),
      ),
      toRow('cores that the mixed load got', 1.5),
      { ...toRow('predicted rate of a mixed load, 2 processes : measured', 900), peer: 1000, ratio: 0.9 },
    ],
  },
  {
    name: 'search',
    database: null,
    size: 'full',
    when: '2026-01-01T00:00:00.000Z',
    rows: [toRow('memory with 10,000 names', 208), toRow('memory with 1,000,000 names', 1000)],
  },
]

function toRow(what: string, ours: number) {
  return { what, ours, peer: null, unit: 'µs', ratio: null, spread: null, limit: null, held: null }
}

describe('docs/scale.md', () => {
  it('shows what the model computes of the measurements', () => {
    const text = read('scale.md')
    expect(withScaleTables(text, results)).toBe(text)
    expect([...text.matchAll(/<!-- scale:([\w-]+) -->/g)].map(([, name]) => name)).toEqual([
      'costs',
      'cluster-costs',
      'prediction',
      'traffic',
      'cluster',
      'listings',
    ])
  })

  it('has a column for each load, computed from the costs in the results', () => {
    const text = withScaleTables(read('scale.md'), measured)
    expect(text).toContain('| signed requests a minute | 10,000 | 100,000 | 1,000,000 |')
    expect(text).toContain('| listings | 1,000,000 | 10,000,000 | 100,000,000 |')
    expect(text).toContain('| memory of a process with the search index | 1 GB | 8.2 GB | 80.2 GB |')
    expect(text).toContain('| one PostgreSQL | 2 | 1,100 a second | 1,000 a second | 1.1 |')
    expect(text).toContain('| replica, PgBouncer and Redis | 1.5 | 900 a second | 1,000 a second | 0.9 |')
    expect(text).toContain('| memory of nonces in Redis | 45 MB | 450 MB | 4.5 GB |')
    expect(readClusterCosts(measured).search).toMatchObject({ poolerMicros: 300, admissionBytes: 300 })
    expect(text).not.toMatch(/NaN|undefined|Infinity/)
    const dearer = measured.map((one) => ({
      ...one,
      rows: one.rows.map((row) => ({ ...row, ours: (row.ours ?? 0) * 2 })),
    }))
    expect(withScaleTables(text, dearer)).not.toBe(text)
  })

  it('shows no machines of measurements whose prediction did not hold', () => {
    const errors = results.flatMap(({ rows }) => rows).filter(({ what }) => what === 'error of the prediction')
    expect(errors.filter(({ held }) => held !== true)).toEqual([])
    // One PostgreSQL, and the cluster.
    expect(errors.length === 2).toBe(!read('scale.md').includes('Not measured yet'))
  })

  it('cannot be computed where a cost was not measured', () => {
    expect(readSearchMemory(measured)).toEqual({ bytesPerListing: 800, baseBytes: 200e6 })
    expect(() => readCosts([])).toThrow(/npm run bench -- scale/)
    expect(() => readSearchMemory([])).toThrow(/npm run bench -- search/)
  })
})
