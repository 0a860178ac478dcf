// The head of the OpenAPI document: the introduction, the server, and how requests are authenticated.
import { createHmac } from 'node:crypto'
import type { OAuthScope } from '../../kernel/oauth-scopes.ts'
import { SCOPES, type Scope } from '../../kernel/owner.ts'
import { sessionCookieName } from '../session-cookie.ts'
import { canonicalString } from '../signature.ts'

type Json = Record<string, unknown>

/** In the document that is committed; a running service puts its own BASE_URL here. */
export const DOCUMENT_BASE_URL = 'http://127.0.0.1:8080'

const SCOPE_TEXTS: Record<Scope, string> = {
  search: 'search domains, read prices and orders',
  embed: 'hosted checkout',
  buy: 'quotes, orders and refunds',
  broker: 'brokerage cases',
  refer: 'referral links and commission',
  report: 'lists and reports',
  webhook: 'webhooks and events',
}

const OAUTH_SCOPE_TEXTS: Record<OAuthScope, string> = {
  'pricing:read': 'See marketplace prices in domain search results.',
  'domains:manage': 'Read the orders and manage the domains of the user.',
}

const EXAMPLE_SECRET = 'sk_sandbox_example'
const EXAMPLE = canonicalString({
  method: 'GET',
  path: '/api/partner/v1/domains/search',
  pairs: [['q', 'fast wheels']],
  timestamp: '1767225600',
  nonce: 'nonce-0001',
  body: undefined,
})
const exampleSignature = (): string => createHmac('sha256', EXAMPLE_SECRET).update(EXAMPLE).digest('hex')

const signing = (baseUrl: string): string =>
  'Requests to the Partner API are signed. The canonical string has six lines, joined by a line feed: the method in upper ' +
  'case; the path as sent, percent-encoded, without the query; the query parameters, percent-encoded as in RFC 3986, sorted ' +
  'by name, then by value, and joined by `&` (an empty line without parameters); X-Service-Timestamp; X-Service-Nonce; ' +
  'the lowercase hex SHA-256 of the body (of the empty string without a body). X-Service-Signature is `v1=` plus the ' +
  'lowercase hex HMAC-SHA256 of this string, keyed with the UTF-8 bytes of the secret. For example, with the secret ' +
  `\`${EXAMPLE_SECRET}\`, the string ${JSON.stringify(EXAMPLE).replace(/^"|"$/g, '`')} has the signature ` +
  `\`v1=${exampleSignature()}\`. See ${baseUrl}/docs/guides/signing.`

const introduction = (baseUrl: string): string =>
  [
    'Freehold is an open marketplace for domain names. Partners search, quote and sell domains with the Partner API. ' +
      'Everyone can search and buy with the Public API, and agents can use MCP.',
    `Start with the guides (${baseUrl}/docs/guides) and create sandbox keys at ${baseUrl}/developers.`,
    signing(baseUrl),
    `An API key has scopes: ${SCOPES.map((scope) => `\`${scope}\` (${SCOPE_TEXTS[scope]})`).join(', ')}.`,
    'Key IDs starting with `pk_sandbox_` use the sandbox, which has its own inventory, test cards and clock. Key IDs starting ' +
      'with `pk_live_` sell real domains.',
    'Amounts are integers in minor units next to a currency: 1050 is USD 10.50. JPY and KRW have no minor unit: 1000 is ' +
      'JPY 1,000. Times are ISO 8601 in UTC.',
    'Lists return `next_cursor`: send it as `cursor`, with the same filters, to get the next page. `GET /events` continues ' +
      'with `after_id`.',
    'Errors have the schema `Error`, except for the OAuth endpoints (RFC 6749) and MCP (JSON-RPC). Handle errors by `code`, ' +
      'and by `reason` where it is set. Responses and events can gain fields: ignore the ones you do not know.',
    `The Operator API has its own document: ${baseUrl}/openapi-operator.json.`,
  ].join('\n\n')

export const documentInfo = (version: string, baseUrl: string): Json => ({
  title: 'Freehold',
  version,
  summary: 'The open domain-name marketplace.',
  description: introduction(baseUrl),
  contact: { name: 'Freehold developers', url: `${baseUrl}/developers` },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
})

/** What the document of the Operator API says about itself. */
export const operatorInfo = (baseUrl: string): Json => ({
  title: 'Freehold Operator API',
  summary: 'What the operators of a Freehold service can do.',
  description: [
    'The Operator API is for the people who run a service. Send an operator token as bearer token, or use the session of an ' +
      'operator who signed in. Each write names the roles that can use it.',
    `The other APIs, with the rules that hold for all of them, are in ${baseUrl}/openapi.json.`,
  ].join('\n\n'),
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
  nonce: header(
    'X-Service-Nonce',
    'Unique value per request, also for retries: 8 to 128 characters of A-Z a-z 0-9 . _ ~ -',
  ),
  signature: header(
    'X-Service-Signature',
    '`v1=` plus the lowercase hex HMAC-SHA256 of the canonical string, described above.',
  ),
  oauth: {
    type: 'oauth2',
    description:
      'OAuth 2.1 with PKCE (S256), for public clients without a secret. Register a client with `POST /api/oauth/register`.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth/authorize`,
        tokenUrl: `${baseUrl}/api/oauth/token`,
        refreshUrl: `${baseUrl}/api/oauth/token`,
        scopes: OAUTH_SCOPE_TEXTS,
      },
    },
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token from the OAuth flow: `/oauth/authorize`, then `/api/oauth/token`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(baseUrl),
    description:
      'Session of a browser that signed in at /login, accepted from pages of this service only. The name is ' +
      '`__Host-freehold_session` over https and `freehold_session` over http.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Operator token, `op_…`, printed once by the `create-operator` command.',
  },
})
