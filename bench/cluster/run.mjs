// An import into web processes without an index and search processes that hold it, on one PostgreSQL: how soon names are found, the
// memory of a web process, and how fast the search processes embed.
// `node bench/cluster/run.mjs [--names 1000000] [--searchers 2] [--embed-seconds 60]`
import '../from-source.mjs'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const { postgresVersion, query, startBenchPostgres } = await import('../orders/fixture.mjs')
const { figureRow, median, ratioRow, report } = await import('../result.mjs')
const { nameSource } = await import('../search/names.mjs')
const { createDatabase, freePort } = await import('../../packages/server/test/postgres.ts')
const { sign } = await import('../../packages/server/test/signer.ts')
const { endProcesses, readMegabytes, readMetric, startProcess } = await import('./processes.mjs')

const { values: options } = parseArgs({
  options: {
    names: { type: 'string', default: '1000000' },
    searchers: { type: 'string', default: '2' },
    /** Embedding a million names takes hours: the rate is measured over this long. */
    'embed-seconds': { type: 'string', default: '60' },
  },
})
const [count, searchers, embedSeconds] = ['names', 'searchers', 'embed-seconds'].map((name) => Number(options[name]))
const shown = (number) => number.toLocaleString('en-US')
const CHUNK_LINES = 500
const LOST_SECONDS = 60
const PROBE_PAUSE_MS = 1000
const FOUND_LIMIT = { most: 1 }
/** Words that are part of many others would not lead to one name. */
const WORD_LENGTH_MIN = 5

async function importNames({ port }, token, domains) {
  function* csv() {
    yield 'domain,price_cents,currency\n'
    for (let from = 0; from < domains.length; from += CHUNK_LINES)
      yield domains
        .slice(from, from + CHUNK_LINES)
        .map((domain, i) => `${domain},${10_000 + ((from + i) % 500) * 1000},USD\n`)
        .join('')
  }
  const begun = performance.now()
  const request = http.request({
    port,
    method: 'POST',
    path: '/api/operator/v1/listings/import?environment=sandbox',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  })
  const responded = new Promise((resolve, reject) => request.on('response', resolve).on('error', reject))
  await pipeline(Readable.from(csv()), request)
  const response = await responded
  const text = Buffer.concat(await response.toArray()).toString()
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text.slice(0, 300)}`)
  return { created: JSON.parse(text).created, seconds: (performance.now() - begun) / 1000 }
}

/** Seconds from now until the search finds the domain, and what the search took that found it. */
async function find({ url }, partner, q, wanted) {
  const begun = performance.now()
  for (;;) {
    const request = sign(partner, 'GET', `/api/partner/v1/domains/search?q=${encodeURIComponent(q)}`, {})
    const asked = performance.now()
    const response = await fetch(url + request.url, { headers: request.headers })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const { results } = await response.json()
    const now = performance.now()
    if (results.some(({ domain }) => domain === wanted))
      return { after: (now - begun) / 1000, took: (now - asked) / 1000 }
    if (now - begun > LOST_SECONDS * 1000)
      throw new Error(`"${q}" did not find ${wanted} within ${LOST_SECONDS} s, but ${JSON.stringify(results)}`)
    await pause(20)
  }
}

const isTelling = ({ words }) => words.length === 2 && words.every((word) => word.length >= WORD_LENGTH_MIN)

/** Amid the import: takes a name that was committed last, and looks for it by its name and by its words. */
async function probe(web, partner, byDomain, ask, isOver) {
  const found = { byName: [], byWords: [] }
  const [{ last }] = await ask('select max(id) as last from listings')
  for (; !isOver() || found.byName.length === 0; await pause(PROBE_PAUSE_MS)) {
    const rows = await ask('select domain from listings where id > $1 order by id desc limit 100', [last])
    const name = rows.map(({ domain }) => byDomain.get(domain)).find((one) => one && isTelling(one))
    if (!name) continue
    // Both from here: each is found within a second of its commit, or not.
    const [byName, byWords] = await Promise.all([
      find(web, partner, name.domain, name.domain),
      find(web, partner, name.words.join(' '), name.domain),
    ])
    found.byName.push(byName)
    found.byWords.push(byWords)
  }
  return found
}

const sumEmbedded = async (search) =>
  (await Promise.all(search.map((one) => readMetric(one, 'freehold_search_embedded_total')))).reduce((a, b) => a + b)

const postgres = await startBenchPostgres()
try {
  const DATABASE_URL = await createDatabase(postgres.url, 'bench_cluster')
  const ask = (text, values) => query(DATABASE_URL, text, values)
  const [first, second, ...ports] = await Promise.all(Array.from({ length: 2 + searchers }, () => freePort()))
  const SEARCH_URL = ports.map((port) => `http://127.0.0.1:${port}`).join(',')
  const importer = await startProcess([], first, { DATABASE_URL, SEARCH_URL })
  const web = await startProcess([], second, { DATABASE_URL, SEARCH_URL })
  const search = await Promise.all(
    ports.map((port) => startProcess(['search'], port, { DATABASE_URL, SEARCH_LISTEN: String(port) })),
  )
  const credentials = JSON.parse(readFileSync(path.join(importer.dataDir, 'credentials.json'), 'utf8'))
  const partner = { keyId: credentials.partner.key_id, secret: credentials.partner.secret }
  const { token } = credentials.operator

  const names = (await nameSource())(count)
  const byDomain = new Map(names.map((name) => [name.domain, name]))
  // The first search and the first import of a process compile what they run.
  for (const q of ['quickwheels.com', 'quick wheels'])
    for (let n = 0; n < 50; n++) await find(web, partner, q, 'quickwheels.com')
  const warm = (await nameSource(7))(1000).map(({ domain }) => `warm-${domain}`)
  await importNames(importer, token, warm)
  while ((await readMetric(web, 'freehold_search_embedding_waiting')) > 0) await pause(200)

  const before = readMegabytes(web)
  const embeddedBefore = await sumEmbedded(search)
  const begun = performance.now()
  let isOver = false
  const importing = importNames(
    importer,
    token,
    names.map(({ domain }) => domain),
  ).finally(() => {
    isOver = true
  })
  // Together, so that a failure of either ends the bench and its processes.
  const [during, { created, seconds }] = await Promise.all([
    probe(web, partner, byDomain, ask, () => isOver),
    importing,
  ])
  const searched = [...during.byName, ...during.byWords].map(({ took }) => took)
  // Of the whole import: the first names, those in the middle and the last.
  const after = []
  for (const from of [0, count >> 1, count - 100])
    for (const { domain } of names.slice(from).filter(isTelling).slice(0, 3))
      after.push(await find(web, partner, domain, domain))
  const waitingAtFirst = await readMetric(web, 'freehold_search_embedding_waiting')

  let waiting = waitingAtFirst
  const watched = performance.now()
  while (waiting > 0 && performance.now() - watched < embedSeconds * 1000) {
    await pause(1000)
    waiting = await readMetric(web, 'freehold_search_embedding_waiting')
  }
  const embedded = (await sumEmbedded(search)) - embeddedBefore
  const took = (performance.now() - begun) / 1000
  console.log(
    `${shown(created)} created in ${seconds.toFixed(0)} s; ${shown(waitingAtFirst)} waited after that; ` +
      `${shown(embedded)} were embedded ${took.toFixed(0)} s after the import began, ${shown(waiting)} waited`,
  )
  const figures = (list) => list.map((one) => one.after)
  const sized = `${shown(count)} names`
  const rows = [
    figureRow({ what: `${sized} imported`, unit: 'a second', figures: [created / seconds] }),
    figureRow({
      what: `during the import of ${sized}: from the commit of a name until it is found by another process`,
      unit: 's',
      figures: figures(during.byName),
      limit: FOUND_LIMIT,
    }),
    figureRow({
      what: `the same by its words, during the import of ${sized}`,
      unit: 's',
      figures: figures(during.byWords),
      limit: FOUND_LIMIT,
    }),
    figureRow({
      what: `during the import of ${sized}: slowest of all, by name or words`,
      unit: 's',
      figures: [Math.max(...figures(during.byName), ...figures(during.byWords))],
      limit: FOUND_LIMIT,
    }),
    figureRow({ what: `a search during the import of ${sized}`, unit: 's', figures: [median(searched)] }),
    figureRow({
      what: `after the import of ${sized}: first, middle and last names, by name`,
      unit: 's',
      figures: figures(after),
      limit: FOUND_LIMIT,
    }),
    ratioRow({
      what: `memory of a web process after the import of ${sized} : before`,
      unit: 'MB',
      ours: [readMegabytes(web)],
      peer: [before],
      limit: { most: 1.2 },
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
    figureRow({ what: `embedded of ${sized} when the bench ended`, unit: 'names', figures: [embedded] }),
    figureRow({ what: `from the begin of the import of ${sized} to that end`, unit: 's', figures: [took] }),
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
  await endProcesses()
  await postgres.stop()
}
