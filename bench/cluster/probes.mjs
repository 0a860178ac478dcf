// Who searches while names are imported and embedded: how soon a name is found after its commit, and what fails meanwhile.
import http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sign } from '../../packages/server/test/signer.ts'

const CHUNK_LINES = 500
const LOST_SECONDS = 60
const PROBE_PAUSE_MS = 1000
const WATCH_MS = 25
/** Words that are part of many others would not lead to one name. */
const WORD_LENGTH_MIN = 5

export async function importNames({ port }, token, names) {
  function* csv() {
    yield 'domain,price_cents,currency\n'
    for (let from = 0; from < names.length; from += CHUNK_LINES)
      yield names
        .slice(from, from + CHUNK_LINES)
        .map(({ domain }, i) => `${domain},${10_000 + ((from + i) % 500) * 1000},USD\n`)
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

const isTelling = ({ words }) => words.length === 2 && words.every((word) => word.length >= WORD_LENGTH_MIN)

/** Names whose two words lead to no other name of the import: its label comes once, and not the other way around either. */
export function pickTelling(names) {
  const counts = new Map()
  const labels = ({ words }) => [words.join(''), words.toReversed().join('')]
  for (const name of names) {
    const [label] = labels(name)
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const isAlone = (name) => labels(name).reduce((sum, label) => sum + (counts.get(label) ?? 0), 0) === 1
  return names.filter((name) => isTelling(name) && isAlone(name))
}

/** Searches at a web process as a partner does. Failures are kept, and do not end the bench. */
export function createSearcher({ url }, partner) {
  const failures = []

  async function ask(q) {
    const request = sign(partner, 'GET', `/api/partner/v1/domains/search?q=${encodeURIComponent(q)}`, {})
    const asked = performance.now()
    const response = await fetch(url + request.url, { headers: request.headers }).catch((error) => error)
    const text = response.ok === undefined ? String(response) : await response.text()
    const took = (performance.now() - asked) / 1000
    if (response.ok) return { took, results: JSON.parse(text).results }
    failures.push(`"${q}" after ${took.toFixed(1)} s: ${response.status} ${text.slice(0, 300)}`)
    console.log(`failed: ${failures.at(-1)}`)
    return { took, results: [] }
  }

  return {
    failures,
    /** Seconds from now until the search finds the domain, and what the search took that found it. */
    async find(q, wanted) {
      const begun = performance.now()
      for (;;) {
        const { took, results } = await ask(q)
        const after = (performance.now() - begun) / 1000
        if (results.some(({ domain }) => domain === wanted)) return { after, took }
        if (after > LOST_SECONDS) {
          failures.push(`"${q}" did not find ${wanted} within ${LOST_SECONDS} s, but ${JSON.stringify(results)}`)
          return { after, took }
        }
        await pause(20)
      }
    },
  }
}

/** Opens a connection that asks many times. */
export async function openReader(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return { ask: async (text, values) => (await client.query(text, values)).rows, close: () => client.end() }
}

const both = async (searcher, { domain, words }) => {
  const [byName, byWords] = await Promise.all([searcher.find(domain, domain), searcher.find(words.join(' '), domain)])
  return { byName, byWords }
}

/** Amid the import: sees a commit, takes a name of it, and looks for the name by itself and by its words. */
export async function probeCommits(searcher, telling, { ask }, isOver) {
  const byDomain = new Map(telling.map((name) => [name.domain, name]))
  const found = []
  let [{ last }] = await ask('select max(id) as last from listings')
  for (; !isOver() || found.length === 0; await pause(WATCH_MS)) {
    const rows = await ask('select id, domain from listings where id > $1 order by id desc limit 100', [last])
    const name = rows.map(({ domain }) => byDomain.get(domain)).find((one) => one !== undefined)
    if (!name) continue
    found.push(await both(searcher, name))
    await pause(PROBE_PAUSE_MS)
    ;[{ last }] = await ask('select max(id) as last from listings')
  }
  return found
}

/** After the import: takes any of its names, most of which wait, and looks for it in the same way. */
export async function probeAny(searcher, telling, isOver) {
  const found = []
  for (let n = 1; !isOver() || found.length === 0; n++) {
    // Steps through the whole import, and not in the order in which it is embedded.
    found.push(await both(searcher, telling[(n * 7919) % telling.length]))
    await pause(PROBE_PAUSE_MS)
  }
  return found
}
