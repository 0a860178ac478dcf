// The tools of agents, called by the official clients of both generations, with and without an account.
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overNetwork } from '../../test/browser.ts'
import { startTestService } from '../../test/harness.ts'
import { startListeningService } from '../../test/listening.ts'
import { CALLBACK, newAccessToken, newAccount } from '../../test/oauth.ts'

const service = await startListeningService()
const { baseUrl } = service
const ENDPOINT = new URL(`${baseUrl}/mcp`)
const NAMES = ['search_domain', 'whois_lookup', 'tld_registration_price', 'tld_requirements', 'market_listings']
const ALL_NAMES = [
  ...NAMES,
  ...['search_market', 'get_domain', 'create_checkout', 'start_brokerage', 'make_offer'],
  ...['list_my_offers', 'respond_to_offer'],
  ...['get_order', 'list_my_domains', 'manage_domains'],
]
const ARGUMENTS: Record<string, Record<string, unknown>> = {
  search_domain: { q: 'agent-priced.com' },
  whois_lookup: { domain: 'taken-agent.com' },
  tld_registration_price: { tld: 'com' },
  tld_requirements: { tld: 'com' },
  market_listings: { tld: 'com', limit: 2 },
}

beforeAll(async () => {
  await service.list('live', 'agent-priced.com', { price_cents: 98_700 })
})

type Result = {
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}
type Connected = {
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown; outputSchema?: unknown }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

const INFO = { name: 'tests', version: '1' }
const bearer = (token: string | undefined) =>
  token ? { requestInit: { headers: { authorization: `Bearer ${token}` } } } : {}
const CLIENTS: Record<string, (token?: string) => Promise<Connected>> = {
  'the v1 SDK': async (token) => {
    const client = new ClientV1(INFO)
    // The transport's own types predate exact optional properties.
    await client.connect(new TransportV1(ENDPOINT, bearer(token)) as never)
    return client as Connected
  },
  'the v2 SDK': async (token) => {
    const client = new ClientV2(INFO)
    await client.connect(new TransportV2(ENDPOINT, bearer(token)))
    return client as Connected
  },
  'the v2 SDK on the newest protocol': async (token) => {
    const client = new ClientV2(INFO, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new TransportV2(ENDPOINT, bearer(token)))
    return client as Connected
  },
}

const firstPrice = (result: Result) =>
  (result.structuredContent!.results as { price: unknown; price_masked: boolean }[])[0]

describe.each(Object.entries(CLIENTS))('%s', (_, connect) => {
  let client: Connected
  beforeAll(async () => {
    client = await connect()
  })
  afterAll(() => client.close())

  it('lists every tool with the schemas of its input and output', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(ALL_NAMES)
    for (const tool of tools) {
      expect(tool.inputSchema).toMatchObject({ type: 'object' })
      expect(tool.outputSchema).toMatchObject({ type: 'object' })
    }
  })

  it.each(NAMES)('calls %s, answered as text and as structured content', async (name) => {
    const result = (await client.callTool({ name, arguments: ARGUMENTS[name]! })) as Result
    expect(result.isError ?? false).toBe(false)
    expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent)
  })

  it('sees prices masked without a token and as they are with one', async () => {
    const call = { name: 'search_domain', arguments: ARGUMENTS.search_domain! }
    expect(firstPrice((await client.callTool(call)) as Result)).toMatchObject({ price: null, price_masked: true })
    const known = await connect(await newAccessToken(service))
    expect(firstPrice((await known.callTool(call)) as Result)).toMatchObject({
      price: { cents: 98_700 },
      price_masked: false,
    })
    await known.close()
  })

  it('is told what is wrong with an argument, an unknown ending and a name that is none', async () => {
    for (const [name, args] of [
      ['search_domain', { q: 7 }],
      ['search_domain', {}],
      ['tld_requirements', { tld: '__proto__' }],
      ['whois_lookup', { domain: 'http://x' }],
    ] as const) {
      const result = (await client.callTool({ name, arguments: args })) as Result
      expect(result.isError).toBe(true)
      expect(result.content[0]!.text.length).toBeGreaterThan(10)
    }
  })
})

describe('OAuth, started by the 401 of ?auth=required', () => {
  /** Keeps what the SDK wants kept; the person signs in and agrees in a browser without a screen. */
  function provider(account: { email: string; password: string }) {
    const kept: Record<string, unknown> = {}
    let code: string | null = null
    return {
      kept,
      code: () => code,
      redirectUrl: CALLBACK,
      clientMetadata: { redirect_uris: [CALLBACK], client_name: 'Agent', token_endpoint_auth_method: 'none' },
      clientInformation: () => kept.client as never,
      saveClientInformation: (client: unknown) => {
        kept.client = client
      },
      tokens: () => kept.tokens as never,
      saveTokens: (tokens: unknown) => {
        kept.tokens = tokens
      },
      codeVerifier: () => kept.verifier as string,
      saveCodeVerifier: (verifier: string) => {
        kept.verifier = verifier
      },
      async redirectToAuthorization(url: URL) {
        const end = await openBrowser(overNetwork(baseUrl)).decide(url.pathname + url.search, account)
        code = end.left?.searchParams.get('code') ?? null
        kept.answer = end.left?.searchParams
      },
    }
  }
  const required = new URL(`${ENDPOINT}?auth=required`)

  it.each(['v1', 'v2'])(
    'is completed by the %s SDK unmodified, and a spoiled token is refreshed silently',
    async (version) => {
      const auth = provider(await newAccount(service))
      const open = () =>
        version === 'v1'
          ? {
              client: new ClientV1(INFO) as unknown as ClientV2,
              transport: new TransportV1(required, { authProvider: auth as never }) as unknown as TransportV2,
            }
          : { client: new ClientV2(INFO), transport: new TransportV2(required, { authProvider: auth as never }) }
      const first = open()
      await expect(first.client.connect(first.transport)).rejects.toThrow()
      expect(auth.code()).not.toBeNull()
      await first.transport.finishAuth((version === 'v1' ? auth.code() : auth.kept.answer) as never)
      const { client, transport } = open()
      await client.connect(transport)
      const call = { name: 'search_domain', arguments: ARGUMENTS.search_domain! }
      expect(firstPrice((await client.callTool(call)) as Result)).toMatchObject({ price: { cents: 98_700 } })
      const tokens = auth.kept.tokens as { access_token: string }
      auth.kept.tokens = { ...tokens, access_token: 'spoiled' }
      // Four at once: neither SDK shares a refresh between calls.
      const results = await Promise.all([1, 2, 3, 4].map(() => client.callTool(call)))
      for (const result of results) expect(firstPrice(result as Result)).toMatchObject({ price: { cents: 98_700 } })
      await client.close()
    },
  )
})

describe('the endpoint', () => {
  const post = (body: string, headers: Record<string, string> = {}, url = '/mcp') =>
    service.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    })
  const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

  it('answers 401 with the way to a token where one is required, and to a bad token anywhere', async () => {
    for (const [url, headers] of [
      ['/mcp?auth=required', {}],
      ['/mcp', { authorization: 'Bearer nonsense' }],
      ['/mcp', { authorization: 'Basic eA==' }],
      ['/mcp?auth=required', { authorization: 'Bearer nonsense' }],
    ] as [string, Record<string, string>][]) {
      const response = await post(LIST, headers, url)
      expect([url, response.status]).toEqual([url, 401])
      expect(response.headers['www-authenticate']).toContain(`${baseUrl}/.well-known/oauth-protected-resource/mcp`)
      expect(response.headers['www-authenticate']).toContain('scope="pricing:read"')
    }
  })

  it('has an answer for whatever is sent', async () => {
    for (const body of ['', '{', 'null', '[]', '7', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1,"method":"no/such"}'])
      expect((await post(body)).status).toBeLessThan(500)
    expect((await post(LIST, { accept: 'application/json' })).status).toBeLessThan(500)
    expect((await post(LIST, { 'content-type': 'text/plain' })).status).toBeLessThan(500)
    expect((await service.send({ method: 'GET', url: '/mcp' })).status).toBe(405)
    expect((await service.send({ method: 'DELETE', url: '/mcp' })).status).toBe(405)
    expect((await service.send({ method: 'OPTIONS', url: '/mcp' })).headers['access-control-allow-origin']).toBe('*')
  })

  it('counts every call as a public read', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', RATE_PUBLIC_READS: '2' })
    const statuses = []
    for (let n = 0; n < 3; n++) {
      const response = await limited.send({
        method: 'POST',
        url: '/mcp',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: LIST,
      })
      statuses.push(response.status)
      if (response.status === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([200, 200, 429])
  })
})
