// The client side of OAuth: discovery, registration, PKCE, consent, callback and tokens. Works in browsers.
import { type FreeholdOptions, openConnection } from './connection.ts'
import { toBase64Url } from './encoding.ts'
import { OAuthFlowError } from './errors.ts'
import { type RequestOptions, sendRequest, trimSlashes } from './request.ts'
import type { AuthorizationServerMetadata, OAuthClient, OAuthClientInput, OAuthTokens } from './types.gen.ts'

export type OAuthOptions = Pick<FreeholdOptions, 'fetch' | 'timeoutMs' | 'maxRetries'>

export interface Pkce {
  /** Keep it until you exchange the code. */
  verifier: string
  /** Part of the authorization URL. */
  challenge: string
}

export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  challenge: string
  /** A random value that you store. `readCallback` compares it. */
  state: string
  /** Default: `pricing:read`. */
  scope?: string | readonly string[] | undefined
  resource?: string | undefined
}

/** Reads the OAuth endpoints of the service (RFC 8414). */
export async function discover(baseUrl: string, options?: OAuthOptions): Promise<AuthorizationServerMetadata> {
  const path = '/.well-known/oauth-authorization-server'
  const connection = openConnection({ ...options, baseUrl })
  const { data } = await sendRequest<AuthorizationServerMetadata>(connection, { method: 'GET', path })
  if (data.issuer !== trimSlashes(baseUrl))
    throw new OAuthFlowError(
      'issuer_mismatch',
      `The service identifies itself as ${data.issuer}. Use that as the base URL.`,
    )
  return data
}

/** Registers an application (RFC 7591). Do this once per installation. It needs no secret and no approval. */
export function registerClient(
  server: AuthorizationServerMetadata,
  client: OAuthClientInput,
  options?: OAuthOptions,
): Promise<OAuthClient> {
  return post<OAuthClient>(server.registration_endpoint, { body: client }, options)
}

/** Creates a PKCE verifier for one sign-in, and its SHA-256 challenge (RFC 7636). */
export async function createPkce(): Promise<Pkce> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  return { verifier, challenge: await computeChallenge(verifier) }
}

export async function computeChallenge(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/** The URL of the consent page for the user. */
export function authorizationUrl(server: AuthorizationServerMetadata, request: AuthorizationRequest): string {
  const url = new URL(server.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    state: request.state,
    scope: request.scope === undefined ? undefined : [request.scope].flat().join(' '),
    resource: request.resource,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Returns the code from the callback URL. Checks that the state is yours and the issuer is the server (RFC 9207). */
export function readCallback(server: AuthorizationServerMetadata, callbackUrl: string, state: string): string {
  const params = new URL(callbackUrl).searchParams
  // An empty stored state must not match a missing one.
  if (!state || params.get('state') !== state)
    throw new OAuthFlowError('state_mismatch', 'The state does not match. Start the sign-in again.')
  if (params.get('iss') !== server.issuer)
    throw new OAuthFlowError('issuer_mismatch', 'The response is from another issuer. Start the sign-in again.')
  const error = params.get('error')
  if (error !== null) throw new OAuthFlowError(error, params.get('error_description') ?? 'The user declined access.')
  const code = params.get('code')
  if (code === null) throw new OAuthFlowError('malformed', 'The callback URL has no code. Start the sign-in again.')
  return code
}

/** Exchanges a code for tokens. A code is valid once, for one minute. */
export function exchangeCode(
  server: AuthorizationServerMetadata,
  grant: { clientId: string; code: string; verifier: string; redirectUri?: string | undefined },
  options?: OAuthOptions,
): Promise<OAuthTokens> {
  const { clientId, code, verifier, redirectUri } = grant
  const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
  return post(server.token_endpoint, encodeForm({ ...form, redirect_uri: redirectUri }), options)
}

/** Refreshes the tokens. The refresh token changes with each use: store the new one. */
export function refreshTokens(
  server: AuthorizationServerMetadata,
  grant: { clientId: string; refreshToken: string; scope?: string | undefined },
  options?: OAuthOptions,
): Promise<OAuthTokens> {
  const { clientId, refreshToken, scope } = grant
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, scope }
  return post(server.token_endpoint, encodeForm(form), options)
}

/** Revokes a token (RFC 7009). Revoking a refresh token revokes the whole grant. */
export async function revokeToken(
  server: AuthorizationServerMetadata,
  { clientId, token }: { clientId: string; token: string },
  options?: OAuthOptions,
): Promise<void> {
  await post(server.revocation_endpoint, { ...encodeForm({ client_id: clientId, token }), accept: '*/*' }, options)
}

/** RFC 6749 requires a form, and browsers send forms to another origin without a preflight request. */
function encodeForm(fields: Readonly<Record<string, string | undefined>>): Pick<RequestOptions, 'body' | 'headers'> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return {
    body: new TextEncoder().encode(new URLSearchParams(given).toString()),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }
}

async function post<T>(
  endpoint: string,
  request: Pick<RequestOptions, 'body' | 'headers' | 'accept'>,
  options?: OAuthOptions,
): Promise<T> {
  const { origin, pathname, search } = new URL(endpoint)
  const connection = openConnection({ ...options, baseUrl: origin })
  return (await sendRequest<T>(connection, { ...request, method: 'POST', path: `${pathname}${search}` })).data
}
