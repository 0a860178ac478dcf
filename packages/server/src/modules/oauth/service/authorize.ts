// Use cases of the person who is asked: what an application wants, and letting it have that.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import { OAUTH_CODE_SECONDS } from '../../../kernel/limits.ts'
import type { OAuthScope } from '../../../kernel/oauth-scopes.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { holdSession, type SignedIn } from '../../accounts/index.ts'
import {
  assertOwnResources,
  consentTicket,
  isConsentTicket,
  OAuthError,
  type Parameters,
  readChallenge,
  readScopes,
  TOKEN_PREFIXES,
} from '../rules/grants.ts'
import { chooseRedirect, redirectWith } from '../rules/redirects.ts'
import type { Client } from '../store.ts'
import * as store from '../store.ts'
import { type CountReading, findAskingClient } from './read-document.ts'

export type Wish = {
  client: Client
  redirectUri: string
  scopes: OAuthScope[]
  challenge: string
  /** The address that takes an answer to the application, with `state` and `iss` (RFC 9207). */
  buildRedirect(parameters: Record<string, string>): string
}

export type Reading =
  /** Nobody to answer: an unknown application, or a place that it never registered. The person is told, and stays. */
  | { kind: 'unknown'; message: string }
  /** A known application that asked wrongly, and where it would be told so. */
  | { kind: 'refused'; client: Client; redirectUri: string; message: string; location: string }
  | { kind: 'wish'; wish: Wish }

export type Refused = Extract<Reading, { kind: 'refused' }>

const once = (parameters: Parameters, name: string): string | undefined =>
  parameters.all(name).length > 1 ? undefined : parameters.one(name)

/** For the person at the browser, who can only pass it on. */
const redirectProblem = ([first = '', ...more]: readonly string[]): string => {
  const problem =
    more.length > 0
      ? 'sent redirect_uri more than once'
      : first === ''
        ? 'did not send redirect_uri'
        : 'sent a redirect URI that it has not registered'
  return `This application ${problem}. Contact the developer of the application.`
}

async function findClient(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'outbound'>,
  id: string | undefined,
  countReading: CountReading,
): Promise<Client | OAuthError | undefined> {
  try {
    return id === undefined ? undefined : await findAskingClient(deps, id, countReading)
  } catch (error) {
    if (error instanceof OAuthError) return error
    throw error
  }
}

export async function readAuthorization(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'outbound'>,
  parameters: Parameters,
  countReading: CountReading,
): Promise<Reading> {
  const { config } = deps
  const client = await findClient(deps, once(parameters, 'client_id'), countReading)
  if (client instanceof OAuthError)
    return {
      kind: 'unknown',
      message: `We cannot identify this application: ${client.message}. Contact the developer of the application.`,
    }
  if (!client)
    return {
      kind: 'unknown',
      message:
        'This application is not registered here: its client_id is unknown. Contact the developer of the application.',
    }
  const given = parameters.all('redirect_uri')
  const redirectUri = given.length > 1 ? null : chooseRedirect(client.redirectUris, parameters.one('redirect_uri'))
  if (redirectUri === null) return { kind: 'unknown', message: redirectProblem(given) }
  const state = once(parameters, 'state')
  const buildRedirect: Wish['buildRedirect'] = (fields) =>
    redirectWith(redirectUri, { ...fields, state, iss: config.baseUrl })
  try {
    return { kind: 'wish', wish: { client, redirectUri, buildRedirect, ...readWish(parameters, config.baseUrl) } }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const location = buildRedirect({ error: error.code, error_description: error.message })
    return { kind: 'refused', client, redirectUri, message: error.message, location }
  }
}

/**
 * Whether a browser may be sent to an application without asking. Anybody can register one, so only those that the person has
 * let in before: otherwise a link to this service would lead wherever its author likes (RFC 9700 §4.11.2).
 */
export const isTrusted = (db: Db, client: Client, userId: Id<'user'>): Promise<boolean> =>
  store.hasGrant(db, client.id, userId)

function readWish(parameters: Parameters, baseUrl: string): Pick<Wish, 'scopes' | 'challenge'> {
  parameters.one('state')
  const responseType = parameters.required('response_type')
  if (responseType !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code')
  if ((parameters.one('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'response_mode must be query')
  const challenge = readChallenge(parameters.one('code_challenge'), parameters.one('code_challenge_method'))
  const scopes = readScopes(parameters.one('scope'))
  assertOwnResources(parameters.all('resource'), baseUrl)
  return { scopes, challenge }
}

/** The person agreed: where their browser takes the code. */
export async function allow(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Pick<SignedIn, 'userId' | 'tokenHash'>,
  { client, redirectUri, scopes, challenge, buildRedirect }: Wish,
): Promise<string> {
  const { userId } = session
  const code = randomToken(TOKEN_PREFIXES.code, 32)
  const now = clock.now()
  const grant = { id: newId('oauthGrant', now), clientId: client.id, userId, scopes, createdAt: now }
  const expiresAt = addSeconds(now, OAUTH_CODE_SECONDS)
  const problem = await db.tx(async (tx) => {
    if (!(await holdSession(tx, session, now))) return 'the user signed out'
    if (!(await store.touchClient(tx, client.id, now))) return 'the application has been removed'
    await store.insertGrant(tx, grant, { hash: tokenHash(code), redirectUri, challenge, expiresAt })
    return null
  })
  return problem === null
    ? buildRedirect({ code })
    : buildRedirect({ error: 'access_denied', error_description: problem })
}

export const deny = ({ buildRedirect }: Wish): string =>
  buildRedirect({ error: 'access_denied', error_description: 'the user denied the request' })

/** Tickets prove that the form on which a person agrees is the one that they were shown. */
export function consentTickets({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, session: { tokenHash: Buffer }) {
  const key = secrets.deriveKey('oauth-consent')
  const name = session.tokenHash.toString('hex')
  return {
    make: (request: string): string => consentTicket(key, name, request, clock.now()),
    isGood: (request: string, ticket: string): boolean => isConsentTicket(key, name, request, ticket, clock.now()),
  }
}
