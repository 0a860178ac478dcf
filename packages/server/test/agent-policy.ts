// An agent without a model: it sees names, descriptions, schemas and results of tools, and picks by simple rules.

export type ToolInfo = {
  name: string
  description: string
  inputSchema: { properties?: Record<string, { description?: string }>; required?: string[] }
}
export type Result = { content: { text: string }[]; structuredContent?: Record<string, unknown>; isError?: boolean }
export type CallTool = (name: string, args: Record<string, unknown>) => Promise<Result>
export type Outcome = { calls: string[]; bytes: number[]; last: Result | undefined; data: Record<string, unknown>[] }

const CALLS_MAX = 6

/** What a person says, as far as rules can read it. */
type Wish = {
  words: string
  domains: string[]
  tld: string | undefined
  cents: number | undefined
  email: string | undefined
  topic: string
}

const DOMAIN = /\b[a-z0-9-]+\.(?:com|net|org|io|co|app|dev|shop)\b/gi

function readWish(words: string): Wish {
  const email = /[\w.+-]+@[\w.-]+\.\w+/.exec(words)?.[0]
  const rest = email ? words.replace(email, '') : words
  const [, dollars] = /\$(\d[\d,]*)/.exec(rest) ?? []
  const topic = /\b(?:about|for an?|for my|for|around) ([a-z ]+?)(?: under| below| for less| at most|,|\.|\?|$)/i.exec(
    rest,
  )?.[1]
  return {
    words: rest.toLowerCase(),
    domains: rest.match(DOMAIN) ?? [],
    tld: /(?:^|\s)\.([a-z]{2,6})\b/i.exec(rest)?.[1],
    cents: dollars === undefined ? undefined : Number(dollars.replace(/,/g, '')) * 100,
    email,
    topic: topic ?? rest,
  }
}

/** Which words of a person go with which words of a description; the first pair that fits decides. */
const RULES: readonly [RegExp, RegExp][] = [
  [/counter-offer|my offers?\b|respond(?:ed)? to my offer/, /how the sellers responded/],
  [/^offer \$|make an offer/, /offer less than the price/i],
  [/cost(?:s)? to (?:register|renew|transfer)|price of a \./, /what a tld costs/i],
  [/ask (?:its|the) owner|approach|broker/, /approach the owner/],
  [/status|order|where is my/, /where a purchase/],
  [
    /nameserver|name server|unlock|lock|auto-renew|sell my|list my|renew|privacy/,
    /first call only shows what would happen/,
  ],
  [/my domains|do i own|which of my/, /domains of the signed-in person with expiry/],
  [/who owns|who registered|registrar|expire/, /who registered a domain/],
  [/rules|who may register|requirements/, /rules of a tld/i],
  [/free|available|taken/, /one exact name/],
  [/letters|shorter than|contains/, /exact filters/],
  [/buy [a-z0-9-]+\.[a-z]+|checkout for/, /payment page/],
  [/tell me about|price of [a-z0-9-]+\.|how much is/, /get one domain/i],
  [/./, /fit an idea/],
]

function pickTool(tools: readonly ToolInfo[], { words }: Wish): ToolInfo | undefined {
  for (const [said, described] of RULES) {
    const tool = said.test(words) && tools.find(({ description }) => described.test(description))
    if (tool) return tool
  }
  return undefined
}

const OPERATIONS: readonly [RegExp, string, Record<string, unknown>][] = [
  [/unlock/, 'set_lock', { locked: false }],
  [/\block/, 'set_lock', { locked: true }],
  [/auto-renew/, 'set_auto_renew', { enabled: false }],
  [/name ?server/, 'set_nameservers', { nameservers: ['ns1.example.net', 'ns2.example.net'] }],
  [/renew/, 'renew', { years: 1 }],
  [/privacy/, 'set_privacy', { enabled: false }],
]

/** What a person decided about a counter-offer. */
const DECISIONS: readonly [RegExp, string][] = [
  [/\baccept\b/, 'accept'],
  [/\bdecline\b|\breject\b/, 'decline'],
  [/\bwithdraw\b/, 'withdraw'],
  [/\bcounter with\b|\boffer them\b/, 'counter'],
]
const findDecision = (words: string): string | undefined => DECISIONS.find(([said]) => said.test(words))?.[1]

/** From results of earlier calls. */
type Known = { domains: readonly string[]; offerId: string | undefined }

/** Fills what the schema of a tool names. */
function fillArguments(tool: ToolInfo, wish: Wish, known: Known): Record<string, unknown> {
  const { words, tld, cents, email, topic } = wish
  const domains = wish.domains.length > 0 ? wish.domains : known.domains
  const [, operation, params] = OPERATIONS.find(([said]) => said.test(words)) ?? [
    /x/,
    'list_for_sale',
    { price_cents: cents ?? 100_000 },
  ]
  const [, letters] = /(\d+) letters/.exec(words) ?? []
  const values: Record<string, unknown> = {
    query: topic,
    q: tool.inputSchema.properties?.max_length ? undefined : domains[0],
    domain: domains[0],
    domains: domains.length > 0 ? domains : undefined,
    max_price: cents,
    budget_cents: cents,
    amount_cents: cents,
    offer_id: known.offerId,
    action: findDecision(words),
    tld: tld ?? (tool.inputSchema.required?.includes('tld') ? 'com' : undefined),
    sort: /cheapest/.test(words) ? 'price_asc' : undefined,
    buyer_email: email,
    max_length: letters === undefined ? undefined : Number(letters),
    op: /renew/.test(words) ? 'renew' : undefined,
    operation,
    params,
    expires_before: /expire/.test(words) ? '2099-01-01' : undefined,
  }
  const names = Object.keys(tool.inputSchema.properties ?? {})
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
}

const readDomains = (data: Record<string, unknown>): string[] =>
  ['results', 'items', 'domains'].flatMap((list) =>
    ((data[list] ?? []) as { domain?: string }[]).flatMap(({ domain }) => (domain ? [domain] : [])),
  )

/** The tool after this one: what the person wants to be done with a result, if the result names a tool for it. */
function pickNext(tools: readonly ToolInfo[], { words }: Wish, data: Record<string, unknown>): ToolInfo | undefined {
  const step = String(data.next_step ?? '')
  const named = tools.filter(({ name }) => step.includes(name))
  if (/\bbuy\b|checkout/.test(words)) return named.find(({ description }) => /payment page/.test(description))
  if (/renew them|lock them/.test(words))
    return named.find(({ description }) => /first call only shows/.test(description))
  if (findDecision(words) !== undefined)
    return named.find(({ description }) => /accept, counter or decline/i.test(description))
  return undefined
}

export async function pursue(task: string, tools: readonly ToolInfo[], callTool: CallTool): Promise<Outcome> {
  const wish = readWish(task)
  const outcome: Outcome = { calls: [], bytes: [], last: undefined, data: [] }
  let tool = /which of my/.test(wish.words)
    ? tools.find(({ description }) => /domains of the signed-in person with expiry/.test(description))
    : pickTool(tools, wish)
  let extra: Record<string, unknown> = {}
  let known: Known = { domains: [], offerId: undefined }
  while (tool && outcome.calls.length < CALLS_MAX) {
    const args = { ...fillArguments(tool, wish, known), ...extra }
    const result = await callTool(tool.name, args)
    outcome.calls.push(tool.name)
    outcome.bytes.push(
      Buffer.byteLength(result.content[0]?.text ?? '') +
        Buffer.byteLength(JSON.stringify(result.structuredContent ?? '')),
    )
    outcome.last = result
    const data = result.structuredContent ?? {}
    outcome.data.push(data)
    if (result.isError) break
    const [offer] = (data.offers ?? []) as { offer_id: string }[]
    known = {
      domains: readDomains(data).slice(0, /them/.test(wish.words) ? 20 : 1),
      offerId: offer?.offer_id ?? known.offerId,
    }
    // A person who said "show me first" has not agreed yet.
    const isAgreed = typeof data.confirmation === 'string' && !/show me first|but show/.test(wish.words)
    if (isAgreed) extra = { ...args, confirmation: data.confirmation }
    else tool = pickNext(tools, wish, data)
  }
  return outcome
}
