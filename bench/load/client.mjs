// The callers, in a process of their own: requests start when their time has come, whether or not earlier ones were answered, and are
// timed from that moment, so that a server that stalls cannot hide it by keeping its callers waiting.
import { Pool } from 'undici'
import { createMix } from './mix.mjs'

const { ports, ...names } = JSON.parse(process.argv[2])
const nextRequest = createMix(names)
const TIMEOUT_MILLISECONDS = 15_000
const CONNECTIONS = 300
const pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS, pipelining: 1 }))
let turn = 0

/** A refusal that a client may take as "come back later". */
const isRefusal = (status, headers) => (status === 429 || status === 503) && headers['retry-after'] !== undefined

async function send({ kind, request }) {
  const pool = pools[turn++ % pools.length]
  try {
    const { statusCode, headers, body } = await pool.request({
      ...request,
      headersTimeout: TIMEOUT_MILLISECONDS,
      bodyTimeout: TIMEOUT_MILLISECONDS,
    })
    const text = await body.text()
    const refused = isRefusal(statusCode, headers)
    if (statusCode >= 400 && !refused) return { outcome: `${kind} ${statusCode} ${text.slice(0, 160)}` }
    return {
      outcome: refused ? 'refused' : 'ok',
      order: kind === 'order' && !refused ? JSON.parse(text).public_id : null,
    }
  } catch (error) {
    // No answer: the request may be repeated with the same idempotency key.
    return { outcome: `no answer: ${error.code ?? error.message}` }
  }
}

/** Exponential gaps: arrivals as of many independent callers. */
function arrivals(rate, seconds) {
  const times = []
  for (let at = 0; at < seconds * 1000; at += (-Math.log(1 - Math.random()) * 1000) / rate) times.push(at)
  return times
}

async function run({ rate, seconds }) {
  const times = arrivals(rate, seconds)
  const results = []
  const under = new Set()
  const started = performance.now()
  let next = 0
  while (next < times.length) {
    const now = performance.now() - started
    while (next < times.length && times[next] <= now) {
      const at = times[next++]
      const work = send(nextRequest()).then((result) => {
        results.push({ ...result, at, milliseconds: performance.now() - started - at })
        under.delete(work)
      })
      under.add(work)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(under)
  return summarise(results, seconds)
}

function percentile(times, share) {
  const sorted = times.sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function summarise(results, seconds) {
  const timesOf = (wanted) => results.filter(wanted).map(({ milliseconds }) => milliseconds)
  const isAnswered = ({ outcome }) => outcome === 'ok'
  const isRefused = ({ outcome }) => outcome === 'refused'
  const failures = {}
  for (const { outcome } of results.filter((one) => !isAnswered(one) && !isRefused(one)))
    failures[outcome] = (failures[outcome] ?? 0) + 1
  return {
    sent: results.length,
    answered: timesOf(isAnswered).length,
    refused: timesOf(isRefused).length,
    failures,
    p50: percentile(timesOf(isAnswered), 0.5),
    p99: percentile(timesOf(isAnswered), 0.99),
    refusedP99: percentile(timesOf(isRefused), 0.99),
    p99BySecond: Array.from({ length: seconds }, (_, second) =>
      percentile(
        timesOf((one) => Math.floor(one.at / 1000) === second),
        0.99,
      ),
    ),
    orders: results.map(({ order }) => order).filter(Boolean),
  }
}

process.send({ ready: true })
process.on('disconnect', () => process.exit(0))
process.on('message', async (task) => process.send(await run(task)))
