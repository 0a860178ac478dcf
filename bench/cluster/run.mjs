// An import into web processes without an index and search processes that hold it, on one PostgreSQL: how soon names are found, the
// memory of a web process, and how fast the search processes embed.
// `node bench/cluster/run.mjs [--names 1000000] [--searchers 2] [--embed-seconds 10800]`
import '../from-source.mjs'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const { postgresVersion, startBenchPostgres } = await import('../orders/fixture.mjs')
const { figureRow, median, ratioRow, report } = await import('../result.mjs')
const { nameSource } = await import('../search/names.mjs')
const { freePort } = await import('../../packages/server/test/ports.ts')
const { createDatabase } = await import('../../packages/server/test/postgres.ts')
const { createSearcher, importNames, openReader, pickTelling, probeAny, probeCommits } = await import('./probes.mjs')
const { endProcesses, readMegabytes, readMetric, startProcess } = await import('./processes.mjs')

const { values: options } = parseArgs({
  options: {
    names: { type: 'string', default: '1000000' },
    searchers: { type: 'string', default: '2' },
    /** From the start of the import. What is not embedded by then is reported as waiting. */
    'embed-seconds': { type: 'string', default: '10800' },
  },
})
const [count, searchers, embedSeconds] = ['names', 'searchers', 'embed-seconds'].map((name) => Number(options[name]))
const shown = (number) => number.toLocaleString('en-US')
const PROGRESS_MS = 10_000
const WATCH_MS = 1000
/** Counting a million rows takes a while. */
const COUNT_MS = 5000
const FOUND_LIMIT = { most: 1 }
const MEMORY_LIMIT = { most: 1.2 }

const sumEmbedded = async (search) =>
  (await Promise.all(search.map((one) => readMetric(one, 'freehold_search_embedded_total')))).reduce((a, b) => a + b)

/** Prints how far it is now and then, so that a run that is broken off has told something. */
function startProgress(read) {
  const begun = performance.now()
  const timer = setInterval(async () => {
    const line = await read().catch((error) => String(error))
    console.log(`${((performance.now() - begun) / 1000).toFixed(0)} s: ${line}`)
  }, PROGRESS_MS)
  return () => clearInterval(timer)
}

/** The memory of a process, once a second from now on. */
function watchMemory(of) {
  const megabytes = [readMegabytes(of)]
  const timer = setInterval(() => megabytes.push(readMegabytes(of)), WATCH_MS)
  return { megabytes, end: () => clearInterval(timer) }
}

const findRows = (found, when) => {
  const all = found.flatMap(({ byName, byWords }) => [byName, byWords])
  const after = (kind) => found.map((one) => one[kind].after)
  return [
    figureRow({ what: `${when}: found by name`, unit: 's', figures: after('byName'), limit: FOUND_LIMIT }),
    figureRow({ what: `${when}: found by words`, unit: 's', figures: after('byWords'), limit: FOUND_LIMIT }),
    figureRow({
      what: `${when}: slowest of ${shown(all.length)}`,
      unit: 's',
      figures: [Math.max(...all.map((one) => one.after))],
      limit: FOUND_LIMIT,
    }),
    figureRow({ what: `${when}: a search`, unit: 's', figures: [median(all.map(({ took }) => took))] }),
  ]
}

const postgres = await startBenchPostgres()
/** @type {(() => unknown)[]} */
const ending = []
try {
  const DATABASE_URL = await createDatabase(postgres.url, 'bench_cluster')
  const [first, second, ...ports] = await Promise.all(Array.from({ length: 2 + searchers }, () => freePort()))
  const SEARCH_URL = ports.map((port) => `http://127.0.0.1:${port}`).join(',')
  const importer = await startProcess([], first, { DATABASE_URL, SEARCH_URL })
  const web = await startProcess([], second, { DATABASE_URL, SEARCH_URL })
  const search = await Promise.all(
    ports.map((port) => startProcess(['search'], port, { DATABASE_URL, SEARCH_LISTEN: String(port) })),
  )
  const credentials = JSON.parse(readFileSync(path.join(importer.dataDir, 'credentials.json'), 'utf8'))
  const searcher = createSearcher(web, { keyId: credentials.partner.key_id, secret: credentials.partner.secret })
  const { token } = credentials.operator
  const reader = await openReader(DATABASE_URL)
  ending.push(reader.close)

  const names = (await nameSource())(count)
  const telling = pickTelling(names)
  // The first search and the first import of a process compile what they run.
  for (const q of ['quickwheels.com', 'quick wheels'])
    for (let n = 0; n < 50; n++) await searcher.find(q, 'quickwheels.com')
  const warm = (await nameSource(7))(1000).map(({ domain }) => ({ domain: `warm-${domain}` }))
  await importNames(importer, token, warm)
  while ((await readMetric(web, 'freehold_search_embedding_waiting')) > 0) await pause(200)

  const readWaiting = () => readMetric(web, 'freehold_search_embedding_waiting')
  const embeddedBefore = await sumEmbedded(search)
  const countMade = async () => (await sumEmbedded(search)) - embeddedBefore
  const memory = watchMemory(web)
  ending.push(memory.end)
  const begun = performance.now()
  const secondsSince = () => (performance.now() - begun) / 1000
  let stage = 'importing'
  ending.push(
    startProgress(async () => {
      const [{ listed }] = await reader.ask('select count(*)::int as listed from listings')
      const megabytes = [web, importer, ...search].map((one) => readMegabytes(one).toFixed(0)).join(', ')
      return `${stage}, ${listed} listed, ${await readWaiting()} wait, ${await countMade()} embedded, ${megabytes} MB, ${searcher.failures.length} failures`
    }),
  )
  const importing = importNames(importer, token, names).finally(() => {
    stage = 'embedding'
  })
  // Together, so that a failure of either ends the bench and its processes.
  const [during, { created, seconds }] = await Promise.all([
    probeCommits(searcher, telling, reader, () => stage !== 'importing'),
    importing,
  ])
  const waitingAtFirst = await readWaiting()
  console.log(`${shown(created)} created in ${seconds.toFixed(0)} s; ${shown(waitingAtFirst)} waited after that`)

  let waiting = waitingAtFirst
  const isOver = () => waiting === 0 || secondsSince() > embedSeconds
  const [after] = await Promise.all([
    probeAny(searcher, telling, isOver),
    (async () => {
      for (; !isOver(); await pause(COUNT_MS)) waiting = await readWaiting()
    })(),
  ])
  const embedded = await countMade()
  const took = secondsSince()
  console.log(`${shown(embedded)} embedded ${took.toFixed(0)} s after the import began; ${shown(waiting)} wait`)
  const sized = `${shown(count)} names`
  const rows = [
    figureRow({ what: `${sized} imported`, unit: 'a second', figures: [created / seconds] }),
    ...findRows(during, `during the import of ${sized}`),
    ...findRows(after, `while ${sized} are embedded, any of them`),
    figureRow({
      what: `searches that failed, with ${sized}`,
      unit: 'searches',
      figures: [searcher.failures.length],
      limit: { most: 0 },
    }),
    ratioRow({
      what: `highest memory of a web process, with ${sized} : before`,
      unit: 'MB',
      ours: [Math.max(...memory.megabytes)],
      peer: [memory.megabytes[0]],
      limit: MEMORY_LIMIT,
    }),
    figureRow({
      what: `highest memory of the web process that imported ${sized}`,
      unit: 'MB',
      figures: [readMegabytes(importer, 'VmHWM')],
    }),
    figureRow({
      what: `embedded by ${searchers} search processes, beside the import of ${sized} and after it`,
      unit: 'a second',
      figures: [embedded / took],
    }),
    figureRow({ what: `embedded of ${sized}`, unit: 'names', figures: [embedded] }),
    figureRow({ what: `from the start of the import of ${sized} until then`, unit: 's', figures: [took] }),
    figureRow({
      what: `memory of a search process after that, with ${sized}`,
      unit: 'MB',
      figures: search.map((one) => readMegabytes(one)),
    }),
  ]
  report({
    name: 'cluster',
    database: 'PostgreSQL',
    rows,
    versions: { postgresql: await postgresVersion(postgres.url) },
  })
  if (rows.some(({ held }) => held === false)) process.exitCode = 1
} finally {
  for (const end of ending) await end()
  await endProcesses()
  await postgres.stop()
}
