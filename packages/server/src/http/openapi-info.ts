// The head of the OpenAPI document: the introduction, the server, and how requests are authenticated.
import { SCOPES, type Scope } from '../kernel/owner.ts'
import { sessionCookieName } from './session-cookie.ts'

type Json = Record<string, unknown>

/** In the document that is committed; a running service puts its own BASE_URL here. */
export const DOCUMENT_BASE_URL = 'http://127.0.0.1:8080'

const SCOPE_TEXTS: Record<Scope, string> = {
  search: 'search domains and read prices',
  embed: 'hosted checkout',
  buy: 'quotes, orders and refunds',
  broker: 'brokerage cases',
  refer: 'referral links and commission',
  report: 'lists and reports',
  webhook: 'webhooks and events',
}

const introduction = (baseUrl: string): string =>
  [
    'Freehold is an open marketplace for domain names. Partners search, quote and sell domains with the Partner API. ' +
      'Everyone can search and buy with the Public API, and agents can use MCP.',
    `Start with the guides (${baseUrl}/docs/guides) and create sandbox keys at ${baseUrl}/developers.`,
    'Requests to the Partner API are signed: HMAC-SHA256 of the method, path, canonical query, timestamp, nonce and ' +
      `SHA-256 of the body, joined by line feeds. See ${baseUrl}/docs/guides/signing.`,
    `A credential has scopes: ${SCOPES.map((scope) => `\`${scope}\` (${SCOPE_TEXTS[scope]})`).join(', ')}.`,
    'Key IDs starting with `pk_sandbox_` use the sandbox, which has its own inventory, test cards and clock. Key IDs starting ' +
      'with `pk_live_` sell real domains.',
    'Amounts are integers in minor units (cents) next to a currency. Times are ISO 8601 in UTC. Lists return `next_cursor`: ' +
      'send it as `cursor` to get the next page. Every error has a `code`, a `message` and, in some cases, a `reason`.',
  ].join('\n\n')

export const documentInfo = (version: string, baseUrl: string): Json => ({
  title: 'Freehold',
  version,
  summary: 'The open domain-name marketplace.',
  description: introduction(baseUrl),
  contact: { name: 'Freehold developers', url: `${baseUrl}/developers` },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
})

export const documentServers = (baseUrl: string): Json[] => [
  {
    url: baseUrl,
    description:
      baseUrl === DOCUMENT_BASE_URL ? 'A service on your machine, started with `npm start`.' : 'This service.',
  },
]

const header = (name: string, description: string): Json => ({ type: 'apiKey', in: 'header', name, description })

export const securitySchemes = (baseUrl: string): Json => ({
  keyId: header('X-Service-Key-Id', 'Key ID, `pk_sandbox_…` or `pk_live_…`.'),
  timestamp: header('X-Service-Timestamp', 'Unix seconds, within 300 seconds of the server time.'),
  nonce: header('X-Service-Nonce', 'Unique value per request: 8 to 128 characters of A-Z a-z 0-9 . _ ~ -'),
  signature: header('X-Service-Signature', '`v1=` plus the lowercase hex HMAC-SHA256 of the canonical string.'),
  accessToken: { type: 'http', scheme: 'bearer', description: 'Access token from the OAuth flow.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(baseUrl),
    description:
      'Session of a signed-in browser, on pages of this service only. The name is `__Host-freehold_session` over https and ' +
      '`freehold_session` over http.',
  },
  operatorToken: { type: 'http', scheme: 'bearer', description: 'Operator token, `op_…`.' },
})
