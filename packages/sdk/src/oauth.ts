// Owns the client's side of OAuth: discovery, registration, PKCE, the way to consent and back, tokens. Runs in browsers, too.
import { type FreeholdOptions, openConnection } from './connection.ts'
import { toBase64Url } from './encoding.ts'
import { OAuthFlowError } from './errors.ts'
import { type RequestOptions, sendRequest, trimSlashes } from './request.ts'
import type { AuthorizationServerMetadata, OAuthClient, OAuthClientInput, OAuthTokens } from './types.gen.ts'

export type OAuthOptions = Pick<FreeholdOptions, 'fetch' | 'timeoutMs' | 'maxRetries'>

export interface Pkce {
  /** Keep it until the code comes back. */
  verifier: string
  /** Goes into the address. */
  challenge: string
}

export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  challenge: string
  /** Random, kept by you, compared by `readCallback`. */
  state: string
  /** `pricing:read` when absent. */
  scope?: string | readonly string[] | undefined
  resource?: string | undefined
}

/** Asks the service where its OAuth endpoints are (RFC 8414). */
export async function discover(baseUrl: string, options?: OAuthOptions): Promise<AuthorizationServerMetadata> {
  const path = '/.well-known/oauth-authorization-server'
  const connection = openConnection({ ...options, baseUrl })
  const { data } = await sendRequest<AuthorizationServerMetadata>(connection, { method: 'GET', path })
  if (data.issuer !== trimSlashes(baseUrl))
    throw new OAuthFlowError('issuer_mismatch', `The service calls itself ${data.issuer}: use that address.`)
  return data
}

/** Registers an application (RFC 7591), once per installation; no secret, no approval. */
export function registerClient(
  server: AuthorizationServerMetadata,
  client: OAuthClientInput,
  options?: OAuthOptions,
): Promise<OAuthClient> {
  return post<OAuthClient>(server.registration_endpoint, { body: client }, options)
}

/** A secret of one sign-in, and its SHA-256 (RFC 7636). */
export async function createPkce(): Promise<Pkce> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  return { verifier, challenge: await challengeOf(verifier) }
}

export async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/** Where the person goes to agree. */
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

/** Reads the address that the person came back to, and gives its code. The state must be ours, the issuer the server (RFC 9207). */
export function readCallback(server: AuthorizationServerMetadata, callbackUrl: string, state: string): string {
  const answer = new URL(callbackUrl).searchParams
  // A state that was lost must not equal one that is not there.
  if (!state || answer.get('state') !== state)
    throw new OAuthFlowError('state_mismatch', 'This answer is not to our question.')
  if (answer.get('iss') !== server.issuer) throw new OAuthFlowError('issuer_mismatch', 'Another server answered.')
  const error = answer.get('error')
  if (error !== null) throw new OAuthFlowError(error, answer.get('error_description') ?? 'The person did not agree.')
  const code = answer.get('code')
  if (code === null) throw new OAuthFlowError('malformed', 'The answer has no code.')
  return code
}

/** Trades a code for tokens, once and within a minute. */
export function exchangeCode(
  server: AuthorizationServerMetadata,
  grant: { clientId: string; code: string; verifier: string; redirectUri?: string | undefined },
  options?: OAuthOptions,
): Promise<OAuthTokens> {
  const { clientId, code, verifier, redirectUri } = grant
  const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
  return post(server.token_endpoint, formOf({ ...form, redirect_uri: redirectUri }), options)
}

/** The refresh token is spent by this: keep the new one. */
export function refreshTokens(
  server: AuthorizationServerMetadata,
  grant: { clientId: string; refreshToken: string; scope?: string | undefined },
  options?: OAuthOptions,
): Promise<OAuthTokens> {
  const { clientId, refreshToken, scope } = grant
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, scope }
  return post(server.token_endpoint, formOf(form), options)
}

/** Lets a token go (RFC 7009); a refresh token takes its whole grant with it. */
export async function revokeToken(
  server: AuthorizationServerMetadata,
  { clientId, token }: { clientId: string; token: string },
  options?: OAuthOptions,
): Promise<void> {
  await post(server.revocation_endpoint, { ...formOf({ client_id: clientId, token }), accept: '*/*' }, options)
}

/** A form is what RFC 6749 asks for, and what browsers send to another origin without asking first. */
function formOf(fields: Readonly<Record<string, string | undefined>>): Pick<RequestOptions, 'body' | 'headers'> {
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
