// Use cases of applications: register, exchange a code, refresh, revoke, and whose an access token is.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { OAUTH_ACCESS_SECONDS, OAUTH_REFRESH_SECONDS } from '../../../kernel/limits.ts'
import type { OAuthScope } from '../../../kernel/oauth-scopes.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { readClientMetadata } from '../rules/clients.ts'
import { isDocumentUrl } from '../rules/documents.ts'
import {
  assertOwnResources,
  deriveSuccessor,
  judgeRefresh,
  narrowScopes,
  OAuthError,
  type Parameters,
  TOKEN_PREFIXES,
  verifierMatches,
} from '../rules/grants.ts'
import type { Client, Grant } from '../store.ts'
import * as store from '../store.ts'
import { findKnownClient } from './read-document.ts'

export type Tokens = { accessToken: string; refreshToken: string; scopes: OAuthScope[] }

/** Derived from the master key: every process of the service makes the same successors, today and after a restart. */
const successorKey = ({ secrets }: Pick<Deps, 'secrets'>): Buffer => secrets.deriveKey('oauth-refresh-successor')

const invalidGrant = (description: string): OAuthError => new OAuthError('invalid_grant', description)

export async function registerClient({ db, clock }: Pick<Deps, 'db' | 'clock'>, body: unknown): Promise<Client> {
  const metadata = readClientMetadata(body)
  const now = clock.now()
  const client: Client = {
    id: newId('oauthClient', now),
    ...metadata,
    createdAt: now,
    documentUrl: null,
    documentReadAt: null,
  }
  await db.tx((tx) => store.insertClient(tx, client))
  return client
}

async function requireClient(db: Db, id: string): Promise<Client> {
  const client = await findKnownClient(db, id)
  if (!client) throw new OAuthError('invalid_client', 'unknown client_id; register the application again')
  return client
}

/** The token endpoint: whichever grant it is asked for. */
export async function exchange(deps: Deps, parameters: Parameters): Promise<Tokens> {
  const grantType = parameters.required('grant_type')
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  const namedId = parameters.required('client_id')
  // A grant belongs to the row of the client, whatever the client is called by.
  const clientId = isDocumentUrl(namedId) ? ((await findKnownClient(deps.db, namedId))?.id ?? namedId) : namedId
  assertOwnResources(parameters.all('resource'), deps.config.baseUrl)
  const result = await (grantType === 'authorization_code'
    ? redeemCode(deps, clientId, {
        code: parameters.required('code'),
        verifier: parameters.required('code_verifier'),
        redirectUri: parameters.one('redirect_uri'),
      })
    : refresh(deps, clientId, { token: parameters.required('refresh_token'), scope: parameters.one('scope') }))
  if (!(result instanceof OAuthError)) return result
  // A grant of this client was proof enough that there is one. Without it, that the client is unknown is the better answer.
  await requireClient(deps.db, clientId)
  throw result
}

/** A refused attempt spends nothing; a second use of a code takes back all that the first gave. */
const redeemCode = (
  { db, clock }: Deps,
  clientId: string,
  given: { code: string; verifier: string; redirectUri: string | undefined },
): Promise<Tokens | OAuthError> =>
  db.tx(async (tx) => {
    const hash = tokenHash(given.code)
    const grant = await store.lockGrantByCode(tx, hash)
    const code = grant && (await store.findCode(tx, hash))
    if (!grant || !code || grant.clientId !== clientId) return invalidGrant('unknown authorization code')
    const now = clock.now()
    if (code.usedAt !== null) {
      await store.revokeGrant(tx, grant.id, now)
      return invalidGrant('the authorization code was already used; the tokens it issued are revoked')
    }
    if (grant.revokedAt !== null || code.expiresAt <= now) return invalidGrant('the authorization code has expired')
    if (given.redirectUri !== undefined && given.redirectUri !== code.redirectUri)
      return invalidGrant('redirect_uri does not match the authorization request')
    if (!verifierMatches(given.verifier, code.challenge)) return invalidGrant('code_verifier does not match')
    const tokens = newTokens(randomToken(TOKEN_PREFIXES.refresh, 32), grant.scopes)
    invariant(await store.spendCode(tx, hash, toRows(tokens, now), now), 'a code is used once')
    return tokens
  })

/** Rotates. A twin within the grace gets the same successor; any other second use ends the family. */
const refresh = (
  deps: Deps,
  clientId: string,
  given: { token: string; scope: string | undefined },
): Promise<Tokens | OAuthError> =>
  deps.db.tx(async (tx) => {
    const hash = tokenHash(given.token)
    const grant = await store.lockGrantByRefreshToken(tx, hash)
    if (!grant || grant.clientId !== clientId) return invalidGrant('unknown refresh token')
    const refreshToken = deriveSuccessor(successorKey(deps), given.token)
    const { token, successor } = await store.findRefreshTokens(tx, hash, tokenHash(refreshToken))
    if (!token) return invalidGrant('unknown refresh token')
    const now = deps.clock.now()
    const verdict = judgeRefresh(token, grant, successor ? successor.usedAt !== null : null, now)
    if (verdict === 'refuse') return invalidGrant('the refresh token has expired or was revoked')
    if (verdict === 'revoke') {
      await store.revokeGrant(tx, grant.id, now)
      return invalidGrant('the refresh token was already used; all tokens of this grant are revoked')
    }
    const tokens = newTokens(refreshToken, narrowScopes(grant.scopes, given.scope))
    const rows = toRows(tokens, now)
    if (verdict === 'rotate')
      invariant(await store.spendRefreshToken(tx, hash, rows, now), 'a refresh token is used once')
    else await store.insertAccessToken(tx, grant.id, rows.access)
    return tokens
  })

const newTokens = (refreshToken: string, scopes: OAuthScope[]): Tokens => ({
  accessToken: randomToken(TOKEN_PREFIXES.access, 32),
  refreshToken,
  scopes,
})

const toRows = ({ accessToken, refreshToken, scopes }: Tokens, now: Date): store.NewTokens => ({
  access: { hash: tokenHash(accessToken), scopes, expiresAt: addSeconds(now, OAUTH_ACCESS_SECONDS) },
  refresh: { hash: tokenHash(refreshToken), expiresAt: addSeconds(now, OAUTH_REFRESH_SECONDS) },
})

/**
 * RFC 7009. A refresh token takes its whole family with it, an access token only itself; what is not known is gone already.
 * An application that names itself can revoke its own tokens only.
 */
export async function revokeToken({ db, clock }: Pick<Deps, 'db' | 'clock'>, parameters: Parameters): Promise<void> {
  const hash = tokenHash(parameters.required('token'))
  const clientId = parameters.one('client_id')
  const client = clientId === undefined ? null : await requireClient(db, clientId)
  const assertOwn = (owner: string) => {
    if (client && client.id !== owner) throw invalidGrant('the token was issued to another application')
  }
  await db.tx(async (tx) => {
    const grant = await store.lockGrantByRefreshToken(tx, hash)
    if (grant) {
      assertOwn(grant.clientId)
      return store.revokeGrant(tx, grant.id, clock.now())
    }
    const access = await store.findClientByAccessToken(tx, hash)
    if (!access) return
    assertOwn(access.clientId)
    await store.deleteAccessToken(tx, hash)
  })
}

export type Access = {
  userId: Grant['userId']
  clientId: string
  scopes: readonly OAuthScope[]
  expiresAt: Date
  /** Null: an account from before addresses were confirmed. */
  emailConfirmedAt: Date | null
}

/** Who stands behind an access token; undefined when it is unknown, expired or revoked. */
export const findAccess = (db: Db, token: string, now: Date): Promise<Access | undefined> =>
  store.findAccess(db, tokenHash(token), now)
