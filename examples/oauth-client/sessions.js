// Owns who is signed in here: what a browser's cookie stands for, and tokens that are fresh when they are used.
import { randomUUID } from 'node:crypto'
import { Freehold, refreshTokens, revokeToken } from '@freehold/sdk'

/**
 * @typedef {import('@freehold/sdk').AuthorizationServerMetadata} Server
 * @typedef {import('@freehold/sdk').OAuthTokens} Tokens
 * @typedef {{ state: string, verifier: string }} Attempt A sign-in that has not come back yet.
 * @typedef {{ attempt?: Attempt | undefined, person?: Person | undefined }} Session
 */

/** In memory: a restart signs everybody out here. @type {Map<string, Session>} */
const sessions = new Map()
const SESSIONS_MAX = 10_000

/** @param {string | undefined} id */
export const sessionOf = (id) => sessions.get(id ?? '')

/** Always under a new id, so that nobody can hand a visitor a session that they know. @param {string | undefined} oldId @param {Session} session */
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

/** A person who let us in. */
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
    /** Asks for the token before each request, and so gets a new one in time. */
    this.freehold = new Freehold({ baseUrl: server.issuer, accessToken: () => this.#accessToken() })
  }

  get scope() {
    return this.#tokens.scope
  }

  get freshUntil() {
    return new Date(this.#freshUntil)
  }

  /** A refresh token is good once: whoever comes while one is under way waits for it. */
  refresh() {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** Takes back all that the person gave us. */
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
