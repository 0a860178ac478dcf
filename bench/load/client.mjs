// The callers, in a process of their own: requests start when their time has come, whether or not earlier ones were answered, and are
// timed from that moment, so that a server that stalls cannot hide it by keeping its callers waiting.
import { Pool } from 'undici'
import { createMix } from './mix.mjs'

const { ports, ...names } = JSON.parse(process.argv[2])
const nextRequest = createMix(names)
const TIMEOUT_MILLISECONDS = 15_000
// As through a balancer, which keeps its connections. They are opened before a run, and kept through all its parts: a busy
// process accepts one in each turn of its event loop, since libuv 1.45, so that opening them under load would measure that.
const CONNECTIONS = 500
const KEPT_MILLISECONDS = 60_000
const pools = ports.map(
  (port) =>
    new Pool(`http://127.0.0.1:${port}`, {
      connections: CONNECTIONS,
      pipelining: 1,
      keepAliveTimeout: KEPT_MILLISECONDS,
    }),
)
async function openConnections() {
  const open = async (pool) => (await pool.request({ method: 'GET', path: '/healthz' })).body.dump()
  await Promise.all(pools.flatMap((pool) => Array.from({ length: CONNECTIONS }, () => open(pool))))
}
let turn = 0

/** A refusal that a client may take as "come back later". */
const isRefusal = (status, headers) => (status === 429 || status === 503) && headers['retry-after'] !== undefined

/** What a balancer does whose connection is refused: the request reached nobody, so the next process gets it. */
async function ask(request, first, passOn, triesLeft = pools.length - 1) {
  const options = { ...request, headersTimeout: TIMEOUT_MILLISECONDS, bodyTimeout: TIMEOUT_MILLISECONDS }
  try {
    return await pools[first % pools.length].request(options)
  } catch (error) {
    if (error.code !== 'ECONNREFUSED' || triesLeft === 0) throw error
    passOn()
    return ask(request, first + 1, passOn, triesLeft - 1)
  }
}

async function send({ kind, request }, passOn) {
  try {
    const { statusCode, headers, body } = await ask(request, turn++, passOn)
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

/** Exponential gaps: arrivals as of many independent callers. One part follows the other without a pause. */
function arrivals(parts) {
  const due = []
  let from = 0
  parts.forEach(({ rate, seconds }, part) => {
    const gap = () => (-Math.log(1 - Math.random()) * 1000) / rate
    for (let within = gap(); within < seconds * 1000; within += gap()) due.push({ part, within, at: from + within })
    from += seconds * 1000
  })
  return due
}

/** All parts in one go, over the same connections: what an earlier one left undone, a later one has to live with. */
async function run({ parts }) {
  await openConnections()
  const due = arrivals(parts)
  const results = []
  const under = new Set()
  const started = performance.now()
  let next = 0
  while (next < due.length) {
    const now = performance.now() - started
    while (next < due.length && due[next].at <= now) {
      const { part, within, at } = due[next++]
      let passedOn = 0
      const passOn = () => {
        passedOn++
      }
      const work = send(nextRequest(), passOn).then((result) => {
        const milliseconds = performance.now() - started - at
        results.push({ ...result, part, within, milliseconds, passedOn, late: now - at })
        under.delete(work)
      })
      under.add(work)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(under)
  return parts.map(({ seconds }, index) =>
    summarise(
      results.filter(({ part }) => part === index),
      seconds,
    ),
  )
}

function percentile(times, share) {
  const sorted = times.sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const isOk = ({ outcome }) => outcome === 'ok'
const isRefused = ({ outcome }) => outcome === 'refused'

/** By the second in which a request was due. Who was refused, or got no answer, has waited in vain for as long as anybody would. */
function p99BySecond(results, seconds) {
  const times = Array.from({ length: seconds }, () => [])
  for (const one of results)
    times[Math.floor(one.within / 1000)]?.push(isOk(one) ? one.milliseconds : TIMEOUT_MILLISECONDS)
  return times.map((one) => percentile(one, 0.99))
}

function summarise(results, seconds) {
  const listTimes = (wanted) => results.filter(wanted).map(({ milliseconds }) => milliseconds)
  const failures = {}
  for (const { outcome } of results.filter((one) => !isOk(one) && !isRefused(one)))
    failures[outcome] = (failures[outcome] ?? 0) + 1
  return {
    sent: results.length,
    answered: listTimes(isOk).length,
    refused: listTimes(isRefused).length,
    passedOn: results.reduce((sum, one) => sum + one.passedOn, 0),
    failures,
    p50: percentile(listTimes(isOk), 0.5),
    p99: percentile(listTimes(isOk), 0.99),
    refusedP99: percentile(listTimes(isRefused), 0.99),
    p99BySecond: p99BySecond(results, seconds),
    lateP99: percentile(
      results.map(({ late }) => late),
      0.99,
    ),
    orders: results.map(({ order }) => order).filter(Boolean),
  }
}

process.send({ ready: true })
process.on('disconnect', () => process.exit(0))
process.on('message', async (task) => process.send(await run(task)))
