// Owns the sessions: who is signed in, and tokens that are refreshed before they expire.
import { randomUUID } from 'node:crypto'
import { Freehold, refreshTokens, revokeToken } from '@freehold/sdk'

/**
 * @typedef {import('@freehold/sdk').AuthorizationServerMetadata} Server
 * @typedef {import('@freehold/sdk').OAuthTokens} Tokens
 * @typedef {{ state: string, verifier: string }} Attempt A sign-in that is not finished.
 * @typedef {{ attempt?: Attempt | undefined, person?: Person | undefined }} Session
 */

/** In memory: a restart signs everyone out. @type {Map<string, Session>} */
const sessions = new Map()
const SESSIONS_MAX = 10_000

/** @param {string | undefined} id */
export const getSession = (id) => sessions.get(id ?? '')

/** Always uses a new ID, which prevents session fixation. @param {string | undefined} oldId @param {Session} session */
export function startSession(oldId, session) {
  endSession(oldId)
  const id = randomUUID()
  sessions.set(id, session)
  const [oldest] = sessions.keys()
  if (sessions.size > SESSIONS_MAX) endSession(oldest)
  return id
}

/** @param {string | undefined} id */
export const endSession = (id) => sessions.delete(id ?? '')

const EARLY_MS = 60_000

/** A user who granted access. */
export class Person {
  #tokens
  #freshUntil
  #server
  #clientId
  /** @type {Promise<void> | undefined} */
  #refreshing

  /** @param {Server} server @param {string} clientId @param {Tokens} tokens */
  constructor(server, clientId, tokens) {
    this.#server = server
    this.#clientId = clientId
    this.#tokens = tokens
    this.#freshUntil = freshUntil(tokens)
    /** The SDK asks for the token before each request, so it is refreshed in time. */
    this.freehold = new Freehold({ baseUrl: server.issuer, accessToken: () => this.#accessToken() })
  }

  get scope() {
    return this.#tokens.scope
  }

  get freshUntil() {
    return new Date(this.#freshUntil)
  }

  /** A refresh token is valid once, so concurrent callers share one refresh. */
  refresh() {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** Revokes the whole grant. */
  revoke() {
    return revokeToken(this.#server, { clientId: this.#clientId, token: this.#tokens.refresh_token })
  }

  async #refresh() {
    const refreshToken = this.#tokens.refresh_token
    this.#tokens = await refreshTokens(this.#server, { clientId: this.#clientId, refreshToken })
    this.#freshUntil = freshUntil(this.#tokens)
  }

  async #accessToken() {
    if (Date.now() > this.#freshUntil - EARLY_MS) await this.refresh()
    return this.#tokens.access_token
  }
}

/** @param {Tokens} tokens */
const freshUntil = ({ expires_in }) => Date.now() + expires_in * 1000
