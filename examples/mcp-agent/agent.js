// An agent without a model: follows a fixed plan over MCP, finds a domain for a brief, and quotes or watches it.
import { parseArgs } from 'node:util'
import { Freehold, FreeholdError } from '@freehold/sdk'
import { findCandidates, lookAgain, pickBest, readRules } from './plan.js'
import { readBaseUrl, readSettings } from './settings.js'
import { connect } from './toolbox.js'

/**
 * @typedef {import('./plan.js').Candidate} Candidate
 * @typedef {import('./toolbox.js').Toolbox} Toolbox
 * @typedef {ReturnType<typeof readTask>} Task
 */

const USAGE = 'Usage: node agent.js "what the domain is for" [--max-price CENTS] [--quote] [--watch SECONDS]'
const { FREEHOLD_ACCESS_TOKEN: accessToken } = process.env

function readTask() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'max-price': { type: 'string', default: '500000' },
      quote: { type: 'boolean', default: false },
      watch: { type: 'string', default: '0' },
    },
  })
  const brief = positionals.join(' ').trim()
  const [maxPrice, watchSeconds] = [Number(values['max-price']), Number(values.watch)]
  if (!brief || !Number.isSafeInteger(maxPrice) || maxPrice < 0 || !(watchSeconds >= 0)) throw new TypeError(USAGE)
  return { brief, maxPrice, quote: values.quote, watchSeconds }
}

/** @param {Toolbox} toolbox @param {Task} task */
async function work(toolbox, { brief, maxPrice, quote, watchSeconds }) {
  console.log(`tools: ${toolbox.names.join(', ')}`)
  const candidates = await findCandidates(toolbox, brief, maxPrice)
  for (const { domain, how, price } of candidates) console.log(`  ${domain}: ${how}, ${price}`)
  const best = pickBest(candidates, { forSale: quote || watchSeconds > 0 })
  if (!best) return console.log(`no domain for "${brief}" within the budget`)

  console.log(`chosen: ${best.domain}, ${best.how} at ${best.price}`)
  console.log(await readRules(toolbox, best.domain))
  if (quote) await hold(best.domain)
  if (watchSeconds > 0) await watch(toolbox, best.domain, watchSeconds)
}

/** No MCP tool reserves a domain for a partner. That needs a signed request with a partner key. @param {string} domain */
async function hold(domain) {
  try {
    const { quote_id, expires_at } = await new Freehold(readSettings()).quotes.create({ domain })
    console.log(`quoted: ${quote_id}, reserved until ${expires_at}`)
  } catch (error) {
    if (!(error instanceof FreeholdError)) throw error
    console.log(`not quoted: ${error.message} (${error.requestId ?? error.code})`)
  }
}

/** Reports every change until it is stopped. @param {Toolbox} toolbox @param {string} domain @param {number} seconds */
async function watch(toolbox, domain, seconds) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
  for await (const state of lookAgain(toolbox, domain, { seconds, signal: stop.signal }))
    console.log(`watching: ${domain} is ${state}`)
}

async function main() {
  const task = readTask()
  const toolbox = await connect(`${readBaseUrl()}/mcp`, accessToken)
  try {
    await work(toolbox, task)
  } finally {
    await toolbox.close()
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
