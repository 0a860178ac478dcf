// Tasks in words, pursued by an agent without a model. `npm run eval:agent` prints the table.
import { afterAll, expect, it } from 'vitest'
import { type Outcome, pursue, type Result, type ToolInfo } from '../../test/agent-policy.ts'
import { overInject } from '../../test/browser.ts'
import { startTestService } from '../../test/harness.ts'
import { newAccount, newApplication } from '../../test/oauth.ts'
import { giveDomains } from '../modules/domains/index.ts'
import { makeOffer } from '../modules/offers/service/make.ts'
import { counterOffer } from '../modules/offers/service/move.ts'

const service = await startTestService()
await service.house()
const LISTED: [string, number][] = [
  ['hikingtrails.io', 62_000],
  ['hikinggear.io', 79_000],
  ['hikingclub.io', 120_000],
  ['hikingboots.com', 45_000],
  ['bakerycorner.com', 39_000],
  ['freshbakery.com', 610_000],
  ['bakeryonline.shop', 21_000],
  ['yogastudio.app', 88_000],
  ['yogaretreat.com', 150_000],
  ['coffeeroasters.co', 32_000],
  ['coffeebeans.net', 28_000],
  ['solarpanels.dev', 99_000],
  ['tinyname.com', 12_000],
]
for (const [domain, price] of LISTED) await service.list('live', domain, { price_cents: price })

const account = await newAccount(service)
const OWNED = ['mine-one.com', 'mine-two.com', 'mine-three.net']
await service.db.tx((tx) => giveDomains(tx, { accountId: account.userId, email: null }, OWNED, service.clock.now()))
/** Domains of the marketplace that cost $1,000 and accept offers. */
const OFFERED = [
  'offer-first.com',
  'offer-shown.com',
  'offer-haggling.com',
  'offer-agreed.com',
  'offer-ended.com',
  'offer-raised.com',
]
for (const domain of OFFERED) await service.list('live', domain, { price_cents: 100_000, accepts_offers: true })
const COUNTER_CENTS = 80_000
/** The person offered $600 for these, and the marketplace asks for $800. */
for (const domain of OFFERED.slice(2))
  await service.db.tx(async (tx) => {
    const now = service.clock.now()
    const offered = { domain, amountCents: 60_000, currency: 'USD' as const, message: null }
    const { id } = await makeOffer(service.deps, tx, account.userId, offered, now)
    const counter = { amountCents: COUNTER_CENTS, message: null }
    await counterOffer(service.deps, tx, { side: 'seller', userId: null }, id, counter, now)
  })

const application = await newApplication(overInject(service))
const { access_token: token } = await application.obtainTokens(account, { scope: 'pricing:read domains:manage' })

async function send(method: string, params: unknown) {
  const { text } = await service.send({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result
}
const { tools } = (await send('tools/list', {})) as { tools: ToolInfo[] }
const callTool = (name: string, args: unknown): Promise<Result> => send('tools/call', { name, arguments: args })

type Data = Record<string, unknown>
type Check = (data: Data, outcome: Outcome) => boolean
const buys =
  (domain: string): Check =>
  (data) =>
    data.domain === domain && typeof data.checkout_url === 'string'
const finds =
  (...domains: string[]): Check =>
  (data) =>
    domains.every((domain) => JSON.stringify(data.results ?? data.items).includes(`"${domain}"`))
const has =
  (field: string, value: unknown): Check =>
  (data) =>
    data[field] === value
const opens: Check = (data) => String(data.case_id).startsWith('brk_')
const lists: Check = (data) => (data.domains as unknown[]).length === OWNED.length
const changes =
  (count: number): Check =>
  (data) =>
    data.dry_run === false && data.changed === count
const shows: Check = (data) => data.dry_run === true && (data.results as unknown[]).length > 0

type OfferRow = { domain: string; status: string; amount_cents: number; checkout_url: string | null }
const sends =
  (domain: string, status: string): Check =>
  ({ sent, offer }) =>
    sent === true && (offer as OfferRow).domain === domain && (offer as OfferRow).status === status
const offers =
  (domain: string, isMade: boolean): Check =>
  (data) =>
    data.domain === domain && data.made === isMade
const showsCounter: Check = ({ offers: rows }) => {
  const [row] = rows as OfferRow[]
  return (
    row?.domain === 'offer-haggling.com' && row.status === 'countered_by_seller' && row.amount_cents === COUNTER_CENTS
  )
}
const agrees: Check = (data, outcome) =>
  sends('offer-agreed.com', 'accepted')(data, outcome) && (data.offer as OfferRow).checkout_url !== null

const TASKS: [string, Check][] = [
  ['Buy the cheapest .io about hiking under $800', buys('hikingtrails.io')],
  ['Find a name for a bakery under $500', finds('bakerycorner.com', 'bakeryonline.shop')],
  ['Buy the cheapest name for a bakery', buys('bakeryonline.shop')],
  ['Find something about yoga under $1,000', finds('yogastudio.app')],
  ['Find a .com about yoga', finds('yogaretreat.com')],
  ['Find names for coffee', finds('coffeeroasters.co', 'coffeebeans.net')],
  ['Buy the cheapest name about coffee', buys('coffeebeans.net')],
  ['Find a .dev about solar', finds('solarpanels.dev')],
  ['Buy hikingboots.com', buys('hikingboots.com')],
  ['Create a checkout for yogastudio.app', buys('yogastudio.app')],
  ['Buy bakerycorner.com', buys('bakerycorner.com')],
  ['How much is freshbakery.com?', has('price_cents', 610_000)],
  ['Tell me about hikinggear.io', has('status', 'listed')],
  ['Tell me about notlistedhere.com', has('status', 'not_listed')],
  ['Is taken-brand.com available?', (data) => JSON.stringify(data.results).includes('taken-brand.com')],
  ['Is solarpanels.dev taken?', (data) => JSON.stringify(data.results).includes('for_sale')],
  ['Who owns taken-brand.com?', has('registered', true)],
  ['When does taken-brand.com expire?', (data) => typeof data.expires_at === 'string'],
  ['What does it cost to register a .io?', has('tld', 'io')],
  ['What does it cost to renew a .com?', has('op', 'renew')],
  ['What are the rules of .de?', has('tld', 'de')],
  ['Show .com names with at most 8 letters', finds('tinyname.com')],
  ['Ask the owner of taken-brand.com to sell for $2,500, my email is me@example.com', opens],
  ['Please approach the owner of taken-shop.com, budget $900, me@example.com', opens],
  ['Which of my domains expire next month, renew them, but show me first', shows],
  ['Show my domains', lists],
  ['Unlock mine-one.com', changes(1)],
  ['Turn off auto-renew of mine-two.com', changes(1)],
  ['Set the nameservers of mine-one.com and mine-two.com', changes(2)],
  ['What is the status of my order?', (data) => Array.isArray(data.orders)],
  ['Offer $600 for offer-first.com', offers('offer-first.com', true)],
  ['Make an offer of $700 for offer-shown.com, but show me first', offers('offer-shown.com', false)],
  ['Has the seller of offer-haggling.com responded to my offer?', showsCounter],
  ['Accept the counter-offer for offer-agreed.com', agrees],
  ['Decline the counter-offer for offer-ended.com', sends('offer-ended.com', 'declined')],
  ['Counter with $700 to the counter-offer for offer-raised.com', sends('offer-raised.com', 'countered_by_buyer')],
]

it('has at least thirty tasks', () => expect(TASKS.length).toBeGreaterThanOrEqual(30))

type Row = { task: string; isDone: boolean; outcome: Outcome }
const rows: Row[] = []

it.each(TASKS)('completes: %s', async (task, isDone) => {
  const outcome = await pursue(task, tools, callTool)
  const last = outcome.data.at(-1) ?? {}
  const row = { task, isDone: outcome.last?.isError !== true && isDone(last, outcome), outcome }
  rows.push(row)
  expect(row.isDone, JSON.stringify(outcome)).toBe(true)
  expect(outcome.calls.length).toBeLessThanOrEqual(3)
})

it('keeps every result below two kilobytes', () => {
  const bytes = rows.flatMap(({ outcome }) => outcome.bytes)
  expect(bytes.length).toBeGreaterThan(40)
  expect(Math.max(...bytes)).toBeLessThanOrEqual(2048)
})

afterAll(() => {
  if (process.env.EVAL_AGENT === undefined) return
  const line = (cells: unknown[]) => `| ${cells.join(' | ')} |\n`
  const all = rows.flatMap(({ outcome }) => outcome.bytes)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const done = rows.filter(({ isDone }) => isDone).length
  const calls = sum(rows.map(({ outcome }) => outcome.calls.length))
  process.stdout.write(
    line(['task', 'completed', 'calls', 'bytes of the largest result']) +
      line(['---', '---', '---', '---']) +
      rows
        .map(({ task, isDone, outcome: o }) =>
          line([task, isDone ? 'yes' : 'no', o.calls.join(', '), Math.max(...o.bytes)]),
        )
        .join('') +
      `\nCompleted ${done} of ${rows.length}. Calls per task: ${(calls / rows.length).toPrecision(3)}. ` +
      `Bytes per result: ${Math.round(sum(all) / all.length)} on average, ${Math.max(...all)} at most.\n`,
  )
})
