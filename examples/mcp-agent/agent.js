// An agent without a model: follows a plan of its own over MCP, from a brief to a name, and quotes or watches it.
//   node agent.js "solar panels" [--max-price 500000] [--quote] [--watch SECONDS]
import { parseArgs } from 'node:util'
import { Freehold, FreeholdError } from '@freehold/sdk'
import { findCandidates, lookAgain, pickBest, rulesOf } from './plan.js'
import { readSettings } from './settings.js'
import { connect } from './toolbox.js'

const USAGE = 'node agent.js "what the name is for" [--max-price CENTS] [--quote] [--watch SECONDS]'

const { values, positionals } = readArguments()
const brief = positionals.join(' ').trim()
const maxPrice = Number(values['max-price'] ?? 500_000)
const { FREEHOLD_BASE_URL: baseUrl = 'http://localhost:8080', FREEHOLD_ACCESS_TOKEN: accessToken } = process.env

function readArguments() {
  const options = /** @type {const} */ ({
    'max-price': { type: 'string' },
    quote: { type: 'boolean' },
    watch: { type: 'string' },
  })
  try {
    const given = parseArgs({ allowPositionals: true, options })
    if (given.positionals.length > 0) return given
  } catch {
    // Told below, as is a brief that is missing.
  }
  console.error(USAGE)
  process.exit(2)
}

const toolbox = await connect(`${baseUrl}/mcp`, accessToken).catch((error) => {
  console.error(`no tools at ${baseUrl}/mcp: ${error.message}`)
  process.exit(1)
})
try {
  console.log(`tools: ${toolbox.names.join(', ')}`)
  const candidates = await findCandidates(toolbox, brief, maxPrice)
  for (const one of candidates) console.log(`  ${one.domain}: ${one.how}, ${one.price}`)
  const best = pickBest(candidates, { forSale: Boolean(values.quote || values.watch) })
  if (!best) console.log(`nothing for "${brief}" within the budget`)
  else await decide(best)
} finally {
  await toolbox.close()
}

/** @param {import('./plan.js').Candidate} best */
async function decide(best) {
  console.log(`chosen: ${best.domain}, ${best.how} at ${best.price}`)
  console.log(await rulesOf(toolbox, best.domain))
  if (values.quote) await quote(best.domain)
  if (values.watch) await watch(best.domain, Number(values.watch))
}

/** The tools only read. Holding a name is a partner's act, signed with a partner's key. @param {string} domain */
async function quote(domain) {
  try {
    const held = await new Freehold(readSettings()).quotes.create({ domain })
    console.log(`quoted: ${held.quote_id}, held until ${held.expires_at}`)
  } catch (error) {
    if (!(error instanceof FreeholdError)) throw error
    console.log(`not quoted: ${error.message} (${error.requestId ?? error.code})`)
  }
}

/** Tells every change until it is stopped. @param {string} domain @param {number} seconds */
async function watch(domain, seconds) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
  for await (const state of lookAgain(toolbox, domain, { seconds, signal: stop.signal }))
    console.log(`watching: ${domain} is ${state}`)
}
